/// Lines and arrows that end at something, which they go along with.
extension Canvas {
    /// A line or an arrow, and which of its ends go along.
    package struct Connector: Hashable, Sendable {
        package var object: ObjectID
        /// As it stands.
        package var shape: Shape
        package var startsThere: Bool
        package var endsThere: Bool

        /// What it is when that has moved where it starts or ends.
        package func shape(movedBy step: Dot) -> Shape {
            var shape = shape
            if startsThere { shape.from = shape.from.moved(byX: Int(step.x), y: Int(step.y)) }
            if endsThere { shape.to = shape.to.moved(byX: Int(step.x), y: Int(step.y)) }
            return shape
        }
    }

    /// The lines and arrows with an end at some objects, but for those among them and what is
    /// locked.
    package func connectors(of ids: some Sequence<ObjectID>) -> [Connector] {
        let targets = Set(ids.compactMap(visibleSlot))
        let near = targets.flatMap { slots(touching: boxes[$0].grown(by: Self.connectorReach)) }
        return Set(near).sorted().compactMap { slot in
            guard !targets.contains(slot), !objects[slot].look.isLocked,
                let shape = wholeShape(of: slot), !shape.kind.hasInside
            else { return nil }
            let startsThere = targets.contains { isAt(shape.from, $0) }
            let endsThere = targets.contains { isAt(shape.to, $0) }
            guard startsThere || endsThere else { return nil }
            return Connector(
                object: objects[slot].id, shape: shape, startsThere: startsThere,
                endsThere: endsThere)
        }
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
