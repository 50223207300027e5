extension Canvas {
    /// Objects in effect that are not wholly hidden, the undermost first.
    package var visibleObjects: [CanvasObject] {
        sortedByHeight(objects.indices.filter { objects[$0].look.isVisible })
            .compactMap(visibleObject)
    }

    /// Objects with ink, or the room it takes, within a rectangle; the undermost first.
    package func objects(touching area: DotRectangle) -> [CanvasObject] {
        sortedByHeight(slots(touching: area)).compactMap(visibleObject)
    }

    /// A visible object; nil for what is unknown, undone, hidden or cleared.
    package func object(_ id: ObjectID) -> CanvasObject? {
        objectSlots[id].flatMap(visibleObject)
    }

    /// The topmost visible object with ink no farther than `radius` from a dot, or text on it.
    package func topmostObject(near dot: Dot, within radius: Int32 = 0) -> CanvasObject? {
        var top: Int?
        let eraser = Eraser(path: [dot], radius: radius)
        for slot in slots(touching: eraser.area) {
            if let top, order(of: slot) < order(of: top) { continue }
            if objects[slot].look.kind == .text || !ranges(of: slot, under: eraser).isEmpty {
                top = slot
            }
        }
        return top.flatMap(visibleObject)
    }

    /// Points of the strokes that are visible.
    package var visiblePointCount: Int {
        objects.reduce(0) {
            $0 + ($1.look.isVisible && $1.look.kind == .stroke ? $1.stroke.pointCount : 0)
        }
    }

    /// The box around everything visible; nil for an empty canvas.
    package var bounds: DotRectangle? {
        let all = boxes.reduce(DotRectangle.empty) { $0.union($1) }
        return all.isEmpty ? nil : all
    }

    /// The visible object that was made last.
    package var newestObject: CanvasObject? {
        let births = objects.indices.filter { objects[$0].look.isVisible }
        let newest = births.max { left, right in
            guard let left = objects[left].birth, let right = objects[right].birth else {
                return false
            }
            return left.precedence < right.precedence
        }
        return newest.flatMap(visibleObject)
    }

    /// How much has been taken in of each author's log: one more than the highest index.
    package var seen: [Operation.Slice] {
        authors.compactMap { author in
            author.held.last.map { Operation.Slice(author: author.id, seen: $0.upperBound) }
        }.sorted { $0.author < $1.author }
    }

    /// The lines that a visible stroke is drawn with: smoothed, moved, and cut where it is hidden.
    package func ink(of id: ObjectID) -> [[FineDot]] {
        guard let slot = objectSlots[id], objects[slot].look.isVisible else { return [] }
        var lines = InkLines()
        trace(slot, into: &lines)
        return lines.lines
    }

    private func visibleObject(_ slot: Int) -> CanvasObject? {
        let object = objects[slot]
        guard object.look.isVisible, let birth = object.birth else { return nil }
        let step = object.look.displacement
        let points =
            birth.kind != .text
            ? object.path.runs.flatMap { run in
                run.points.map { Dot(x: $0.x + step.x, y: $0.y + step.y) }
            } : []
        return CanvasObject(
            id: object.id, kind: birth.kind, entry: birth.precedence.entry,
            position: object.look.position, color: object.look.color, width: object.look.width,
            isLocked: object.look.isLocked,
            isEnded: birth.kind != .stroke || object.stroke.isEnded,
            box: boxes[slot], points: points,
            text: String(decoding: object.look.text, as: UTF8.self), shape: shape(of: slot))
    }

    private func sortedByHeight(_ slots: [Int]) -> [Int] {
        slots.sorted { order(of: $0) < order(of: $1) }
    }
}
