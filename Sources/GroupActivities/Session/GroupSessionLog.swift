/// What a session remembers: entries that everybody keeps, and that late joiners get too.
///
/// Entries are delivered each once and in any order, one's own included: what needs an order
/// carries it. They are the state of a session; for what is of use only to those who are there,
/// there are messages.
public final class GroupSessionLog: Sendable {
    /// An entry, as its author wrote it.
    public struct Entry: Sendable {
        /// Who wrote it; perhaps long gone.
        public let author: Participant
        /// The place in its author's log, with gaps: some numbers are the library's own.
        public let index: Int
        /// Since the author's first entry.
        public let elapsed: Duration
        /// What the author wrote.
        public let body: [UInt8]
    }

    /// The room's channel that carries entries.
    static let channel: UInt8 = 1

    private let live: LiveSession

    /// The log of a session.
    public init<A>(session: GroupSession<A>) {
        live = session.live
    }

    /// Appends an entry of at most 900 bytes; entries keep the order of the calls.
    ///
    /// - Parameters:
    ///   - isEssential: has room in a full session yet, for 1,024 entries of all: what takes back,
    ///     or away.
    ///   - completion: told the entry's index, or why there is none, on the session thread. The
    ///     entry itself comes back by `entries` and `onEntry`.
    public func append(
        _ body: [UInt8], isEssential: Bool = false,
        completion: @escaping @Sendable (Result<Int, GroupSessionError>) -> Void = { _ in }
    ) throws(GroupSessionError) {
        try live.requireJoined()
        let session = live.description.id
        try live.connection.request { loop in
            let result = loop.append(
                body, channel: GroupSessionLog.channel, isEssential: isEssential, to: session)
            loop.onThread { completion(result) }
        }
    }

    /// Calls for every entry, from the first, on the session thread and without any task in
    /// between; until the result is cancelled or dropped.
    public func onEntry(perform: @escaping @Sendable (Entry) -> Void) -> AnyCancellable {
        live.readLog { [live] in perform(Entry($0, in: live)) }
    }

    /// Every entry, from the first, as it comes.
    public var entries: Entries { Entries(live: live) }

    /// The entries of a session's log.
    public struct Entries: AsyncSequence, Sendable {
        /// An entry of the log.
        public typealias Element = Entry

        let live: LiveSession

        /// Starts to read, from the first entry.
        public func makeAsyncIterator() -> AsyncStream<Entry>.Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: Entry.self)
            let reading = live.readLog { [live] in
                continuation.yield(Entry($0, in: live))
            } end: {
                continuation.finish()
            }
            continuation.onTermination = { _ in reading.cancel() }
            return stream.makeAsyncIterator()
        }
    }
}

extension GroupSessionLog.Entry {
    fileprivate init(_ entry: RoomEntry, in live: LiveSession) {
        author = live.participant(entry.author)
        index = entry.index
        elapsed = entry.elapsed
        body = entry.body
    }
}
