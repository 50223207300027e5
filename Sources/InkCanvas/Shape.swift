/// A line, an arrow, a rectangle or an ellipse, from one corner to the opposite one.
package struct Shape: Hashable, Sendable {
    package enum Kind: UInt8, CaseIterable, Sendable {
        case line, arrow, rectangle, ellipse

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

    package init(
        _ kind: Kind, from: Dot, to: Dot, look: Look = .cells, weight: Weight = .light
    ) {
        self.kind = kind
        self.from = from.clamped
        self.to = to.clamped
        self.look = kind == .ellipse ? .dots : look
        self.weight = weight
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

    private static let headLength: Int64 = 6
    private static let headHalf: Int64 = 3

    /// A polygon on the ellipse, its corners at rational places of the circle, so that they are the
    /// same on every machine.
    private var ring: [Dot] {
        let (width, height) = (Int64(to.x) - Int64(from.x), Int64(to.y) - Int64(from.y))
        let (middleX, middleY) = (Int64(to.x) + Int64(from.x), Int64(to.y) + Int64(from.y))
        let size = max(abs(width), abs(height))
        let steps = min(max(Int64(UInt64(size).squareRoot), 4), 64)
        let quarter = (0..<steps).map { step -> (x: Int64, y: Int64, whole: Int64) in
            let (a, b) = (steps * steps, step * step)
            return (a - b, 2 * steps * step, a + b)
        }
        let turns: [(Int64, Int64, Int64, Int64)] = [
            (1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0),
        ]
        var ring = turns.flatMap { turn in
            quarter.map { corner in
                let x = turn.0 * corner.x + turn.1 * corner.y
                let y = turn.2 * corner.x + turn.3 * corner.y
                return Dot(
                    x: Int32((middleX * corner.whole + width * x).roundedHalf(of: corner.whole)),
                    y: Int32((middleY * corner.whole + height * y).roundedHalf(of: corner.whole)))
            }
        }
        ring.append(ring[0])
        return ring
    }

    func moved(by step: Dot) -> Shape {
        var moved = self
        moved.from = Dot(x: from.x + step.x, y: from.y + step.y)
        moved.to = Dot(x: to.x + step.x, y: to.y + step.y)
        return moved
    }
}

extension Int64 {
    /// Half of a quotient, rounded to the nearest.
    fileprivate func roundedHalf(of whole: Int64) -> Int64 {
        let (quotient, rest) = (self + whole).quotientAndRemainder(dividingBy: 2 * whole)
        return rest < 0 ? quotient - 1 : quotient
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
