/// A line, an arrow, a rectangle or an ellipse, from one corner to the opposite one.
package struct Shape: Hashable, Sendable {
    package enum Kind: UInt8, CaseIterable, Sendable {
        case line, arrow, rectangle, ellipse

        /// There is something to fill.
        package var hasInside: Bool { self == .rectangle || self == .ellipse }

        /// As people and scripts know it.
        package var name: String {
            switch self {
            case .line: "line"
            case .arrow: "arrow"
            case .rectangle: "rectangle"
            case .ellipse: "ellipse"
            }
        }
    }

    /// What lines are made of: box-drawing characters where a dot is a dot (an ellipse never is),
    /// or dots at any zoom.
    package enum Look: UInt8, Sendable { case cells, dots }

    /// Of a line of characters.
    package enum Weight: UInt8, CaseIterable, Sendable { case light, heavy, double, dashed }

    package var kind: Kind
    package var from: Dot
    package var to: Dot
    package var look: Look
    package var weight: Weight
    /// Only of a rectangle or an ellipse: a light shading behind lines, or all dots within.
    package var isFilled: Bool

    package init(
        _ kind: Kind, from: Dot, to: Dot, look: Look = .cells, weight: Weight = .light,
        isFilled: Bool = false
    ) {
        self.kind = kind
        self.from = from.clamped
        self.to = to.clamped
        self.look = kind == .ellipse ? .dots : look
        self.weight = weight
        self.isFilled = isFilled && kind.hasInside
    }

    /// Where a line of characters turns: it runs along the longer way last, so that an arrow's head
    /// points there.
    package var elbow: Dot {
        let (columns, rows) = (abs(to.x - from.x) / 2, abs(to.y - from.y) / 4)
        return columns >= rows ? Dot(x: from.x, y: to.y) : Dot(x: to.x, y: from.y)
    }

    /// The path that draws it in dots, and that an eraser goes by.
    package var outline: [Dot] {
        switch kind {
        case .line: look == .cells ? [from, elbow, to] : [from, to]
        case .arrow: (look == .cells ? [from, elbow, to] : [from, to]) + head
        case .rectangle:
            [from, Dot(x: to.x, y: from.y), to, Dot(x: from.x, y: to.y), from]
        case .ellipse: ring
        }
    }

    /// Both sides of an arrow's head, each from its tip.
    private var head: [Dot] {
        let start = look == .cells && elbow != to ? elbow : from
        let (dx, dy) = (Int64(to.x) - Int64(start.x), Int64(to.y) - Int64(start.y))
        let length = Int64(UInt64(dx * dx + dy * dy).squareRoot)
        guard length > 0 else { return [] }
        return [Int64(1), -1].flatMap { side in
            let x = Int64(to.x) - (dx * Self.headLength + side * dy * Self.headHalf) / length
            let y = Int64(to.y) - (dy * Self.headLength - side * dx * Self.headHalf) / length
            return [Dot(x: Int32(x), y: Int32(y)), to]
        }
    }

    private static let headLength: Int64 = 8
    private static let headHalf: Int64 = 4

    /// The outline in parts of a dot: round also where an ellipse is shown larger than it is.
    package var fineOutline: [FineDot] {
        guard kind == .ellipse else { return outline.map { FineDot($0) } }
        return ring(scale: FineDot.perDot).map { FineDot(x: $0.x, y: $0.y) }
    }

    private var ring: [Dot] { ring(scale: 1).map { Dot(x: $0.x, y: $0.y) } }

    /// A polygon on the ellipse in so many parts of a dot, its corners at rational places of the
    /// circle, so that they are the same on every machine, and on all four sides alike.
    private func ring(scale: Int32) -> [(x: Int32, y: Int32)] {
        let (left, right) = (min(from.x, to.x) * scale, max(from.x, to.x) * scale)
        let (top, bottom) = (min(from.y, to.y) * scale, max(from.y, to.y) * scale)
        let (width, height) = (Int64(right) - Int64(left), Int64(bottom) - Int64(top))
        let steps = min(max(Int64(UInt64(max(width, height)).squareRoot), 4), 64)
        /// From the side to the middle: how far within the box.
        let quarter = (0...steps).map { step -> (x: Int32, y: Int32) in
            let (one, part) = (steps * steps, step * step)
            let (x, y, whole) = (one - part, 2 * steps * step, one + part)
            return (
                Self.half(of: (whole - x) * width, whole),
                Self.half(of: (whole - y) * height, whole)
            )
        }
        var ring = quarter.map { (x: right - $0.x, y: bottom - $0.y) }
        ring += quarter.reversed().map { (x: left + $0.x, y: bottom - $0.y) }
        ring += quarter.map { (x: left + $0.x, y: top + $0.y) }
        ring += quarter.reversed().map { (x: right - $0.x, y: top + $0.y) }
        ring.append(ring[0])
        return ring
    }

    /// Half of a quotient, rounded to the nearest, of two as near the lower.
    private static func half(of value: Int64, _ whole: Int64) -> Int32 {
        Int32((value + whole - 1) / (2 * whole))
    }

    /// Sets what a field says of a shape.
    mutating func set(_ field: Operation.Field) {
        switch field {
        case .from(let dot): from = dot.clamped
        case .to(let dot): to = dot.clamped
        case .isFilled(let isFilled): self.isFilled = isFilled && kind.hasInside
        case .weight(let weight): self.weight = weight
        case .position, .color, .text, .width, .noteWidth, .order, .isLocked: break
        }
    }

    func moved(by step: Dot) -> Shape {
        var moved = self
        moved.from = Dot(x: from.x + step.x, y: from.y + step.y)
        moved.to = Dot(x: to.x + step.x, y: to.y + step.y)
        return moved
    }
}

extension UInt64 {
    /// The largest number whose square is no more.
    fileprivate var squareRoot: UInt64 {
        var root: UInt64 = 0
        var bit: UInt64 = 1 << 31
        while bit > 0 {
            if (root + bit) * (root + bit) <= self { root += bit }
            bit >>= 1
        }
        return root
    }
}
