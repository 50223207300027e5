import InkCanvas

/// What others are typing just now.
struct Typings {
    struct Entry {
        let author: AuthorID
        let message: TypingMessage
        let expiry: Milliseconds
    }

    private(set) var entries: [Entry] = []

    /// The newest news of somebody replaces what there was.
    mutating func put(_ message: TypingMessage, from author: AuthorID, at now: Milliseconds) {
        removeAll(of: author)
        guard !message.text.isEmpty else { return }
        entries.append(
            Entry(author: author, message: message, expiry: now + TypingMessage.timeToLive))
    }

    mutating func removeAll(of author: AuthorID) {
        entries.removeAll { $0.author == author }
    }

    var deadline: Milliseconds? { entries.map(\.expiry).min() }

    mutating func advance(to now: Milliseconds) {
        entries.removeAll { $0.expiry <= now }
    }
}
