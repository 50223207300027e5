extension Canvas {
    mutating func apply(_ entry: CanvasEntry, as id: EntryID, _ change: inout Change) {
        let precedence = Precedence(stamp: entry.stamp, entry: id)
        let action = ActionID(author: id.author, number: entry.action)
        switch entry.operation {
        case .segment(let number, let offset, let style, let points, let isLast):
            let slot = objectSlot(ObjectID(author: id.author, number: number))
            if let style {
                bear(
                    slot,
                    ObjectRecord.Birth(
                        precedence: precedence, action: actionSlot(action), kind: .stroke,
                        style: style))
            }
            let end = objects[slot].stroke.end
            let segment = Stroke.Segment(
                offset: offset, index: id.index, isLast: isLast, points: points)
            let isNext = objects[slot].stroke.insert(segment)
            evaluate(object: slot, points: isNext ? .grown(from: end) : .rearranged, &change)
        case .text(let number, let position, let string, let style):
            let slot = objectSlot(ObjectID(author: id.author, number: number))
            bear(
                slot,
                ObjectRecord.Birth(
                    precedence: precedence, action: actionSlot(action), kind: .text,
                    style: style, position: position, text: Array(string.utf8)))
            evaluate(object: slot, &change)
        case .shape(let number, let shape, let style):
            let slot = objectSlot(ObjectID(author: id.author, number: number))
            bear(
                slot,
                ObjectRecord.Birth(
                    precedence: precedence, action: actionSlot(action), kind: .shape,
                    style: style, shape: shape, outline: Stroke(of: shape.outline)))
            evaluate(object: slot, &change)
        case .set(let object, let field):
            let (slot, action) = (objectSlot(object), actionSlot(action))
            link(object: slot, to: action)
            objects[slot].insert(
                ObjectRecord.Write(precedence: precedence, action: action, field: field))
            evaluate(object: slot, &change)
        case .hide(let object, let extent):
            let (slot, action) = (objectSlot(object), actionSlot(action))
            link(object: slot, to: action)
            objects[slot].hides.append(ObjectRecord.Hide(action: action, extent: extent))
            evaluate(object: slot, &change)
        case .clear(let slices):
            applyClear(slices, action: actionSlot(action), &change)
        case .undo(let target, let isUndone):
            let write = UndoWrite(precedence: precedence, isUndone: isUndone)
            applyUndo(write, to: actionSlot(target), &change)
        case .title(let text):
            let action = actionSlot(action)
            actions[action].touchesTitle = true
            titles.append(TitleWrite(precedence: precedence, action: action, text: text))
            evaluateTitle(&change)
        case .opaque:
            break
        }
    }

    /// Makes an object known; of several births the first in its author's log counts.
    private mutating func bear(_ slot: Int, _ birth: ObjectRecord.Birth) {
        if let known = objects[slot].birth,
            known.precedence.entry.index < birth.precedence.entry.index
        {
            return
        }
        let isReborn = objects[slot].birth != nil
        objects[slot].birth = birth
        switch birth.kind {
        case .text where !isReborn || !textSlots.contains(slot): textSlots.append(slot)
        case .shape where !isReborn || !shapeSlots.contains(slot): shapeSlots.append(slot)
        case .stroke, .text, .shape: break
        }
        link(object: slot, to: birth.action)
    }

    private mutating func applyClear(
        _ slices: [Operation.Slice], action: Int, _ change: inout Change
    ) {
        for slice in slices {
            let author = authorSlot(slice.author)
            authors[author].clears.append((action, slice.seen))
            actions[action].cleared.append(author)
            evaluateCleared(author: author, &change)
        }
    }

    private mutating func applyUndo(
        _ write: UndoWrite, to action: Int, _ change: inout Change
    ) {
        let writer = write.precedence.entry.author
        let known = actions[action].undoWrites.firstIndex {
            $0.precedence.entry.author == writer
        }
        if let known {
            guard actions[action].undoWrites[known].precedence < write.precedence else { return }
            actions[action].undoWrites[known] = write
        } else {
            actions[action].undoWrites.append(write)
            if writer != actions[action].id.author { contested.append(action) }
        }
        evaluate(action: action, &change)
    }
}
