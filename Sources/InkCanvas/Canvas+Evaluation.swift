extension Canvas {
    /// What became of an object's points; one that is reborn may be another object altogether.
    enum PointsChange: Equatable { case none, grown(from: UInt32), rearranged, reborn }

    /// Brings an object's look up to date with what is known of it.
    mutating func evaluate(
        object slot: Int, points: PointsChange = .none, _ change: inout Change
    ) {
        let old = objects[slot].look
        let new = look(of: slot)
        objects[slot].look = new
        let isRedrawn =
            new != old || points == .reborn || (points != .none && new.kind == .stroke)
        guard old.isVisible || new.isVisible, isRedrawn else { return }
        let stamps = attached[slot] ?? []
        if !stamps.isEmpty { change.touchesCells = true }
        if new == old, !new.isSmooth, case .grown(let offset) = points {
            let grown = extent(of: objects[slot].stroke.tail(from: offset).points, as: new)
            boxes[slot] = boxes[slot].union(grown)
            change.additions.append(Addition(slot: slot, offset: offset))
            return
        }
        let oldBox = boxes[slot]
        boxes[slot] = new.isVisible ? box(of: slot) : .empty
        visibleObjectCount += (new.isVisible ? 1 : 0) - (old.isVisible ? 1 : 0)
        change.touchesCells = change.touchesCells || old.kind != .stroke || new.kind != .stroke
        if !old.isVisible {
            change.additions.append(Addition(slot: slot, offset: 0))
        } else {
            change.areas.append(oldBox)
            if boxes[slot] != oldBox, !boxes[slot].isEmpty { change.areas.append(boxes[slot]) }
        }
        guard old.isVisible != new.isVisible || old.kind != new.kind, !lacks(.stampsFollow)
        else { return }
        for stamp in stamps { evaluate(object: stamp, &change) }
    }

    private func look(of slot: Int) -> ObjectRecord.Look {
        let object = objects[slot]
        var look = ObjectRecord.Look()
        guard let birth = object.birth else { return look }
        look.kind = birth.content.kind
        look.color = birth.style.color
        look.width = birth.style.width
        var more = ObjectRecord.Look.More()
        switch birth.content {
        case .stroke, .shape: break
        case .text(let position, let text): (look.place, more.text) = (position, text)
        case .note(let position, let width, let text):
            (look.place, more.noteWidth, more.text) = (position, width, text)
        case .stamp(let stamp, let place):
            more.stamp = stamp
            switch place {
            case .at(let position): look.place = position
            case .on(let target): more.target = target
            }
        }
        look.isSmooth =
            look.kind == .stroke && birth.style.isSmoothed && object.stroke.isEnded
            && object.stroke.pointCount >= InkPath.smoothedPointsMin
        write(object, to: &look, &more)
        let isHidden = hide(object, in: look, &more)
        let isCleared = authorSlots[object.id.author].map {
            birth.index < authors[$0].clearedBelow || authors[$0].isConcealed
        }
        look.isVisible =
            !isHidden && isCleared != true && !actions[Int(birth.action)].isUndone
            && hasSomethingToSee(object, look, more)
        look.set(more)
        return look
    }

    private func hasSomethingToSee(
        _ object: ObjectRecord, _ look: ObjectRecord.Look, _ more: ObjectRecord.Look.More
    ) -> Bool {
        switch look.kind {
        case .stroke, .shape: return object.drawnPath.pointCount > 0
        case .text, .note: return !more.text.isEmpty
        case .stamp:
            guard let target = more.target else { return true }
            // Stamps on stamps could stand on each other.
            guard let slot = knownSlot(target), objects[slot].look.kind != .stamp else {
                return false
            }
            return objects[slot].look.isVisible
        }
    }

    /// Sets each field to its highest write in effect.
    private func write(
        _ object: ObjectRecord, to look: inout ObjectRecord.Look,
        _ more: inout ObjectRecord.Look.More
    ) {
        var drawn: Shape?
        if case .shape(let shape, _) = object.birth?.content { drawn = shape }
        var shape = drawn
        for write in object.writes
        where !actions[write.action].isUndone || lacks(.undoneWritesFallBack) {
            switch write.field {
            case .position(let dot):
                let home = look.kind.isInk ? object.home : Dot(x: 0, y: 0)
                look.place = Dot(x: dot.x - home.x, y: dot.y - home.y)
                more.target = nil
            case .color(let color): look.color = color
            case .text(let text):
                if look.kind == .text || look.kind == .note { more.text = Array(text.utf8) }
            case .noteWidth(let width):
                if look.kind == .note { more.noteWidth = width }
            case .width(let width): look.width = width
            case .order(let order):
                more.order = DrawingOrder(order == .front ? .front : .back, write.precedence)
            case .isLocked(let isLocked): look.isLocked = isLocked
            case .from, .to, .isFilled, .weight: shape?.set(write.field)
            }
        }
        if let shape, shape != drawn { more.reshaped = ObjectRecord.Look.Reshaped(shape) }
    }

    /// True if nothing is left to see.
    private func hide(
        _ object: ObjectRecord, in look: ObjectRecord.Look, _ more: inout ObjectRecord.Look.More
    ) -> Bool {
        var ranges: [Range<UInt32>] = []
        for hide in object.hides
        where !actions[hide.action].isUndone || lacks(.undoneHidesShow) {
            switch hide.extent {
            case .whole: return true
            case .ranges(let more): ranges += more
            }
        }
        guard look.kind.isInk, !ranges.isEmpty else { return false }
        more.hidden = ranges.normalized
        return (more.reshaped?.outline ?? object.drawnPath).isCovered(by: more.hidden)
    }

    private func box(of slot: Int) -> DotRectangle {
        let object = objects[slot]
        switch object.look.kind {
        case .text: return TextExtent.box(of: object.look.text, at: object.look.place)
        case .note: return card(of: slot).box(at: object.look.place)
        case .stamp:
            guard object.look.target == nil else { return .empty }
            return TextExtent.cells(columns: 1, at: object.look.place)
        case .stroke, .shape: break
        }
        return object.path.runs.reduce(.empty) {
            $0.union(extent(of: $1.points, as: object.look))
        }
    }

    private func extent(of points: [Dot], as look: ObjectRecord.Look) -> DotRectangle {
        var box = DotRectangle.empty
        for point in points { box.include(point) }
        return box.moved(by: look.displacement).grown(by: margin(of: look))
    }

    /// How far beyond its points ink may be seen.
    func margin(of look: ObjectRecord.Look) -> Int32 {
        // A line of characters may be off its path by less than a cell.
        Int32(look.width) / 2 + (look.kind == .shape ? 4 : 1)
    }

    // MARK: Actions, clears, title

    /// Decides whether an action is undone, and what follows from that.
    mutating func evaluate(action: Int, _ change: inout Change) {
        let valid = (undoWrites[action] ?? []).filter { write in
            lacks(.undoByOwnPerson)
                || isSamePerson(write.precedence.entry.author, actions[action].id.author)
        }
        let isUndone = valid.max { $0.precedence < $1.precedence }?.isUndone ?? false
        guard isUndone != actions[action].isUndone else { return }
        actions[action].isUndone = isUndone
        for dependent in actions[action].dependents {
            switch dependent {
            case .object(let slot): evaluate(object: Int(slot), &change)
            case .author(let author): evaluateCleared(author: Int(author), &change)
            case .title: evaluateTitle(&change)
            }
        }
    }

    private func isSamePerson(_ left: AuthorID, _ right: AuthorID) -> Bool {
        if left == right { return true }
        guard let left = authorSlots[left], let right = authorSlots[right],
            let person = authors[left].person
        else { return false }
        return person == authors[right].person
    }

    mutating func evaluateCleared(author: Int, _ change: inout Change) {
        let below = authors[author].clears.reduce(0) { below, clear in
            actions[clear.action].isUndone && !lacks(.undoneClearsShow)
                ? below : max(below, clear.seen)
        }
        guard below != authors[author].clearedBelow else { return }
        authors[author].clearedBelow = below
        var touched = Change()
        for slot in objects.indices where objects[slot].id.author == authors[author].id {
            evaluate(object: slot, &touched)
        }
        if !touched.isEmpty { change.merge(.everything) }
    }

    mutating func evaluateTitle(_ change: inout Change) {
        let inEffect = titles.filter {
            !actions[$0.action].isUndone || lacks(.undoneTitlesFallBack)
        }
        let highest = inEffect.max { $0.precedence < $1.precedence }
        let value = (lacks(.titleByOrder) ? inEffect.last : highest)?.text ?? ""
        guard !value.utf8.elementsEqual(title.utf8) else { return }
        title = value
        change.touchesTitle = true
    }
}
