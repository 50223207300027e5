/// Authors and their ink.
extension Canvas {
    /// The authors of what is visible, in the order of their ids.
    package var inkAuthors: [AuthorID] {
        var seen: [AuthorID] = []
        for object in objects where object.look.isVisible && seen.last != object.id.author {
            seen.append(object.id.author)
        }
        return seen.sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// Shows an author's objects no more, or again: a matter of this copy of the canvas alone,
    /// which no entry tells others.
    package mutating func conceal(_ author: AuthorID, _ isConcealed: Bool) -> Change {
        var change = Change()
        authors[authorSlot(author)].isConcealed = isConcealed
        for slot in objects.indices where objects[slot].id.author == author {
            evaluate(object: slot, &change)
        }
        return change
    }
}
