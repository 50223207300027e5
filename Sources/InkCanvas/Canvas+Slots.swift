extension Canvas {
    mutating func authorSlot(_ id: AuthorID) -> Int {
        if let slot = authorSlots[id] { return slot }
        authors.append(AuthorRecord(id: id))
        authorSlots[id] = authors.count - 1
        return authors.count - 1
    }

    mutating func actionSlot(_ id: ActionID) -> Int {
        if let slot = actionSlots[id] { return slot }
        actions.append(ActionRecord(id: id))
        actionSlots[id] = actions.count - 1
        return actions.count - 1
    }

    mutating func objectSlot(_ id: ObjectID) -> Int {
        if let slot = objectSlots[id] { return slot }
        objects.append(ObjectRecord(id: id))
        boxes.append(.empty)
        objectSlots[id] = objects.count - 1
        return objects.count - 1
    }

    /// Remembers that an object depends on an action.
    mutating func link(object: Int, to action: Int) {
        if actions[action].objects.last != object { actions[action].objects.append(object) }
    }
}
