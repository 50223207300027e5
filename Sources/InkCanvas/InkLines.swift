/// A place in 1/16 of a dot.
package struct FineDot: Hashable, Sendable {
    package static let perDot: Int32 = 16

    package var x: Int32
    package var y: Int32

    package init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
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
    var path = InkPath()

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

    /// Adds what is not hidden of one piece of a stroke.
    mutating func add(
        _ run: Stroke.Run, movedBy step: Dot, isSmooth: Bool, hidden: [Range<UInt32>]
    ) {
        guard !run.points.isEmpty else { return }
        if !isSmooth, hidden.isEmpty {
            for point in run.points { corners.append(FineDot(point, movedBy: step)) }
            ends.append(corners.count)
            return
        }
        path.load(run, movedBy: step, isSmooth: isSmooth)
        var start = path.start
        for range in hidden where range.upperBound > start {
            guard range.lowerBound <= path.end else { break }
            if range.lowerBound > start { addLine(from: start, to: range.lowerBound) }
            start = range.upperBound
        }
        if start < path.end || (start == path.end && start == path.start) {
            addLine(from: start, to: path.end)
        }
    }

    private mutating func addLine(from start: UInt32, to end: UInt32) {
        path.trace(from: start, to: end, into: &corners)
        ends.append(corners.count)
    }
}
