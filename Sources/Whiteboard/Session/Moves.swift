import InkCanvas

/// What others are moving just now.
struct Moves {
    struct Entry {
        let author: AuthorID
        let objects: [ObjectID]
        /// As they stand where they come from.
        let copies: [ObjectCopy]
        let offset: Dot
        let expiry: Milliseconds
    }

    private(set) var entries: [Entry] = []

    /// The newest news of somebody replaces what there was.
    mutating func put(
        _ preview: MovePreview, from author: AuthorID, on canvas: Canvas, at now: Milliseconds
    ) {
        let known = entries.first { $0.author == author && $0.objects == preview.objects }
        removeAll(of: author)
        let copies =
            known?.copies ?? preview.objects.compactMap { ObjectCopy($0, on: canvas) }
        entries.append(
            Entry(
                author: author, objects: preview.objects, copies: copies, offset: preview.offset,
                expiry: now + MovePreview.timeToLive))
    }

    mutating func removeAll(of author: AuthorID) {
        entries.removeAll { $0.author == author }
    }

    var deadline: Milliseconds? { entries.map(\.expiry).min() }

    mutating func advance(to now: Milliseconds) {
        entries.removeAll { $0.expiry <= now }
    }
}
