import InkCanvas

/// An eraser on its way.
struct Erasure {
    let source: Gesture.Source
    /// Where it went since ink was last rubbed out; the first is where that ended.
    private(set) var path: [Dot]
    /// A press of the right button erases only once it has moved.
    private(set) var isArmed: Bool
    private var lastMove: Milliseconds
    private var flushDue: Milliseconds
    private var isStale: Bool

    static let flushInterval: Milliseconds = 50
    static let silenceMax = StrokeInProgress.silenceMax

    init(source: Gesture.Source, at place: Dot, isArmed: Bool, now: Milliseconds) {
        self.source = source
        self.isArmed = isArmed
        path = [place]
        isStale = isArmed
        lastMove = now
        flushDue = now
    }

    mutating func extend(to place: Dot, at now: Milliseconds) {
        lastMove = now
        guard place != path.last else { return }
        path.append(place)
        isArmed = true
        isStale = true
    }

    /// Takes the way that has not been rubbed yet; nil if there is none.
    mutating func takePath(at now: Milliseconds) -> [Dot]? {
        guard isStale, isArmed else { return nil }
        defer { path.removeFirst(path.count - 1) }
        isStale = false
        flushDue = now + Self.flushInterval
        return path
    }

    var deadline: Milliseconds {
        let silence = lastMove + Self.silenceMax
        return isStale ? min(silence, flushDue) : silence
    }

    func isFlushDue(at now: Milliseconds) -> Bool { isStale && flushDue <= now }

    func isSilent(at now: Milliseconds) -> Bool { now - lastMove >= Self.silenceMax }
}
