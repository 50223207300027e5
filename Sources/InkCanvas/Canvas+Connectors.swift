/// Lines and arrows, and what they begin and end at.
extension Canvas {
    /// A line or an arrow that goes along with what it begins or ends at.
    package struct Connector: Hashable, Sendable {
        package var object: ObjectID
        /// As it stands.
        package var shape: Shape
        package var startsThere: Bool
        package var endsThere: Bool
        /// The boxes that it is between, as they stand.
        var start: Shape?
        var end: Shape?

        /// What it is when that has moved: it keeps its places at the sides, or takes others where
        /// it would go through a box or miss its side.
        package func shape(movedBy step: Dot) -> Shape {
            var moved = shape
            if startsThere { moved.from = shape.from.moved(byX: Int(step.x), y: Int(step.y)) }
            if endsThere { moved.to = shape.to.moved(byX: Int(step.x), y: Int(step.y)) }
            guard startsThere != endsThere else { return moved }
            let (from, to) = (
                startsThere ? start?.moved(by: step) : start, endsThere ? end?.moved(by: step) : end
            )
            guard !moved.isJoined(leaving: from, entering: to) else { return moved }
            return moved.joined(leaving: from, entering: to) ?? moved
        }
    }

    /// The lines and arrows that begin or end at some objects, but for those among them and what is
    /// locked.
    package func connectors(of ids: some Sequence<ObjectID>) -> [Connector] {
        let all = Set(ids.compactMap(visibleSlot))
        let near = all.flatMap { slots(touching: boxes[$0].grown(by: Self.connectorReach)) }
        return Set(near).sorted().compactMap { slot in
            guard !all.contains(slot), !objects[slot].look.isLocked,
                let shape = wholeShape(of: slot), !shape.kind.hasInside
            else { return nil }
            let (start, end) = (joint(at: shape.from), joint(at: shape.to))
            let (startsThere, endsThere) = (
                start.map(all.contains) ?? false, end.map(all.contains) ?? false
            )
            guard startsThere || endsThere else { return nil }
            return Connector(
                object: objects[slot].id, shape: shape, startsThere: startsThere,
                endsThere: endsThere, start: start.flatMap(area), end: end.flatMap(area))
        }
    }

    /// The box that a line or an arrow begins or ends at, if a dot is where it does and on the box.
    package func box(at dot: Dot, joinedBy line: ObjectID) -> ObjectID? {
        guard let shape = visibleSlot(of: line).flatMap(wholeShape) else { return nil }
        let isEnd = [shape.from, shape.to].contains {
            abs($0.x - dot.x) < 2 && abs($0.y - dot.y) < 4
        }
        let box = isEnd ? joint(at: dot) : nil
        return box.flatMap { area(of: $0)?.encloses(dot) == true ? objects[$0].id : nil }
    }

    /// A line or an arrow that was drawn from within one box into another, from side to side.
    package func joined(_ line: Shape) -> Shape {
        guard !line.kind.hasInside else { return line }
        let start = box(around: line.from).flatMap { $0.encloses(line.to) ? nil : $0 }
        let end = box(around: line.to).flatMap { $0.encloses(line.from) ? nil : $0 }
        return line.joined(leaving: start, entering: end) ?? line
    }

    /// What a line may begin or end at, as an area: a rectangle, an ellipse, a note, or a text that
    /// is no label.
    private func area(of slot: Int) -> Shape? {
        switch objects[slot].look.kind {
        case .stroke, .stamp: return nil
        case .shape: return wholeShape(of: slot).flatMap { $0.kind.hasInside ? $0 : nil }
        case .text, .note: break
        }
        guard node(labelledBy: objects[slot].id) == nil else { return nil }
        let box = boxes[slot]
        return Shape(
            .rectangle, from: Dot(x: box.minX, y: box.minY), to: Dot(x: box.maxX, y: box.maxY))
    }

    /// The smallest of them that has a dot in it or on its side.
    private func box(around dot: Dot) -> Shape? {
        let around = slots(touching: DotRectangle(dot)).compactMap(area).filter {
            $0.encloses(dot)
        }
        return around.min { $0.box.extent < $1.box.extent }
    }

    /// What a line that ends there ends at: the nearest, and of those as near the smallest.
    private func joint(at dot: Dot) -> Int? {
        let near = DotRectangle(dot).grown(by: Self.connectorReach)
        let there = slots(touching: near).filter { area(of: $0) != nil && isAt(dot, $0) }
        return there.map { (away: cells(from: dot, to: $0), extent: boxes[$0].extent, slot: $0) }
            .min { ($0.away, $0.extent) < ($1.away, $1.extent) }?.slot
    }

    /// How many cells a dot is beside an object's box.
    private func cells(from dot: Dot, to slot: Int) -> Int32 {
        let box = tightBox(of: slot)
        let right = max(box.minX - dot.x, dot.x - box.maxX, 0)
        let down = max(box.minY - dot.y, dot.y - box.maxY, 0)
        return max((right + 1) / 2, (down + 3) / 4)
    }

    /// What to set so that a shape has other ends.
    package func fields(of id: ObjectID, as wanted: Shape) -> [Operation.Field] {
        guard let slot = visibleSlot(of: id), let shape = shape(of: slot) else { return [] }
        let step = objects[slot].look.displacement
        func home(_ dot: Dot) -> Dot { dot.moved(byX: -Int(step.x), y: -Int(step.y)) }
        return (wanted.from == shape.from ? [] : [.from(home(wanted.from))])
            + (wanted.to == shape.to ? [] : [.to(home(wanted.to))])
    }

    /// A dot is on the outline of an object, or in the cell beside it.
    private func isAt(_ dot: Dot, _ slot: Int) -> Bool {
        guard objects[slot].look.kind.isInk else {
            return boxes[slot].grown(by: Self.connectorReach).contains(DotRectangle(dot))
        }
        return !ranges(of: slot, under: Eraser(path: [dot], radius: Self.connectorReach)).isEmpty
    }

    /// The height of a cell, and one dot more for where in their cells both are.
    private static let connectorReach: Int32 = 5
}
