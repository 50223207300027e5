/// A round eraser on its way along a path.
struct Eraser {
    static let radiusMax: Int32 = 1 << 10

    private let path: [FineDot]
    private let radius: Int32
    /// Where it rubs.
    let area: DotRectangle

    init(path: [Dot], radius: Int32) {
        var box = DotRectangle.empty
        for dot in path { box.include(dot.clamped) }
        self.radius = max(0, min(Self.radiusMax, radius))
        self.path = path.map { FineDot($0.clamped, movedBy: Dot(x: 0, y: 0)) }
        area = box.grown(by: self.radius)
    }

    /// Whether it touches ink of a width at a place.
    func reaches(_ ink: FineDot, width: UInt8) -> Bool {
        guard var from = path.first else { return false }
        let reach = Int64(radius) * 16 + Int64(width) * 8
        for to in path {
            if Self.isNear(ink, from, to, reach) { return true }
            from = to
        }
        return false
    }

    /// Whether a place is no farther than `reach` from the line between two others.
    private static func isNear(
        _ place: FineDot, _ from: FineDot, _ to: FineDot, _ reach: Int64
    ) -> Bool {
        let (px, py) = (Int64(place.x) - Int64(from.x), Int64(place.y) - Int64(from.y))
        let (dx, dy) = (Int64(to.x) - Int64(from.x), Int64(to.y) - Int64(from.y))
        guard min(0, dx) - reach <= px, px <= max(0, dx) + reach,
            min(0, dy) - reach <= py, py <= max(0, dy) + reach
        else { return false }
        let length = dx * dx + dy * dy
        let along = px * dx + py * dy
        if along <= 0 { return px * px + py * py <= reach * reach }
        if along >= length {
            return (px - dx) * (px - dx) + (py - dy) * (py - dy) <= reach * reach
        }
        let across = (px * dy - py * dx).magnitude
        let (left, right) = (
            across.multipliedFullWidth(by: across),
            (reach * reach).magnitude.multipliedFullWidth(by: length.magnitude)
        )
        return (left.high, left.low) <= (right.high, right.low)
    }
}
