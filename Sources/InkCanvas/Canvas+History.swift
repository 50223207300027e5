/// Who made an object, and what became of it.
extension Canvas {
    /// One entry of those that made an object what it is.
    package struct Revision: Equatable, Sendable {
        package var entry: EntryID
        /// In the total order: there are no clocks that all would agree on.
        package var stamp: UInt64
        /// Nil: it made the object.
        package var field: Operation.Field?
        /// Not undone.
        package var isInEffect: Bool
    }

    /// The entry that made an object and those that changed it, in the total order; also of one
    /// that is not to be seen any more.
    package func revisions(of id: ObjectID) -> [Revision] {
        guard let slot = knownSlot(id), let birth = objects[slot].birth else { return [] }
        let made = Revision(
            entry: objects[slot].precedence(of: birth).entry, stamp: birth.stamp, field: nil,
            isInEffect: !actions[Int(birth.action)].isUndone)
        return [made]
            + objects[slot].writes.map { write in
                Revision(
                    entry: write.precedence.entry, stamp: write.precedence.stamp,
                    field: write.field, isInEffect: !actions[write.action].isUndone)
            }
    }

    /// A text or a note as somebody once wrote it.
    package struct TextRevision: Equatable, Sendable {
        package var text: String
        package var entry: EntryID
        package var isInEffect: Bool
    }

    /// All that a text or a note has ever said, in the total order: what was written over can be
    /// read.
    package func texts(of id: ObjectID) -> [TextRevision] {
        guard let slot = knownSlot(id), let birth = objects[slot].birth else { return [] }
        let first: [UInt8]
        switch birth.content {
        case .text(_, let text), .note(_, _, let text): first = text
        case .stroke, .shape, .stamp: return []
        }
        return revisions(of: id).compactMap { revision in
            switch revision.field {
            case nil:
                TextRevision(
                    text: String(decoding: first, as: UTF8.self), entry: revision.entry,
                    isInEffect: revision.isInEffect)
            case .text(let text):
                TextRevision(text: text, entry: revision.entry, isInEffect: revision.isInEffect)
            default: nil
            }
        }
    }
}
