/// A place in 1/16 of a dot.
package struct FineDot: Hashable, Sendable {
    package static let perDot: Int32 = 16

    package var x: Int32
    package var y: Int32

    package init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }

    /// The middle of a dot.
    package init(_ dot: Dot) {
        self.init(dot, movedBy: Dot(x: 0, y: 0))
    }

    init(_ dot: Dot, movedBy step: Dot) {
        x = (dot.x + step.x) * Self.perDot
        y = (dot.y + step.y) * Self.perDot
    }

    /// The nearest dot.
    package var dot: Dot { Dot(x: (x + 8) >> 4, y: (y + 8) >> 4) }
}

/// The lines that ink is drawn with; kept from stroke to stroke, so that tracing allocates nothing.
package struct InkLines: Sendable {
    /// The corners of all lines, one line after the other; a line of one corner is a dot.
    package internal(set) var corners: [FineDot] = []
    /// Where each line ends among the corners.
    package internal(set) var ends: [Int] = []
    private var path = InkPath()
    private var points: [Dot] = []

    package init() {}

    /// Each line by itself.
    package var lines: [[FineDot]] {
        var start = 0
        return ends.map { end in
            defer { start = end }
            return Array(corners[start..<end])
        }
    }

    mutating func removeAll() {
        corners.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    /// How a piece of a stroke is to be shown.
    struct Showing {
        var displacement: Dot
        var isSmooth: Bool
        /// Normalized, in 1/16 of a segment.
        var hidden: [Range<UInt32>]
        /// Lines wholly outside may be left out.
        var area: DotRectangle?
    }

    /// Adds what is to be shown of a stroke.
    mutating func add(_ stroke: Stroke, _ showing: Showing) {
        if !showing.isSmooth, showing.hidden.isEmpty, showing.area == nil,
            stroke.appendCorners(movedBy: showing.displacement, to: &corners)
        {
            ends.append(corners.count)
            return
        }
        var points: [Dot] = []
        swap(&points, &self.points)
        stroke.forEachRun(through: &points) { offset, points in
            var run = Stroke.Run(offset: offset, points: [])
            swap(&run.points, &points)
            add(run, showing)
            swap(&run.points, &points)
        }
        swap(&points, &self.points)
    }

    /// Adds what is to be shown of one piece of a stroke.
    mutating func add(_ run: Stroke.Run, _ showing: Showing) {
        guard let area = showing.area, run.points.count > Self.chunk else {
            add(run, 0, run.points.count - 1, showing)
            return
        }
        let step = showing.displacement
        let near = area.moved(by: Dot(x: -step.x, y: -step.y))
        var first: Int?
        for start in stride(from: 0, to: run.points.count - 1, by: Self.chunk) {
            if run.mayReach(near, from: start, to: start + Self.chunk) {
                first = first ?? start
            } else if let begun = first {
                add(run, begun, start, showing)
                first = nil
            }
        }
        if let first { add(run, first, run.points.count - 1, showing) }
    }

    /// So many segments are looked at together; a multiple of what corners fall on.
    private static let chunk = 8

    /// Adds what is not hidden between two points of a piece.
    private mutating func add(_ run: Stroke.Run, _ first: Int, _ last: Int, _ showing: Showing) {
        guard last >= 0 else { return }
        if !showing.isSmooth, showing.hidden.isEmpty {
            for point in run.points[first...last] {
                corners.append(FineDot(point, movedBy: showing.displacement))
            }
            ends.append(corners.count)
            return
        }
        let reach = InkPath.pointsReach
        let loaded = max(0, first - reach)...min(run.points.count - 1, last + reach)
        path.load(
            run.points[loaded], offset: run.offset + UInt32(loaded.lowerBound),
            movedBy: showing.displacement, isSmooth: showing.isSmooth)
        var start = (run.offset + UInt32(first)) * InkPath.stepsPerSegment
        let end = (run.offset + UInt32(last)) * InkPath.stepsPerSegment
        let isDot = start == end
        for range in showing.hidden where range.upperBound > start {
            guard range.lowerBound <= end else { break }
            if range.lowerBound > start { addLine(from: start, to: range.lowerBound) }
            start = range.upperBound
        }
        if start < end || (start == end && isDot) { addLine(from: start, to: end) }
    }

    private mutating func addLine(from start: UInt32, to end: UInt32) {
        path.trace(from: start, to: end, into: &corners)
        ends.append(corners.count)
    }
}

extension Stroke.Run {
    /// Whether ink between two points may lie within a rectangle, smoothed or not.
    fileprivate func mayReach(_ area: DotRectangle, from first: Int, to last: Int) -> Bool {
        var box = DotRectangle.empty
        let reach = InkPath.pointsReach
        for index in max(0, first - reach)...min(points.count - 1, last + reach) {
            box.include(points[index])
        }
        return box.intersects(area)
    }
}
