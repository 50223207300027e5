import InkCanvas

/// What others are moving just now.
struct Moves {
    struct Entry {
        let author: AuthorID
        var objects: ObjectsUnderWay
        let named: [ObjectID]
        var expiry: Milliseconds
    }

    private(set) var entries: [Entry] = []

    /// The newest news of somebody replaces what there was.
    mutating func put(
        _ preview: MovePreview, from author: AuthorID, on canvas: Canvas, at now: Milliseconds
    ) {
        let known = entries.first { $0.author == author && $0.named == preview.objects }
        removeAll(of: author)
        var entry =
            known
            ?? Entry(
                author: author, objects: ObjectsUnderWay(preview.objects, on: canvas),
                named: preview.objects, expiry: now)
        entry.objects.offset = preview.offset
        entry.expiry = now + MovePreview.timeToLive
        entries.append(entry)
    }

    mutating func removeAll(of author: AuthorID) {
        entries.removeAll { $0.author == author }
    }

    var deadline: Milliseconds? { entries.map(\.expiry).min() }

    mutating func advance(to now: Milliseconds) {
        entries.removeAll { $0.expiry <= now }
    }
}
