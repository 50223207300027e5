/// Lines and arrows from the side of one box to the side of another.
extension Shape {
    /// The same line or arrow, cut at the sides of the boxes that it begins and ends in.
    ///
    /// An arrow ends before the side. What begins or ends at a corner is meant for the middle.
    ///
    /// Nil if nothing of it is left, or it would go another way for being shorter.
    func joined(leaving start: Shape?, entering end: Shape?) -> Shape? {
        var line = self
        if let start, start.isCorner(from) { line.from = start.middle(inStepsFrom: from) }
        if let end, end.isCorner(to) { line.to = end.middle(inStepsFrom: to) }
        let path = line.cells
        var joined = line
        if let start, let leaving = path.firstIndex(where: { !start.encloses($0) }), leaving > 0 {
            joined.from = path[leaving - 1]
        }
        if let end, let entering = path.lastIndex(where: { !end.encloses($0) }),
            entering + 1 < path.count
        {
            joined.to = path[kind == .arrow ? entering : entering + 1]
        }
        let goesThere = look == .dots || path.contains(joined.elbow)
        return goesThere && joined.from != joined.to ? joined : nil
    }

    /// It begins and ends at the sides of these boxes, and goes through neither.
    func isJoined(leaving start: Shape?, entering end: Shape?) -> Bool {
        let path = cells
        return (start?.isReached(by: path.reversed()) ?? true)
            && (end?.isReached(by: path) ?? true)
    }

    /// A path ends on the side, or goes straight for it and ends one step before.
    private func isReached(by path: [Dot]) -> Bool {
        guard path.count > 1, let last = path.last, !isCorner(last) else { return false }
        let before = path[path.count - 2]
        guard !path.dropLast().contains(where: encloses) else { return false }
        return encloses(last)
            || encloses(Dot(x: 2 * last.x - before.x, y: 2 * last.y - before.y))
    }

    /// Half the circumference of its box.
    var extent: Int64 {
        abs(Int64(to.x) - Int64(from.x)) + abs(Int64(to.y) - Int64(from.y))
    }

    /// A dot is on its outline or within.
    func encloses(_ dot: Dot) -> Bool {
        var filled = self
        filled.isFilled = true
        return filled.fills(dot)
    }

    /// A dot is in the cell of a corner of the box.
    private func isCorner(_ dot: Dot) -> Bool {
        min(abs(dot.x - from.x), abs(dot.x - to.x)) < 2
            && min(abs(dot.y - from.y), abs(dot.y - to.y)) < 4
    }

    /// A dot in the middle that is whole cells away from another.
    func middle(inStepsFrom dot: Dot) -> Dot {
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
