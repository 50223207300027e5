/// One piece of a stroke as a curve over its raw path, in 1/16 of a segment between two points.
///
/// Smoothing is two passes of [1 2 1]/4 over the points and a quadratic through the midpoints of
/// what results, all in integers, so that every peer draws the same dots.
struct InkPath: Sendable {
    static let stepsPerSegment: UInt32 = 16
    static let smoothedPointsMin = 4
    /// How many points before and after a place have a say in where its ink is.
    static let pointsReach = 3

    private var controls: [FineDot] = []
    private var isSmooth = false
    private(set) var start: UInt32 = 0

    var end: UInt32 { start + UInt32(max(controls.count, 1) - 1) * Self.stepsPerSegment }

    /// Takes in points of a run, of which the first is the stroke's `offset`-th.
    ///
    /// Where more points come before or behind, only places `pointsReach` from there are right.
    mutating func load(
        _ points: ArraySlice<Dot>, offset: UInt32, movedBy step: Dot, isSmooth: Bool
    ) {
        start = offset * Self.stepsPerSegment
        self.isSmooth = isSmooth
        controls.removeAll(keepingCapacity: true)
        for point in points { controls.append(FineDot(point, movedBy: step)) }
        if isSmooth {
            for _ in 0..<2 { soften() }
        }
    }

    /// Whether the ink of the segment at a place, but for its width, may lie within a rectangle.
    func mayReach(_ area: DotRectangle, at place: UInt32) -> Bool {
        let index = Int(place - start) / 16
        var box = DotRectangle.empty
        for near in max(index - 1, 0)..<min(index + 3, controls.count) {
            box.include(controls[near].dot)
        }
        return box.grown(by: 1).intersects(area)
    }

    /// One pass of [1 2 1]/4; the ends stay.
    private mutating func soften() {
        guard controls.count > 2 else { return }
        var before = controls[0]
        for index in 1..<controls.count - 1 {
            let (here, after) = (controls[index], controls[index + 1])
            controls[index] = FineDot(
                x: (before.x + 2 * here.x + after.x + 2) >> 2,
                y: (before.y + 2 * here.y + after.y + 2) >> 2)
            before = here
        }
    }

    /// Where the ink is at a place along the raw path.
    func position(at place: UInt32) -> FineDot {
        let step = Int(min(max(place, start), end) - start)
        let nearest = (step + 8) / 16
        guard isSmooth, nearest > 0, nearest < controls.count - 1 else {
            let index = min(step / 16, max(controls.count - 2, 0))
            let (from, to) = (controls[index], controls[min(index + 1, controls.count - 1)])
            let part = Int64(step - index * 16)
            return FineDot(
                x: Self.rounded(Int64(from.x) * (16 - part) + Int64(to.x) * part, bits: 4),
                y: Self.rounded(Int64(from.y) * (16 - part) + Int64(to.y) * part, bits: 4))
        }
        let part = Int64(step + 8 - nearest * 16)
        let (before, here, after) = (
            controls[nearest - 1], controls[nearest], controls[nearest + 1]
        )
        return FineDot(
            x: Self.quadratic(before.x, here.x, after.x, part),
            y: Self.quadratic(before.y, here.y, after.y, part))
    }

    /// From the midpoint before a control point to the one after it, at `part` sixteenths.
    private static func quadratic(
        _ before: Int32, _ here: Int32, _ after: Int32, _ part: Int64
    ) -> Int32 {
        if part == 0 { return (before + here + 1) >> 1 }
        if part == 8 { return (before + 6 * here + after + 4) >> 3 }
        let (before, here, after) = (Int64(before), Int64(here), Int64(after))
        let rest = 16 - part
        let sum =
            rest * rest * (before + here) + 4 * part * rest * here + part * part * (here + after)
        return rounded(sum, bits: 9)
    }

    private static func rounded(_ value: Int64, bits: Int64) -> Int32 {
        Int32(truncatingIfNeeded: (value + (1 << (bits - 1))) >> bits)
    }

    /// The corners of the line to draw between two places.
    func trace(from first: UInt32, to last: UInt32, into corners: inout [FineDot]) {
        if !isSmooth, first == start, last == end {
            corners.append(contentsOf: controls)
            return
        }
        corners.append(position(at: first))
        var place = first
        while place < last {
            let stride = isSmooth ? stride(at: place) : Self.stepsPerSegment
            place = min((place | (stride - 1)) + 1, last)
            corners.append(position(at: place))
        }
    }

    /// How far apart corners may be, a power of two: closer on long bends than on short ones.
    private func stride(at place: UInt32) -> UInt32 {
        let nearest = Int(place - start + 8) / 16
        guard nearest > 0, nearest < controls.count - 1 else { return 8 }
        let here = controls[nearest]
        let before = controls[nearest - 1]
        let after = controls[nearest + 1]
        let size = max(
            max(abs(here.x - before.x), abs(here.y - before.y)),
            max(abs(after.x - here.x), abs(after.y - here.y)))
        switch size / FineDot.perDot {
        case ..<3: return 8
        case ..<12: return 4
        case ..<48: return 2
        default: return 1
        }
    }
}
