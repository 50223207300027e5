import InkCanvas

/// Where people point with the laser, and have pointed a moment ago.
struct LaserTrails {
    struct Trail {
        let author: AuthorID
        var points: [(dot: Dot, time: Milliseconds)]
    }

    private(set) var trails: [Trail] = []

    /// How long a point is seen; it fades in three steps of the same length.
    static let life: Milliseconds = 1500
    static let steps: Milliseconds = 3

    /// Somebody points there now.
    mutating func point(_ author: AuthorID, to dot: Dot, at now: Milliseconds) {
        if let index = trails.firstIndex(where: { $0.author == author }) {
            trails[index].points.append((dot, now))
            let surplus = trails[index].points.count - LaserMessage.pointsMax
            if surplus > 0 { trails[index].points.removeFirst(surplus) }
        } else {
            trails.append(Trail(author: author, points: [(dot, now)]))
        }
    }

    /// The news of somebody replaces what there was.
    mutating func put(_ message: LaserMessage, from author: AuthorID, at now: Milliseconds) {
        removeAll(of: author)
        let points = message.points.map { (dot: $0.dot, time: now - $0.age) }
        trails.append(Trail(author: author, points: points))
        advance(to: now)
    }

    func message(of author: AuthorID, in session: SessionKey, at now: Milliseconds) -> LaserMessage
    {
        let points = trails.first { $0.author == author }?.points ?? []
        return LaserMessage(
            session: session,
            points: points.map { LaserMessage.Point(dot: $0.dot, age: now - $0.time) })
    }

    mutating func removeAll(of author: AuthorID) {
        trails.removeAll { $0.author == author }
    }

    /// When a point fades next.
    var deadline: Milliseconds? {
        trails.compactMap { trail in trail.points.first.map { $0.time + Self.life } }.min()
            .map { min($0, lastStep + Self.life / Self.steps / 2) }
    }

    private var lastStep: Milliseconds = 0

    mutating func advance(to now: Milliseconds) {
        lastStep = now
        for index in trails.indices {
            trails[index].points.removeAll { $0.time + Self.life <= now }
        }
        trails.removeAll { $0.points.isEmpty }
    }
}
