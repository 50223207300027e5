/// What is to be known of objects that somebody has chosen.
extension Canvas {
    /// The places that a visible object takes; nil for one that is not visible.
    package func box(of id: ObjectID) -> DotRectangle? {
        guard let slot = knownSlot(id), objects[slot].look.isVisible else { return nil }
        return tightBox(of: slot)
    }

    /// Without the margin that a shape's box has for its ends; of a stamp on an object, its mark.
    func tightBox(of slot: Int) -> DotRectangle {
        if let target = objects[slot].look.target.flatMap({ knownSlot($0) }),
            let badge = badges.first(where: { $0.slot == target }),
            let place = badge.stamps.firstIndex(where: { $0.stamp == objects[slot].look.stamp })
        {
            return badge.boxes[place]
        }
        guard let shape = shape(of: slot) else { return boxes[slot] }
        let corners = shape.kind.hasInside ? [shape.from, shape.to] : shape.outline
        return corners.reduce(DotRectangle.empty) { $0.union(DotRectangle($1)) }
    }

    /// The slot of a visible object.
    package func visibleSlot(of id: ObjectID) -> Int? {
        knownSlot(id).flatMap { objects[$0].look.isVisible ? $0 : nil }
    }

    /// An object was on the canvas, and is not any more.
    package func isGone(_ id: ObjectID) -> Bool {
        guard let slot = knownSlot(id) else { return false }
        return objects[slot].birth != nil && !objects[slot].look.isVisible
    }

    package func isLocked(_ id: ObjectID) -> Bool {
        knownSlot(id).map { objects[$0].look.isLocked } ?? false
    }

    /// The visible ones of some objects, the undermost first.
    package func undermostFirst(_ ids: [ObjectID]) -> [ObjectID] {
        let slots = ids.compactMap { knownSlot($0) }.filter { objects[$0].look.isVisible }
        return slots.sorted { order(of: $0) < order(of: $1) }.map { objects[$0].id }
    }

    /// The objects that lie wholly within a rectangle, the undermost first.
    package func objects(within area: DotRectangle) -> [ObjectID] {
        let inside = slots(touching: area).filter {
            objects[$0].look.target == nil && area.contains(tightBox(of: $0))
        }
        return inside.sorted { order(of: $0) < order(of: $1) }.map { objects[$0].id }
    }

    /// The texts that lie in a rectangle or an ellipse, in no smaller one within it, and are no
    /// other's label.
    package func labels(of id: ObjectID) -> [ObjectID] {
        guard let slot = knownSlot(id), objects[slot].look.isVisible,
            shape(of: slot)?.kind.hasInside == true
        else { return [] }
        let box = tightBox(of: slot)
        let inside = slots(touching: box).filter { $0 != slot && box.contains(tightBox(of: $0)) }
        let smaller = inside.filter { shape(of: $0)?.kind.hasInside == true }.map(tightBox)
        return inside.filter { text in
            objects[text].look.kind == .text
                && !smaller.contains { $0.contains(boxes[text]) }
                && (node(labelledBy: objects[text].id)?.shape ?? id) == id
        }.map { objects[$0].id }
    }

    /// A rectangle or an ellipse in which nothing lies but perhaps a text, its label.
    package struct Node: Hashable, Sendable {
        package var shape: ObjectID
        package var box: DotRectangle
        package var label: ObjectID?
    }

    /// The node that a shape is; nil for what is none.
    package func node(_ id: ObjectID) -> Node? {
        guard let slot = visibleSlot(of: id), shape(of: slot)?.kind.hasInside == true else {
            return nil
        }
        let box = tightBox(of: slot)
        let inside = slots(touching: box).filter {
            $0 != slot && objects[$0].look.kind != .stamp && box.contains(tightBox(of: $0))
        }
        guard inside.count <= 1, inside.allSatisfy({ objects[$0].look.kind == .text }) else {
            return nil
        }
        return Node(shape: id, box: box, label: inside.first.map { objects[$0].id })
    }

    /// The node that a dot is in or on.
    package func node(around dot: Dot) -> Node? {
        innermostShape(around: dot).flatMap { node($0) }
    }

    /// The node that a text is the label of.
    package func node(labelledBy id: ObjectID) -> Node? {
        guard let slot = visibleSlot(of: id), objects[slot].look.kind == .text else { return nil }
        let box = boxes[slot]
        let center = Dot(x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2)
        return node(around: center).flatMap { $0.label == id ? $0 : nil }
    }

    /// The smallest rectangle or ellipse whose box has a dot in it.
    package func innermostShape(around dot: Dot) -> ObjectID? {
        let around = slots(touching: DotRectangle(dot)).filter {
            shape(of: $0)?.kind.hasInside == true && tightBox(of: $0).contains(DotRectangle(dot))
        }
        let innermost = around.min { tightBox(of: $0).extent < tightBox(of: $1).extent }
        return innermost.map { objects[$0].id }
    }

    /// All visible objects but stamps that stand on others, the undermost first.
    package var visibleObjectIDs: [ObjectID] {
        undermostFirst(objects.filter { $0.look.isVisible && $0.look.target == nil }.map { $0.id })
    }

    /// The lines to draw a visible stroke's like with: as it was drawn, or, if some of it has been
    /// rubbed out, what is left, which is smoothed already.
    package func strokes(of id: ObjectID) -> (lines: [[Dot]], isSmoothed: Bool) {
        guard let slot = knownSlot(id), objects[slot].look.isVisible else { return ([], false) }
        let object = objects[slot]
        guard object.look.hidden.isEmpty else { return (ink(of: id).map(wholeDots), false) }
        let step = object.look.displacement
        let lines = object.path.runs.map { run in
            run.points.map { Dot(x: $0.x + step.x, y: $0.y + step.y) }
        }
        return (lines.filter { !$0.isEmpty }, object.look.isSmooth)
    }

    private func wholeDots(_ line: [FineDot]) -> [Dot] {
        var dots: [Dot] = []
        for place in line {
            let half = FineDot.perDot / 2
            let dot = Dot(
                x: (place.x + half) >> FineDot.perDot.trailingZeroBitCount,
                y: (place.y + half) >> FineDot.perDot.trailingZeroBitCount)
            if dot != dots.last { dots.append(dot) }
        }
        return dots
    }
}
