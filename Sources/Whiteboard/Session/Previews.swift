import InkCanvas

/// Strokes, or parts of them, that are seen before they are in the log.
struct Previews {
    struct Entry: Hashable {
        var object: ObjectID
        /// The place of the first point in the stroke.
        var offset: UInt32
        var style: InkStyle
        var points: [Dot]
        var expiry: Milliseconds
    }

    private(set) var entries: [Entry] = []
    private static let entriesPerAuthorMax = 4

    /// The newest news of a stroke replaces what there was of it.
    mutating func put(_ preview: StrokePreview, from author: AuthorID, at now: Milliseconds) {
        let object = ObjectID(author: author, number: preview.object)
        entries.removeAll { $0.object == object }
        if entries.count(where: { $0.object.author == author }) >= Self.entriesPerAuthorMax,
            let oldest = entries.firstIndex(where: { $0.object.author == author })
        {
            entries.remove(at: oldest)
        }
        entries.append(
            Entry(
                object: object, offset: preview.offset, style: preview.style,
                points: preview.points, expiry: now + StrokePreview.timeToLive))
    }

    mutating func removeAll(of author: AuthorID) {
        entries.removeAll { $0.object.author == author }
    }

    /// Drops what is in the log by now.
    mutating func removeCovered(of object: ObjectID, count: UInt32) {
        entries.removeAll { $0.object == object && $0.end <= UInt64(count) }
    }

    var deadline: Milliseconds? { entries.map(\.expiry).min() }

    mutating func advance(to now: Milliseconds) {
        entries.removeAll { $0.expiry <= now }
    }
}

extension Previews.Entry {
    /// The place behind the last point.
    var end: UInt64 { UInt64(offset) + UInt64(points.count) }

    /// The points that are not among the first `count`, and the one before them.
    func points(beyond count: UInt32) -> ArraySlice<Dot> {
        guard count > offset else { return points[...] }
        return points.dropFirst(Int(min(count - offset - 1, UInt32(points.count))))
    }
}
