/// One participant of one room, without sockets, clock or randomness of its own.
///
/// Datagrams, commands and time go in; datagrams, events and the next deadline come out. After
/// each call of a mutating method call `nextOutput()` until it returns nil, then wait until
/// `deadline` or the next datagram. The same inputs give the same outputs.
package struct Node: Sendable {
    package let id: ParticipantID
    let room: Room
    let configuration: Configuration
    let activity: Activity
    var profile: Profile
    /// The profile that heartbeats introduce was set at this time.
    var profileSetAt: Instant

    var phase = Phase.idle
    var now: Instant
    var random: RandomSource
    var outputs: [Output] = []
    var outputsTaken = 0
    var retellings: [Retelling] = []
    package internal(set) var statistics = Statistics()

    var roster: Roster
    var heartbeat: Heartbeat

    /// The current session and some earlier ones.
    var replicas = OrderedMap<SessionID, Replica>()
    var current: SessionID
    var lineages: LineageTable
    var lineagePace: TokenBucket
    /// How far this node's own streams went in sessions that it has forgotten.
    var ownMarks: [OwnMark] = []
    var pendingMove: PendingMove?
    /// When this node last opened a session or followed somebody into one.
    var lastRotation: Instant?
    /// When this node entered the room.
    var startedAt: Instant
    var earlierShown = 0

    var outbox = Outbox()
    var counter: UInt64 = 0
    /// `HIGH`s multicast so far, for receivers to measure what they lose.
    var highsSent: UInt32 = 0
    var isSlow = false
    var bucket: TokenBucket
    var sources = SourceLimiter()
    var offers = OrderedMap<ParticipantID, PendingOffer>()
    var blobs = OrderedMap<BlobID, Blob>()
    var bulk: BulkQueue
    var parities = ParityDecoder()
    var lastLink: LinkState?
    var noticed: [Notice] = []
    /// Sessions whose attachments are others than the application knows.
    var attachmentsChanged: [SessionID] = []

    /// Where the node stands between its start and its end.
    enum Phase: Sendable {
        /// Has said nothing yet.
        case idle
        /// Asks who is there, in a session of its own that nobody has heard of.
        case listening(hellosSent: Int, until: Instant, isExtended: Bool)
        /// In a session that others may hear of.
        case settled
        /// Says good-bye: so often still, and next at this moment.
        case leaving(remaining: Int, due: Instant)
        /// Says nothing any more.
        case left
    }

    /// A node that has not yet said anything.
    ///
    /// - Parameters:
    ///   - id: random, and never used before.
    ///   - room: the room's name; its id is hashed from it.
    ///   - seed: what all of the node's randomness grows from.
    package init(
        id: ParticipantID, profile: Profile, room: String, activity: Activity, seed: UInt64,
        configuration: Configuration = Configuration(), at now: Instant
    ) {
        self.id = id
        self.room = Room(name: room)
        self.configuration = configuration
        self.activity = activity
        self.profile = profile.trimmed
        profileSetAt = now
        self.now = now
        startedAt = now
        random = RandomSource(seed: seed)
        heartbeat = Heartbeat(at: now)
        lineagePace = TokenBucket(depth: configuration.lineagesPerSecondMax, at: now)
        bucket = TokenBucket(depth: configuration.bucketDepth, at: now)
        bulk = BulkQueue(depth: configuration.bucketDepth, at: now)
        current = SessionID(rawValue: random.next())
        roster = Roster(configuration, session: current, at: now)
        lineages = LineageTable(
            of: current, activity: activity, steps: configuration.lineageStepsMax)
        replicas[current] = Replica(
            SessionDescription(id: current, generation: 0, activity: activity, parent: nil),
            founding: current, isFoundedHere: true, at: now)
    }

    /// The next thing to do, oldest first; nil when there is nothing.
    package mutating func nextOutput() -> Output? {
        if let event = nextRetold() { return .event(event) }
        if outputsTaken == outputs.count {
            outputs.removeAll(keepingCapacity: true)
            outputsTaken = 0
            flush()
            guard !outputs.isEmpty else {
                return attachmentsChanged.popLast().map { .event(.attachmentsChanged($0)) }
            }
        }
        defer { outputsTaken += 1 }
        return outputs[outputsTaken]
    }

    // MARK: - Commands

    /// Enters the room: asks who is there, and is in a session of its own until an answer comes.
    package mutating func start(at now: Instant) {
        guard case .idle = phase else { return }
        pass(to: now)
        startedAt = self.now
        phase = .listening(
            hellosSent: 0, until: self.now + configuration.listeningInterval, isExtended: false)
        emit(.entered(replica.description, .founded))
        updateLink()
        listen()
    }

    /// Appends an entry to the node's log of the current session; its index is returned, and an
    /// `entry` event follows.
    ///
    /// - Parameter isEssential: has room in a full session yet: what takes back, or away.
    package mutating func append(
        _ body: [UInt8], channel: UInt8, isEssential: Bool = false, at now: Instant
    ) throws(SessionError) -> UInt32 {
        pass(to: now)
        guard body.count <= WireLimit.entryBodyBytesMax else {
            throw .tooLarge(actual: body.count, limit: WireLimit.entryBodyBytesMax)
        }
        try requireRoom(isEssential: isEssential)
        return appendEntry(body, channel: channel)
    }

    /// Throws unless one more entry may be appended to the current session.
    func requireRoom(isEssential: Bool) throws(SessionError) {
        let place = currentPlace
        guard isTalking, !replicas.values[place].isEnded else { throw .notInSession }
        let reserve = isEssential ? configuration.reservedEntries : 0
        guard replicas.values[place].entryCount < configuration.sessionEntriesMax + reserve,
            replicas.values[place].byteCount
                < configuration.sessionBytesMax + reserve * WireLimit.entryBodyBytesMax
        else { throw .sessionFull }
    }

    /// Sends a reliable message, first in, first out, to those who are there now.
    ///
    /// - Parameters:
    ///   - body: at most 256 KiB; what is longer than 900 bytes is announced and then pulled.
    ///   - recipients: at most 64; empty for everybody.
    package mutating func send(
        _ body: [UInt8], channel: UInt8, to recipients: [ParticipantID] = [], at now: Instant
    ) throws(SessionError) {
        pass(to: now)
        guard isTalking, !replica.isEnded else { throw .notInSession }
        guard body.count <= WireLimit.messageBytesMax else {
            throw .tooLarge(actual: body.count, limit: WireLimit.messageBytesMax)
        }
        guard recipients.count <= WireLimit.recipientsMax else {
            throw .tooManyRecipients(limit: WireLimit.recipientsMax)
        }
        guard nextMessageIndex < WireLimit.entryIndexMax else { throw .sessionFull }
        try appendMessage(body, channel: channel, to: recipients)
    }

    /// Sets the newest value of (channel, key), sent without a guarantee.
    package mutating func setEphemeral(
        _ body: [UInt8], channel: UInt8, key: UInt32, timeToLive: Interval, at now: Instant
    ) throws(SessionError) {
        pass(to: now)
        guard isTalking else { throw .notInSession }
        guard body.count <= WireLimit.ephemeralBodyBytesMax else {
            throw .tooLarge(actual: body.count, limit: WireLimit.ephemeralBodyBytesMax)
        }
        let name = EphemeralKey(channel: channel, key: key)
        let old = outbox.ephemerals[name]
        outbox.ephemeralVersion &+= 1
        let frame = EphemeralFrame(
            channel: channel, key: key, version: outbox.ephemeralVersion,
            timeToLive: min(max(timeToLive, .zero), WireLimit.timeToLiveMax), body: body)
        outbox.ephemerals[name] = Outbox.Ephemeral(frame: frame, lastSent: old?.lastSent)
    }

    /// Opens a successor of `session`; does nothing if the node has left that session already.
    package mutating func rotate(from session: SessionID, to activity: Activity, at now: Instant) {
        pass(to: now)
        guard isTalking else { return }
        guard session == current || configuration.defects.contains(.rotateTwice) else { return }
        openSuccessor(activity: activity)
    }

    /// Changes the activity's value for all: of several changes all see the same one win.
    ///
    /// - Parameter payload: at most 512 bytes.
    package mutating func setActivity(
        _ payload: [UInt8], at now: Instant
    ) throws(SessionError) {
        pass(to: now)
        guard isTalking, !replica.isEnded else { throw .notInSession }
        guard payload.count <= WireLimit.activityPayloadBytesMax else {
            throw .tooLarge(actual: payload.count, limit: WireLimit.activityPayloadBytesMax)
        }
        let stamp = min((replica.register?.stamp ?? 0) + 1, ControlEntry.stampMax)
        _ = appendEntry(
            ControlEntry.activity(stamp: stamp, payload: payload).encoded, channel: 0)
    }

    /// Ends the session for all.
    package mutating func end(at now: Instant) {
        pass(to: now)
        guard isTalking, !replica.isEnded else { return }
        _ = appendEntry(ControlEntry.end.encoded, channel: 0)
    }

    /// Says good-bye, three times; `hasLeft` tells when that is done.
    package mutating func leave(at now: Instant) {
        pass(to: now)
        switch phase {
        case .idle, .listening: phase = .left
        case .settled: phase = .leaving(remaining: 3, due: self.now)
        case .leaving, .left: break
        }
        sayGoodbye()
    }

    /// Changes what the node shows of itself.
    package mutating func setProfile(_ profile: Profile, at now: Instant) {
        pass(to: now)
        self.profile = profile.trimmed
        profileSetAt = self.now
        for index in roster.peers.indices { roster.peers.values[index].introduction = .due }
        hurryHeartbeat(within: .zero)
    }

    // MARK: - What a node knows

    /// The session the node is in.
    package var session: SessionDescription { replica.description }

    /// The activity's value as it was last changed, or as the session was opened with it.
    package var activityPayload: [UInt8] {
        replica.register?.payload ?? replica.description.activity.payload
    }

    /// Those in my session, without myself, in the order of their ids.
    package var participants: [(id: ParticipantID, profile: Profile)] {
        roster.peers.indices.compactMap { index in
            let peer = roster.peers.values[index]
            guard peer.isAnnounced, let profile = peer.profile else { return nil }
            return (roster.peers.keys[index], profile)
        }
    }

    /// Entries held of the current session, the library's own included.
    package var entryCount: Int { replicas.values[currentPlace].entryCount }

    /// Order-free hash of (origin, index, content) of all entries of the current session.
    package var logDigest: UInt64 { replicas.values[currentPlace].digest }

    /// All known entries are held.
    package var isComplete: Bool { replica.catchUp.since == nil && replica.holeCount == 0 }

    /// Everything this node said has been sent, and every participant's last heartbeat shows the
    /// entries that this node holds.
    package var isSettled: Bool {
        guard case .settled = phase else { return false }
        return !hasUnsent
            && roster.peers.indices.allSatisfy { index in
                !roster.peers.values[index].isAnnounced
                    || roster.peers.values[index].state?.digest == logDigest
            }
    }

    /// The good-byes are said.
    package var hasLeft: Bool {
        if case .left = phase { true } else { false }
    }

    /// Entries of a session, those of the library included; by author, then by index.
    package func entries(of session: SessionID) -> [LogEntry] {
        guard let replica = replicas[session] else { return [] }
        return zip(replica.logs.keys, replica.logs.values).flatMap { origin, log in
            log.store.held(in: 0..<log.store.end).joined().compactMap { index in
                log.store[index].flatMap { LogEntry($0, from: origin, at: index) }
            }
        }
    }

    // MARK: - Shared by the parts

    /// A copy of the current session's replica; what is asked for often reads it in its place.
    var replica: Replica { replicas.values[currentPlace] }

    /// Where the current session's replica stands.
    var currentPlace: Int {
        guard let place = replicas.index(of: current) else {
            preconditionFailure("the current session is always held")
        }
        return place
    }

    /// Changes the current session's replica in place.
    mutating func withReplica<Result>(_ body: (inout Replica) -> Result) -> Result {
        body(&replicas.values[currentPlace])
    }

    var isTalking: Bool {
        switch phase {
        case .listening, .settled: true
        case .idle, .leaving, .left: false
        }
    }

    mutating func emit(_ event: Event) {
        outputs.append(.event(event))
    }

    /// Tells something once, whatever the numbers in it.
    mutating func notice(_ notice: Notice) {
        guard !noticed.contains(where: { $0.saysTheSame(as: notice) }), noticed.count < 64 else {
            return
        }
        noticed.append(notice)
        emit(.notice(notice))
    }

    /// Time never goes back.
    mutating func pass(to now: Instant) {
        self.now = max(self.now, now)
        roster.pass(to: self.now)
    }
}

extension Notice {
    fileprivate func saysTheSame(as other: Notice) -> Bool {
        switch (self, other) {
        case (.otherVersion, .otherVersion), (.laterVersion, .laterVersion),
            (.notUnderstood, .notUnderstood):
            true
        default: self == other
        }
    }
}

extension Profile {
    /// The profile with a name of at most 64 bytes, cut at a character, and a colour that exists.
    var trimmed: Profile {
        var name = name
        while name.utf8.count > WireLimit.nameBytesMax { name.removeLast() }
        return Profile(person: person, name: name, color: min(max(color, 1), 64))
    }
}

extension LogEntry {
    init?(_ envelope: [UInt8], from origin: ParticipantID, at index: UInt32) {
        guard let parsed = try? Envelope(parsing: envelope) else { return nil }
        self.init(
            origin: origin, index: index, channel: parsed.channel,
            milliseconds: parsed.milliseconds, body: parsed.body)
    }
}
