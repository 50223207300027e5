/// The known points of a stroke: segments of one author, placed by offset.
///
/// Where segments overlap, the one with the lower offset wins, then the one with the lower index
/// in its author's log; so the points depend on the set of segments alone. They are kept coded, as
/// an entry has them: a point is a byte, or little more.
struct Stroke: Sendable {
    /// A piece without a gap, from the `offset`-th point of the stroke on.
    struct Run: Sendable {
        var offset: UInt32
        var points: [Dot]

        var end: UInt32 { offset + UInt32(points.count) }
    }

    /// Where the points of an entry are.
    struct Segment: Sendable {
        var offset: UInt32
        /// The entry's index in its author's log.
        var index: UInt32
        /// Of its code among the bytes.
        var start: UInt32
        var count: UInt16

        var end: UInt32 { offset + UInt32(count) }
    }

    /// Those with points, in the order in which they count.
    private var segments = Segments.none
    /// The code of all segments, in the order of their arrival.
    private var bytes: [UInt8] = []
    /// How many points it has, as far as is known.
    private(set) var end: UInt32 = 0
    private var count: UInt32 = 0
    private(set) var hasLast = false
    /// Segments say nothing twice, as an honest author's never do.
    private var isPartitioned = true

    init() {}

    /// A path that is known whole.
    init(of points: [Dot]) {
        _ = insert(points, at: 0, index: 0, isLast: true)
    }

    /// How many points are known.
    var pointCount: Int { Int(count) }

    /// There is no gap.
    var isWhole: Bool { count == end }
    var isEnded: Bool { hasLast && isWhole }

    /// The point at offset 0.
    var first: Dot? {
        guard let segment = segments.first, segment.offset == 0 else { return nil }
        var points: [Dot] = []
        PointCoding.decode(bytes, from: Int(segment.start), count: 1, into: &points)
        return points.first
    }

    /// Adds the points of an entry; true if they come behind all that was known, without a gap.
    mutating func insert(
        _ points: [Dot], at offset: UInt32, index: UInt32, isLast: Bool, atEnd: Bool = false
    ) -> Bool {
        let isNext = isWhole && offset == end
        hasLast = hasLast || isLast
        let segment = Segment(
            offset: offset, index: index, start: UInt32(bytes.count), count: UInt16(points.count))
        end = max(end, segment.end)
        guard !points.isEmpty else { return isNext }
        PointCoding.encode(points, into: &bytes)
        var place = segments.count
        while !atEnd, place > 0, Self.isBefore(segment, segments[place - 1]) { place -= 1 }
        segments.insert(segment, at: place)
        let before = count
        count = isNext ? before + UInt32(segment.count) : countedPoints
        isPartitioned = isPartitioned && count == before + UInt32(segment.count)
        return isNext
    }

    private var countedPoints: UInt32 {
        var count: UInt32 = 0
        var known: UInt32 = 0
        for segment in segments where segment.end > known {
            count += segment.end - max(known, segment.offset)
            known = segment.end
        }
        return count
    }

    /// Whether normalized ranges along the path leave nothing of it.
    func isCovered(by ranges: [Range<UInt32>]) -> Bool {
        let length = end > 1 ? (end - 1) * InkPath.stepsPerSegment : 1
        return ranges.contains { $0.lowerBound == 0 && $0.upperBound >= length }
    }

    /// How many points are known from the first on, without a gap.
    var knownFromStart: UInt32 {
        segments.reduce(0) { known, segment in
            segment.offset <= known ? max(known, segment.end) : known
        }
    }

    // MARK: Points

    var runs: [Run] {
        var runs: [Run] = []
        var place = 0
        while place < segments.count {
            var run = Run(offset: segments[place].offset, points: [])
            place = load(runAt: place, into: &run.points)
            runs.append(run)
        }
        return runs
    }

    /// Calls `body` with the offset of each run, when its points are in `points`.
    func forEachRun(through points: inout [Dot], _ body: (UInt32, inout [Dot]) -> Void) {
        var place = 0
        while place < segments.count {
            let offset = segments[place].offset
            points.removeAll(keepingCapacity: true)
            place = load(runAt: place, into: &points)
            body(offset, &points)
        }
    }

    /// Adds the corners of all points, if they are of one entry; false if they are not.
    func appendCorners(movedBy step: Dot, to corners: inout [FineDot]) -> Bool {
        guard case .one(let segment) = segments else { return false }
        corners.reserveCapacity(corners.count + Int(segment.count))
        PointCoding.decode(bytes, from: Int(segment.start), count: Int(segment.count)) { dot in
            corners.append(FineDot(dot, movedBy: step))
        }
        return true
    }

    /// Adds the points of the run that begins with a segment; gives the segment after it.
    private func load(runAt first: Int, into points: inout [Dot]) -> Int {
        var end = segments[first].offset
        var place = first
        while place < segments.count, segments[place].offset <= end {
            append(segments[place], beyond: end, to: &points)
            end = max(end, segments[place].end)
            place += 1
        }
        return place
    }

    /// Adds what a segment has beyond a place along the stroke.
    private func append(_ segment: Segment, beyond known: UInt32, to points: inout [Dot]) {
        guard segment.end > known else { return }
        let before = points.count
        PointCoding.decode(
            bytes, from: Int(segment.start), count: Int(segment.count), into: &points)
        let isKnown = Int(known - segment.offset)
        if isKnown > 0 { points.removeSubrange(before..<before + isKnown) }
    }

    /// The end of a stroke without gaps: its points from one before an offset on.
    func tail(from offset: UInt32) -> Run {
        let start = offset > 0 ? offset - 1 : 0
        var tail = Run(offset: start, points: [])
        guard isPartitioned else {
            tail.points = Array(runs.first?.points.dropFirst(Int(start)) ?? [])
            return tail
        }
        let first = segments.lastIndex { $0.offset <= start } ?? 0
        for segment in segments[first...] {
            append(segment, beyond: max(tail.end, segment.offset), to: &tail.points)
        }
        return tail
    }

    private static func isBefore(_ left: Segment, _ right: Segment) -> Bool {
        (left.offset, left.index) < (right.offset, right.index)
    }
}
