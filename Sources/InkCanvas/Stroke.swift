/// The known points of a stroke: segments of one author, placed by offset.
///
/// Where segments overlap, the one with the lower offset wins, then the one with the lower index
/// in its author's log; so the points depend on the set of segments alone.
struct Stroke: Sendable {
    struct Segment: Sendable {
        var offset: UInt32
        /// The entry's index in its author's log.
        var index: UInt32
        var isLast: Bool
        var points: [Dot]

        var end: UInt32 { offset + UInt32(points.count) }
    }

    /// A piece without a gap, from the `offset`-th point of the stroke on.
    struct Run: Sendable {
        var offset: UInt32
        var points: [Dot]

        var end: UInt32 { offset + UInt32(points.count) }
    }

    /// Those with points.
    private var segments: [Segment] = []
    /// How many points it has, as far as is known.
    private(set) var end: UInt32 = 0
    private(set) var pointCount = 0
    private(set) var hasLast = false
    /// Segments say nothing twice, as an honest author's never do.
    private var isPartitioned = true

    init() {}

    /// A path that is known whole.
    init(of points: [Dot]) {
        _ = insert(Segment(offset: 0, index: 0, isLast: true, points: points))
    }

    /// There is no gap.
    var isWhole: Bool { pointCount == Int(end) }
    var isEnded: Bool { hasLast && isWhole }

    /// The point at offset 0.
    var first: Dot? {
        guard let segment = segments.first, segment.offset == 0 else { return nil }
        return segment.points.first
    }

    /// Adds a segment; true if its points come behind all that was known, without a gap.
    mutating func insert(_ segment: Segment, atEnd: Bool = false) -> Bool {
        let isNext = isWhole && segment.offset == end
        hasLast = hasLast || segment.isLast
        end = max(end, segment.end)
        guard !segment.points.isEmpty else { return isNext }
        var place = segments.count
        while !atEnd, place > 0, Self.isBefore(segment, segments[place - 1]) { place -= 1 }
        segments.insert(segment, at: place)
        let before = pointCount
        pointCount = isNext ? before + segment.points.count : countedPoints
        isPartitioned = isPartitioned && pointCount == before + segment.points.count
        return isNext
    }

    private var countedPoints: Int {
        var count = 0
        var known: UInt32 = 0
        for segment in segments where segment.end > known {
            count += Int(segment.end - max(known, segment.offset))
            known = segment.end
        }
        return count
    }

    /// Whether normalized ranges along the path leave nothing of it.
    func isCovered(by ranges: [Range<UInt32>]) -> Bool {
        let length = end > 1 ? (end - 1) * InkPath.stepsPerSegment : 1
        return ranges.contains { $0.lowerBound == 0 && $0.upperBound >= length }
    }

    var runs: [Run] {
        if segments.count == 1 {
            return [Run(offset: segments[0].offset, points: segments[0].points)]
        }
        var runs: [Run] = []
        for segment in segments {
            guard let last = runs.last, segment.offset <= last.end else {
                runs.append(Run(offset: segment.offset, points: segment.points))
                continue
            }
            let known = Int(last.end - segment.offset)
            if known < segment.points.count {
                runs[runs.count - 1].points.append(contentsOf: segment.points[known...])
            }
        }
        return runs
    }

    /// The end of a stroke without gaps: its points from one before an offset on.
    func tail(from offset: UInt32) -> Run {
        let start = offset > 0 ? offset - 1 : 0
        guard isPartitioned else {
            let points = runs.first?.points.dropFirst(Int(start)) ?? []
            return Run(offset: start, points: Array(points))
        }
        var tail = Run(offset: start, points: [])
        var first = segments.count
        while first > 0, tail.offset < (first < segments.count ? segments[first].offset : end) {
            first -= 1
        }
        for segment in segments[first...] where segment.end > tail.end {
            guard segment.offset <= tail.end else { break }
            tail.points.append(contentsOf: segment.points[Int(tail.end - segment.offset)...])
        }
        return tail
    }

    private static func isBefore(_ left: Segment, _ right: Segment) -> Bool {
        (left.offset, left.index) < (right.offset, right.index)
    }
}
