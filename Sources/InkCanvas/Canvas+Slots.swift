extension Canvas {
    mutating func authorSlot(_ id: AuthorID) -> Int {
        if let slot = authorSlots[id] { return slot }
        authors.append(AuthorRecord(id: id))
        authorSlots[id] = authors.count - 1
        return authors.count - 1
    }

    mutating func actionSlot(_ id: ActionID) -> Int {
        let author = authorSlot(id.author)
        if let slot = authors[author].actions[id.number] { return slot }
        actions.append(ActionRecord(id: id))
        authors[author].actions[id.number] = actions.count - 1
        return actions.count - 1
    }

    /// Of an object that something is known of.
    func knownSlot(_ id: ObjectID) -> Int? {
        authorSlots[id.author].flatMap { authors[$0].objects[id.number] }
    }

    mutating func objectSlot(_ id: ObjectID) -> Int {
        let author = authorSlot(id.author)
        if let slot = authors[author].objects[id.number] { return slot }
        objects.append(ObjectRecord(id: id))
        boxes.append()
        authors[author].objects[id.number] = objects.count - 1
        return objects.count - 1
    }
}
