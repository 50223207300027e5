/// Lines and arrows that are drawn from within one box into another.
extension Canvas {
    /// The same line or arrow from side to side: one that leaves a box begins on its side, one that
    /// enters a box ends on its side, an arrow before it.
    package func joined(_ line: Shape) -> Shape {
        guard !line.kind.hasInside else { return line }
        let path = line.cells
        var joined = line
        if let box = enclosure(of: line.from), !box.encloses(line.to),
            let leaving = path.firstIndex(where: { !box.encloses($0) })
        {
            joined.from = path[leaving - 1]
        }
        if let box = enclosure(of: line.to), !box.encloses(line.from),
            let entering = path.lastIndex(where: { !box.encloses($0) })
        {
            joined.to = path[line.kind == .arrow ? entering : entering + 1]
        }
        // It must not go another way for being shorter.
        let goesThere = path.contains(joined.elbow) || line.look == .dots
        return goesThere && joined.from != joined.to ? joined : line
    }

    /// The box that a dot is in, and not on its side.
    private func enclosure(of dot: Dot) -> Shape? {
        let shape = innermostShape(around: dot).flatMap(knownSlot).flatMap(wholeShape)
        return shape.flatMap { $0.encloses(dot) && !$0.isBeside(dot) ? $0 : nil }
    }
}

extension Shape {
    /// A dot is on its outline or within.
    fileprivate func encloses(_ dot: Dot) -> Bool {
        var filled = self
        filled.isFilled = true
        return filled.fills(dot)
    }

    /// A dot is less than a cell from the sides of the box.
    fileprivate func isBeside(_ dot: Dot) -> Bool {
        min(abs(dot.x - from.x), abs(dot.x - to.x)) < 2
            || min(abs(dot.y - from.y), abs(dot.y - to.y)) < 4
    }

    /// The way of a line from end to end in steps of no more than a cell.
    fileprivate var cells: [Dot] {
        let corners = look == .cells ? [from, elbow, to] : [from, to]
        return zip(corners, corners.dropFirst()).reduce(into: [from]) { path, side in
            let (start, end) = side
            let (dx, dy) = (Int64(end.x) - Int64(start.x), Int64(end.y) - Int64(start.y))
            let steps = max((abs(dx) + 1) / 2, (abs(dy) + 3) / 4)
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
