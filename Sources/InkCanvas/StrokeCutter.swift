/// Cuts the points of a stroke into segments that each fit an entry.
package struct StrokeCutter: Sendable {
    /// Room for everything of a segment but its points.
    private static let headerBytesMax = 36

    /// Where the tail begins along the stroke.
    package private(set) var offset: UInt32 = 0
    /// The points that no segment holds yet.
    package private(set) var tail: [Dot] = []
    private var tailBytes = 0

    package init() {}

    package struct Segment: Equatable, Sendable {
        package var offset: UInt32
        package var points: [Dot]
    }

    /// Adds a point; gives the segment before it, if the point no longer fits into that one.
    package mutating func append(_ point: Dot) -> Segment? {
        var full: Segment?
        let bytes = PointCoding.byteCount(of: point, after: tail.last)
        if tail.count == CanvasLimit.segmentPointsMax
            || tailBytes + bytes > CanvasLimit.bodyBytesMax - Self.headerBytesMax
        {
            full = cut()
        }
        tailBytes += PointCoding.byteCount(of: point, after: tail.last)
        tail.append(point.clamped)
        return full
    }

    /// Takes the tail as a segment, however short it is.
    package mutating func cut() -> Segment {
        defer {
            offset += UInt32(tail.count)
            tail = []
            tailBytes = 0
        }
        return Segment(offset: offset, points: tail)
    }
}
