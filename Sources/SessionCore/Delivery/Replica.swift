/// One node's copy of one session.
struct Replica: Sendable {
    let description: SessionDescription
    /// The chain's first session: the lowest that anybody in this one has named.
    var founding: SessionID
    /// The node itself founded the session, by starting it; a rotation founds nothing.
    let isFoundedHere: Bool
    let enteredAt: Instant
    /// Who opened the session; nil for a chain's first, or where it is not known.
    var opener: ParticipantID?
    var isReopened = false
    /// An application's entry is in the log, or somebody says so.
    var isWritten = false
    var endedBy: ParticipantID?
    /// An author here was told that not much more fits.
    var isNearlyFull = false
    /// The activity's newest value, if anybody changed it.
    var register: Register?

    /// By the entries that add them; what was removed is kept, as its entry may come later.
    var attachments = OrderedMap<EntryName, Attached>()

    struct Attached: Sendable {
        var attachment: Attachment?
        var isRemoved = false
    }

    /// A value of which the highest (stamp, author) counts.
    struct Register: Sendable {
        var stamp: UInt64
        var author: ParticipantID
        var payload: [UInt8]
    }

    var logs = OrderedMap<ParticipantID, OriginStream>()
    var messages = OrderedMap<ParticipantID, OriginStream>()
    /// The streams in which something may fall due, in order; few, however many authors there are.
    private var waiting: [StreamName] = []
    /// Order-free: the sum of the hashes of (origin, index, envelope) of all log entries held.
    private(set) var digest: UInt64 = 0
    private(set) var entryCount = 0
    /// Entries of the application's.
    private(set) var inkCount = 0
    private(set) var byteCount = 0
    var lastEntryAt: Instant

    /// This node wrote so many entries before it forgot the session, and came back.
    var ownForgotten: UInt32 = 0
    /// When this node's own first entry was appended.
    var ownStart: Instant?
    /// Own entries below have been sent once.
    var sentLog: UInt32 = 0
    var sentMessages: UInt32 = 0

    var catchUp = CatchUp()

    init(
        _ description: SessionDescription, founding: SessionID, isFoundedHere: Bool, at now: Instant
    ) {
        self.description = description
        self.founding = founding
        self.isFoundedHere = isFoundedHere
        enteredAt = now
        lastEntryAt = now
    }

    var id: SessionID { description.id }
    var isEnded: Bool { endedBy != nil }

    /// Keeps a log entry that is new; false where it is held already.
    mutating func keep(_ envelope: [UInt8], from origin: ParticipantID, at index: UInt32) -> Bool {
        let position = logs.index(of: origin, inserting: OriginStream())
        guard logs.values[position].store.insert(envelope, at: index) else { return false }
        digest &+= Self.hash(envelope, from: origin, at: index)
        entryCount += 1
        if envelope.first != 0 { inkCount += 1 }
        byteCount += envelope.count
        return true
    }

    /// Entries that are known to exist somewhere and are not held.
    var missingCount: Int {
        logs.indices.reduce(0) { $0 + logs.values[$1].missingCount }
    }

    /// Entries lacking that somebody is still hoped to hold.
    var holeCount: Int {
        waitingPlaces(in: .log).reduce(0) { $0 + logs.values[$1].holes.count }
    }

    // By index, as taking a stream out of the map would copy it.

    /// The index behind the last entry that this node wrote.
    func logEnd(of id: ParticipantID) -> UInt32 {
        max(logs.index(of: id).map { logs.values[$0].store.end } ?? 0, ownForgotten)
    }

    func messageEnd(of id: ParticipantID) -> UInt32 {
        messages.index(of: id).map { messages.values[$0].store.end } ?? 0
    }

    func messageBase(of id: ParticipantID) -> UInt32 {
        messages.index(of: id).map { messages.values[$0].store.base } ?? 0
    }

    // MARK: - What falls due

    /// When the first hole is to be asked for, or the first entry to be repaired.
    var nextDue: Instant? {
        var earliest: Instant?
        for name in waiting {
            guard let place = index(of: name.origin, in: name.stream) else { continue }
            let due =
                switch name.stream {
                case .log: logs.values[place].nextDue
                case .messages: messages.values[place].nextDue
                }
            if let due { earliest = min(earliest ?? due, due) }
        }
        return earliest
    }

    /// Something that is lacking is to be asked for.
    func hasHoleDue(in streams: [Stream], at now: Instant) -> Bool {
        streams.contains { stream in
            waitingPlaces(in: stream).contains { index in
                let holes = stream == .log ? logs.values[index].holes : messages.values[index].holes
                return holes.nextDue.map { $0 <= now } ?? false
            }
        }
    }

    /// Where the streams are that have holes, or entries to repair.
    func waitingPlaces(in stream: Stream) -> [Int] {
        waiting.isEmpty
            ? []
            : waiting.compactMap { $0.stream == stream ? index(of: $0.origin, in: stream) : nil }
    }

    func index(of origin: ParticipantID, in stream: Stream) -> Int? {
        switch stream {
        case .log: logs.index(of: origin)
        case .messages: messages.index(of: origin)
        }
    }

    func originOf(_ stream: Stream, _ index: Int) -> ParticipantID {
        switch stream {
        case .log: logs.keys[index]
        case .messages: messages.keys[index]
        }
    }

    /// Changes a stream in its place: holes and repairs get into it in no other way.
    @discardableResult
    mutating func withStream<Result>(
        _ stream: Stream, _ index: Int, _ body: (inout OriginStream) -> Result
    ) -> Result {
        let result: Result
        let isWaiting: Bool
        switch stream {
        case .log:
            result = body(&logs.values[index])
            isWaiting = logs.values[index].isWaiting
        case .messages:
            result = body(&messages.values[index])
            isWaiting = messages.values[index].isWaiting
        }
        if isWaiting || !waiting.isEmpty {
            note(StreamName(stream: stream, origin: originOf(stream, index)), isWaiting: isWaiting)
        }
        return result
    }

    private mutating func note(_ name: StreamName, isWaiting: Bool) {
        let place = waiting.firstIndex { $0 >= name } ?? waiting.count
        let isThere = place < waiting.count && waiting[place] == name
        if isWaiting, !isThere { waiting.insert(name, at: place) }
        if !isWaiting, isThere { waiting.remove(at: place) }
    }

    static func hash(_ envelope: [UInt8], from origin: ParticipantID, at index: UInt32) -> UInt64 {
        SipHash.hash(envelope, key: SipHash.Key(low: origin.rawValue, high: UInt64(index)))
    }
}

/// What one of the streams of a session is called by.
private struct StreamName: Hashable, Comparable, Sendable {
    var stream: Stream
    var origin: ParticipantID

    static func < (left: StreamName, right: StreamName) -> Bool {
        (left.stream, left.origin) < (right.stream, right.origin)
    }
}
