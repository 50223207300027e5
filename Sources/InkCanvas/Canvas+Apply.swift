extension Canvas {
    mutating func apply(_ entry: CanvasEntry, as id: EntryID, _ change: inout Change) {
        let precedence = Precedence(stamp: entry.stamp, entry: id)
        let action = ActionID(author: id.author, number: entry.action)
        func bear(
            _ slot: Int, _ content: ObjectRecord.Content, _ style: InkStyle
        ) -> PointsChange {
            self.bear(
                slot,
                ObjectRecord.Birth(
                    stamp: entry.stamp, content: content, index: id.index,
                    action: Int32(actionSlot(action)), style: style))
        }
        func make(_ number: UInt32, _ content: ObjectRecord.Content, _ style: InkStyle) {
            let slot = objectSlot(ObjectID(author: id.author, number: number))
            let born = bear(slot, content, style)
            evaluate(object: slot, points: born, &change)
        }
        switch entry.operation {
        case .segment(let number, let offset, let style, let points, let isLast):
            let slot = objectSlot(ObjectID(author: id.author, number: number))
            let born = style.map { bear(slot, .stroke, $0) } ?? .none
            let end = objects[slot].stroke.end
            let isNext = objects[slot].stroke.insert(
                points, at: offset, index: id.index, isLast: isLast,
                atEnd: lacks(.segmentsByOffset))
            let points = isNext ? PointsChange.grown(from: end) : .rearranged
            evaluate(object: slot, points: born == .none ? points : born, &change)
        case .text(let number, let position, let string, let style):
            make(number, .text(position, Array(string.utf8)), style)
        case .shape(let number, let shape, let style):
            make(number, .shape(shape, outline: Stroke(of: shape.outline)), style)
        case .note(let number, let position, let width, let string, let style):
            make(number, .note(position, width: width, Array(string.utf8)), style)
        case .stamp(let number, let stamp, let place, let style):
            make(number, .stamp(stamp, place), style)
        case .set(let object, let field):
            guard !isLost(object) else { return }
            let (slot, action) = (objectSlot(object), actionSlot(action))
            actions[action].add(.object(Int32(slot)))
            objects[slot].insert(
                ObjectRecord.Write(precedence: precedence, action: action, field: field),
                atEnd: lacks(.registersByOrder))
            evaluate(object: slot, &change)
        case .hide(let object, let extent):
            guard !isLost(object) else { return }
            let (slot, action) = (objectSlot(object), actionSlot(action))
            actions[action].add(.object(Int32(slot)))
            objects[slot].hides.append(ObjectRecord.Hide(action: action, extent: extent))
            evaluate(object: slot, &change)
        case .clear(let slices):
            applyClear(slices, action: actionSlot(action), &change)
            change.cleared = slices
        case .undo(let target, let isUndone):
            let write = UndoWrite(precedence: precedence, isUndone: isUndone)
            applyUndo(write, to: actionSlot(target), &change)
        case .title(let text):
            let action = actionSlot(action)
            actions[action].add(.title)
            titles.append(TitleWrite(precedence: precedence, action: action, text: text))
            evaluateTitle(&change)
        case .opaque:
            break
        }
    }

    /// Makes an object known; of several births the first in its author's log counts.
    private mutating func bear(_ slot: Int, _ birth: ObjectRecord.Birth) -> PointsChange {
        if let known = objects[slot].birth, known.index < birth.index, !lacks(.firstBirth) {
            return .none
        }
        let isReborn = objects[slot].birth != nil
        objects[slot].birth = birth
        switch birth.content {
        case .shape: shapeSlots.append(slot, unless: isReborn)
        case .stroke: break
        case .text, .note, .stamp: textSlots.append(slot, unless: isReborn)
        }
        if case .stamp(_, .on(let target)) = birth.content {
            let target = objectSlot(target)
            if attached[target] == nil { stampedSlots.append(target) }
            attached[target, default: []].append(slot, unless: isReborn)
        }
        actions[Int(birth.action)].add(.object(Int32(slot)))
        return isReborn ? .reborn : .none
    }

    private func isLost(_ object: ObjectID) -> Bool {
        lacks(.operationsWait) && (knownSlot(object).map { objects[$0].birth == nil } ?? true)
    }

    private mutating func applyClear(
        _ slices: [Operation.Slice], action: Int, _ change: inout Change
    ) {
        for slice in slices {
            let author = authorSlot(slice.author)
            let held = authors[author].held.last?.upperBound ?? 0
            let seen = lacks(.clearByIndices) ? min(slice.seen, held) : slice.seen
            authors[author].clears.append((action, seen))
            actions[action].add(.author(Int32(author)))
            evaluateCleared(author: author, &change)
        }
    }

    private mutating func applyUndo(
        _ write: UndoWrite, to action: Int, _ change: inout Change
    ) {
        let writer = write.precedence.entry.author
        var writes = undoWrites[action] ?? []
        let known = writes.firstIndex {
            $0.precedence.entry.author == writer
        }
        if let known {
            guard
                writes[known].precedence < write.precedence
                    || lacks(.undoByOrder)
            else { return }
            writes[known] = write
        } else {
            writes.append(write)
            if writer != actions[action].id.author { contested.append(action) }
        }
        undoWrites[action] = writes
        evaluate(action: action, &change)
    }
}

extension [Int] {
    /// Adds a number; one that may be in already only if it is not.
    fileprivate mutating func append(_ number: Int, unless mayBeIn: Bool) {
        if !mayBeIn || !contains(number) { append(number) }
    }
}
