import InkCanvas

/// Strokes, or parts of them, and shapes that are seen before they are in the log.
struct Previews {
    struct Entry: Hashable {
        var object: ObjectID
        var style: InkStyle
        var ink: Ink
        var expiry: Milliseconds
    }

    enum Ink: Hashable {
        /// Points of a stroke, and the place of the first of them in it.
        case points([Dot], offset: UInt32)
        case shape(Shape)
    }

    private(set) var entries: [Entry] = []
    private static let entriesPerAuthorMax = 4

    mutating func put(_ preview: StrokePreview, from author: AuthorID, at now: Milliseconds) {
        put(
            Entry(
                object: ObjectID(author: author, number: preview.object), style: preview.style,
                ink: .points(preview.points, offset: preview.offset),
                expiry: now + StrokePreview.timeToLive))
    }

    mutating func put(_ preview: ShapePreview, from author: AuthorID, at now: Milliseconds) {
        put(
            Entry(
                object: ObjectID(author: author, number: preview.object), style: preview.style,
                ink: .shape(preview.shape), expiry: now + ShapePreview.timeToLive))
    }

    /// The newest news of an object replaces what there was of it.
    private mutating func put(_ entry: Entry) {
        let (object, author) = (entry.object, entry.object.author)
        entries.removeAll { $0.object == object }
        if entries.count(where: { $0.object.author == author }) >= Self.entriesPerAuthorMax,
            let oldest = entries.firstIndex(where: { $0.object.author == author })
        {
            entries.remove(at: oldest)
        }
        entries.append(entry)
    }

    mutating func removeAll(of author: AuthorID) {
        entries.removeAll { $0.object.author == author }
    }

    /// Drops what somebody has drawn that is in the log by now.
    mutating func removeCovered(of author: AuthorID, by canvas: Canvas) {
        entries.removeAll { $0.object.author == author && $0.isCovered(by: canvas) }
    }

    var deadline: Milliseconds? { entries.map(\.expiry).min() }

    mutating func advance(to now: Milliseconds) {
        entries.removeAll { $0.expiry <= now }
    }
}

extension Previews.Entry {
    fileprivate func isCovered(by canvas: Canvas) -> Bool {
        let known = canvas.knownPointCount(of: object)
        switch ink {
        case .points(let points, let offset):
            return UInt64(offset) + UInt64(points.count) <= UInt64(known)
        case .shape: return known > 0
        }
    }
}

extension Previews.Ink {
    /// The points that are not among the first `count`, and the one before them.
    static func points(_ points: [Dot], from offset: UInt32, beyond count: UInt32) -> [Dot] {
        guard count > offset else { return points }
        return Array(points.dropFirst(Int(min(count - offset - 1, UInt32(points.count)))))
    }
}
