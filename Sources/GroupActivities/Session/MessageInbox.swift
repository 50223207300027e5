import Synchronization

/// Messages on their way to whoever reads them, each kind apart.
///
/// What comes after joining and before anybody reads its kind is kept, up to a bound: a reader that
/// begins a moment late misses nothing.
final class MessageInbox: Sendable {
    struct Kind: Hashable {
        var mode: GroupSessionMessenger.DeliveryMode
        var name: String
    }

    struct Message: Sendable {
        var source: Participant
        var body: [UInt8]
    }

    typealias Reader = @Sendable (Message) -> Void

    static let messagesMax = 1024
    static let bytesMax = 1 << 20

    fileprivate struct Contents {
        var isOpen = false
        var isClosed = false
        var readers: [(id: UInt64, kind: Kind, read: Reader, end: @Sendable () -> Void)] = []
        var lastID: UInt64 = 0
        var early: [(kind: Kind, message: Message)] = []
        var earlyBytes = 0
    }

    private let contents = Mutex(Contents())

    /// Keeps what comes from now on.
    func open() {
        contents.withLock { $0.isOpen = true }
    }

    /// Ends all reading.
    func close() {
        let readers = contents.withLock { contents in
            contents.isClosed = true
            contents.early = []
            defer { contents.readers = [] }
            return contents.readers
        }
        for reader in readers { reader.end() }
    }

    /// Brings a message to its readers; on the session thread.
    func deliver(_ message: Message, _ kind: Kind) {
        let readers = contents.withLock { contents -> [Reader] in
            guard contents.isOpen, !contents.isClosed else { return [] }
            let readers = contents.readers.filter { $0.kind == kind }.map(\.read)
            if readers.isEmpty { contents.keep(message, kind) }
            return readers
        }
        for read in readers { read(message) }
    }

    /// Starts to read; on the session thread, so that nothing overtakes what was kept.
    func add(_ kind: Kind, read: @escaping Reader, end: @escaping @Sendable () -> Void) -> UInt64? {
        let (id, kept) = contents.withLock { contents -> (UInt64?, [Message]) in
            if contents.isClosed { return (nil, []) }
            contents.lastID += 1
            contents.readers.append((contents.lastID, kind, read, end))
            return (contents.lastID, contents.takeEarly(kind))
        }
        for message in kept { read(message) }
        if id == nil { end() }
        return id
    }

    func remove(_ id: UInt64) {
        contents.withLock { $0.readers.removeAll { $0.id == id } }
    }
}

extension MessageInbox.Contents {
    fileprivate mutating func keep(_ message: MessageInbox.Message, _ kind: MessageInbox.Kind) {
        early.append((kind, message))
        earlyBytes += message.body.count
        while early.count > MessageInbox.messagesMax || earlyBytes > MessageInbox.bytesMax {
            earlyBytes -= early.removeFirst().message.body.count
        }
    }

    fileprivate mutating func takeEarly(_ kind: MessageInbox.Kind) -> [MessageInbox.Message] {
        let taken = early.filter { $0.kind == kind }.map(\.message)
        early.removeAll { $0.kind == kind }
        earlyBytes = early.reduce(0) { $0 + $1.message.body.count }
        return taken
    }
}
