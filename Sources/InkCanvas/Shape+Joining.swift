/// Lines and arrows from the side of one box to the side of another.
extension Shape {
    /// The same line or arrow from side to side of the boxes that it begins and ends in: an arrow ends
    /// before the side.
    ///
    /// It is cut where it leaves and enters them, or takes the shortest way there is between them where
    /// it would begin or end at a corner, or go through one of them. Nil if there is no way.
    func joined(leaving start: Shape?, entering end: Shape?) -> Shape? {
        let path = cells
        var joined = self
        if let start, let leaving = path.firstIndex(where: { !start.encloses($0) }), leaving > 0 {
            joined.from = path[start.kind == .ellipse ? leaving : leaving - 1]
        }
        if let end, let entering = path.lastIndex(where: { !end.encloses($0) }),
            entering + 1 < path.count
        {
            joined.to = path[kind == .arrow || end.kind == .ellipse ? entering : entering + 1]
        }
        if joined.from != joined.to, joined.isJoined(leaving: start, entering: end) {
            return joined
        }
        return shortest(leaving: start, entering: end)
    }

    /// The shortest of the ways from a side of one box to a side of the other, near the middle of
    /// both.
    private func shortest(leaving start: Shape?, entering end: Shape?) -> Shape? {
        if let start, let end, start.box.intersects(end.box) { return nil }
        let isBefore = kind == .arrow || end?.kind == .ellipse
        let starts =
            start?.places(isBeside: start?.kind == .ellipse, inStepsFrom: from) ?? [
                (from, Int64(0))
            ]
        let ends = end?.places(isBeside: isBefore, inStepsFrom: to) ?? [(to, Int64(0))]
        var best: (shape: Shape, length: Int64)?
        for (from, fromMiddle) in starts {
            for (to, toMiddle) in ends {
                let (dx, dy) = (abs(Int64(to.x) - Int64(from.x)), abs(Int64(to.y) - Int64(from.y)))
                let turn: Int64 = dx > 0 && dy > 0 ? 2 : 0
                let length = dx / 2 + dy / 4 + turn + fromMiddle + toMiddle
                guard length < best?.length ?? .max else { continue }
                var way = self
                (way.from, way.to) = (from, to)
                guard way.isJoined(leaving: start, entering: end) else { continue }
                best = (way, length)
            }
        }
        return best?.shape
    }

    /// Places on the sides of the box, or just beside them, that are whole cells away from a dot; and
    /// how many cells each is from the middle of its side.
    private func places(isBeside: Bool, inStepsFrom dot: Dot) -> [(dot: Dot, fromMiddle: Int64)] {
        func low(_ value: Int32, _ step: Int32, _ grid: Int32) -> Int32 {
            value + ((grid - value) % step + step) % step
        }
        func high(_ value: Int32, _ step: Int32, _ grid: Int32) -> Int32 {
            value - ((value - grid) % step + step) % step
        }
        let out: Int32 = isBeside ? 1 : 0
        let left = low(min(from.x, to.x), 2, dot.x) - 2 * out
        let right = high(max(from.x, to.x), 2, dot.x) + 2 * out
        let top = low(min(from.y, to.y), 4, dot.y) - 4 * out
        let bottom = high(max(from.y, to.y), 4, dot.y) + 4 * out
        let middle = middle(inStepsFrom: dot)
        return (-Self.placesMax...Self.placesMax).flatMap { step in
            let (x, y) = (middle.x + 2 * step, middle.y + 4 * step)
            let away = Int64(abs(step))
            let level = [left, right].map { (dot: Dot(x: $0, y: y), fromMiddle: away) }
            let upright = [top, bottom].map { (dot: Dot(x: x, y: $0), fromMiddle: away) }
            return (y > top && y < bottom ? level : []) + (x > left && x < right ? upright : [])
        }
    }

    /// To either side of the middle of a side.
    private static let placesMax: Int32 = 4

    /// It begins and ends at the sides of these boxes, and goes through neither.
    func isJoined(leaving start: Shape?, entering end: Shape?) -> Bool {
        let path = cells
        return (start?.isReached(by: path.reversed()) ?? true)
            && (end?.isReached(by: path) ?? true)
    }

    /// A path ends on the side, or goes straight for it and ends one step before.
    private func isReached(by path: [Dot]) -> Bool {
        guard path.count > 1, let last = path.last else { return false }
        let before = path[path.count - 2]
        guard !path.dropLast().contains(where: encloses) else { return false }
        let ahead = Dot(x: 2 * last.x - before.x, y: 2 * last.y - before.y)
        let place = encloses(last) ? last : ahead
        return encloses(place) && (kind == .ellipse || !isCorner(place))
    }

    /// Around its corners.
    var box: DotRectangle { DotRectangle(from).union(DotRectangle(to)) }

    /// A dot is on its outline or within; of an ellipse, in a cell that its outline may be in.
    func encloses(_ dot: Dot) -> Bool {
        var filled = self
        filled.isFilled = true
        if kind == .ellipse {
            filled.from = Dot(x: min(from.x, to.x) - 1, y: min(from.y, to.y) - 2)
            filled.to = Dot(x: max(from.x, to.x) + 1, y: max(from.y, to.y) + 2)
        }
        return filled.fills(dot)
    }

    /// A dot is in the cell of a corner of the box.
    private func isCorner(_ dot: Dot) -> Bool {
        min(abs(dot.x - from.x), abs(dot.x - to.x)) < 2
            && min(abs(dot.y - from.y), abs(dot.y - to.y)) < 4
    }

    /// A dot in the middle that is whole cells away from another.
    private func middle(inStepsFrom dot: Dot) -> Dot {
        let (x, y) = ((from.x + to.x) / 2, (from.y + to.y) / 2)
        return Dot(x: x - (x - dot.x) % 2, y: y - (y - dot.y) % 4)
    }

    private static let stepsMax: Int64 = 4096

    /// The way of a line from end to end in steps of no more than a cell, of a very long one in more.
    private var cells: [Dot] {
        let corners = look == .cells ? [from, elbow, to] : [from, to]
        return zip(corners, corners.dropFirst()).reduce(into: [from]) { path, side in
            let (start, end) = side
            let (dx, dy) = (Int64(end.x) - Int64(start.x), Int64(end.y) - Int64(start.y))
            let steps = min(max((abs(dx) + 1) / 2, (abs(dy) + 3) / 4), Self.stepsMax)
            guard steps > 0 else { return }
            for step in 1...steps {
                path.append(
                    Dot(
                        x: start.x + Int32(dx * step / steps),
                        y: start.y + Int32(dy * step / steps)))
            }
        }
    }
}
