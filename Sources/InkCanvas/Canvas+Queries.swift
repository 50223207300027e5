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
        knownSlot(id).flatMap(visibleObject)
    }

    /// The topmost visible object with ink no farther than `radius` from a dot, a filling or
    /// characters on it.
    package func topmostObject(near dot: Dot, within radius: Int32 = 0) -> CanvasObject? {
        var top: Int?
        let eraser = Eraser(path: [dot], radius: radius)
        for slot in slots(touching: eraser.area) {
            if let top, order(of: slot) < order(of: top) { continue }
            if !objects[slot].look.kind.isInk || isFilled(slot, at: dot)
                || !ranges(of: slot, under: eraser).isEmpty
            {
                top = slot
            }
        }
        top = stamp(touching: eraser.area) ?? top
        return top.flatMap(visibleObject)
    }

    /// Points of the strokes that are visible.
    package var visiblePointCount: Int {
        objects.reduce(0) {
            $0 + ($1.look.isVisible && $1.look.kind == .stroke ? $1.stroke.pointCount : 0)
        }
    }

    /// The box around everything visible, marks on objects included; nil for an empty canvas.
    package var bounds: DotRectangle? {
        let all = (boxes.boxes + badges.map(box(around:))).reduce(DotRectangle.empty) {
            $0.union($1)
        }
        return all.isEmpty ? nil : all
    }

    /// The same canvas with nothing visible but some objects and the stamps on them: for pictures.
    package func showing(_ ids: Set<ObjectID>) -> Canvas {
        var canvas = self
        for slot in objects.indices {
            let look = objects[slot].look
            guard look.isVisible, !ids.contains(look.target ?? objects[slot].id),
                !ids.contains(objects[slot].id)
            else { continue }
            canvas.objects[slot].look.isVisible = false
            canvas.boxes[slot] = .empty
            canvas.visibleObjectCount -= 1
        }
        return canvas
    }

    /// The visible object that was made last.
    package var newestObject: CanvasObject? {
        let births = objects.indices.filter { objects[$0].look.isVisible }
        let newest = births.max { left, right in
            guard let one = objects[left].birth, let other = objects[right].birth else {
                return false
            }
            return objects[left].precedence(of: one) < objects[right].precedence(of: other)
        }
        return newest.flatMap(visibleObject)
    }

    /// Something was said of an action.
    func knows(_ action: ActionID) -> Bool {
        authorSlots[action.author].map { authors[$0].actions[action.number] != nil } ?? false
    }

    /// How much has been taken in of each author's log without a gap; its first entry, which says who
    /// the author is, is none of the canvas.
    package var seen: [Operation.Slice] {
        authors.compactMap { author in
            guard let first = author.held.first, first.lowerBound <= 1 else { return nil }
            return Operation.Slice(author: author.id, seen: first.upperBound)
        }.sorted { $0.author < $1.author }
    }

    /// The lines that a visible stroke is drawn with: smoothed, moved, and cut where it is hidden.
    package func ink(of id: ObjectID) -> [[FineDot]] {
        guard let slot = knownSlot(id), objects[slot].look.isVisible else { return [] }
        var lines = InkLines()
        trace(slot, into: &lines)
        return lines.lines
    }

    private func visibleObject(_ slot: Int) -> CanvasObject? {
        let object = objects[slot]
        guard object.look.isVisible, let birth = object.birth else { return nil }
        let step = object.look.displacement
        let points =
            object.look.kind.isInk
            ? object.path.runs.flatMap { run in
                run.points.map { Dot(x: $0.x + step.x, y: $0.y + step.y) }
            } : []
        let home = object.look.kind.isInk ? object.home : Dot(x: 0, y: 0)
        let place = Dot(x: home.x + object.look.place.x, y: home.y + object.look.place.y)
        let badgePlace = object.look.target.flatMap { knownSlot($0) }.map(badgePlace)
        return CanvasObject(
            id: object.id, kind: object.look.kind, entry: object.precedence(of: birth).entry,
            position: badgePlace ?? place, color: object.look.color,
            width: object.look.width, noteWidth: object.look.noteWidth,
            isLocked: object.look.isLocked,
            isEnded: object.look.kind != .stroke || object.stroke.isEnded,
            box: badgePlace.map { TextExtent.cells(columns: 1, at: $0) } ?? boxes[slot],
            points: points, text: String(decoding: object.look.text, as: UTF8.self),
            shape: shape(of: slot), stamp: object.look.stamp, target: object.look.target)
    }

    private func isFilled(_ slot: Int, at dot: Dot) -> Bool {
        wholeShape(of: slot)?.fills(dot) ?? false
    }

    private func sortedByHeight(_ slots: [Int]) -> [Int] {
        slots.sorted { order(of: $0) < order(of: $1) }
    }
}
