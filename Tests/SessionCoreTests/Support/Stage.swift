@testable import SessionCore

/// One node on a stage: everybody else is played, datagram by datagram.
struct Stage {
    static let home = SessionID(rawValue: 0xA000)
    static let activity = Activity(identifier: "test", payload: [1, 2, 3])

    private(set) var now = Instant(microseconds: 1_000_000)
    private(set) var node: Node
    /// What echoes say that a round trip takes, so what the node measures time in.
    var roundTrip = Interval.milliseconds(10)
    var players: [Player]
    private(set) var sent: [Heard<Frame>] = []
    private(set) var told: [(at: Instant, event: Event)] = []
    private(set) var datagramBytesMax = 0

    /// Somebody played; what its heartbeats say is set by the test.
    struct Player {
        let id: ParticipantID
        var session = Stage.home
        var founding = Stage.home
        var activity = Stage.activity
        var generation: UInt32 = 0
        var opener: UInt64 = 0
        var flags: StateFrame.Flags = []
        var people: UInt32 = 2
        /// Nil: says what the node says.
        var digest: UInt64?
        var entries: UInt32?
        var earlier: StateFrame.Earlier?
        /// Whether its heartbeats echo the node's clock.
        var isEchoing = true
        /// Whether a heartbeat follows each second after the last.
        var isBeating = false
        var counter: UInt64 = 0
        var lastBeat = Instant(microseconds: 0)

        init(_ id: UInt64) {
            self.id = ParticipantID(rawValue: id)
        }
    }

    /// A part that the node sent: when, to whom, and about which session.
    struct Heard<Part> {
        var at: Instant
        var to: Destination
        var session: SessionID?
        var part: Part
    }

    init(
        players: [UInt64] = [1000], id: UInt64 = 5000, seed: UInt64 = 1,
        configuration: Configuration = Configuration()
    ) {
        let id = ParticipantID(rawValue: id)
        node = Node(
            id: id,
            profile: Profile(person: PersonID(high: 1, low: id.rawValue), name: "Ana", color: 3),
            room: "lobby", activity: Self.activity, seed: seed, configuration: configuration,
            at: now)
        self.players = players.map(Player.init)
    }

    /// A node that has entered the players' session and knows them all; the time before is forgotten.
    static func entered(
        players: [UInt64] = [1000], id: UInt64 = 5000, seed: UInt64 = 1,
        roundTrip: Interval = .milliseconds(10), defects: Defects = [],
        configuration: Configuration = Configuration(), _ prepare: (inout Player) -> Void = { _ in }
    ) -> Stage {
        var configuration = configuration
        configuration.defects = defects
        var stage = Stage(players: players, id: id, seed: seed, configuration: configuration)
        stage.roundTrip = roundTrip
        for index in stage.players.indices { prepare(&stage.players[index]) }
        stage.start()
        for index in stage.players.indices { stage.beat(index) }
        stage.run(for: .milliseconds(300))
        stage.forget()
        return stage
    }

    // MARK: - Playing

    mutating func start() {
        with { $0.start(at: $1) }
    }

    /// Gives the node a command, and hears what follows from it.
    mutating func with<Result, Failure>(
        _ command: (inout Node, Instant) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { drain() }
        return try command(&node, now)
    }

    @discardableResult
    mutating func append(_ body: [UInt8]) throws(SessionError) -> UInt32 {
        try with { (node, now) throws(SessionError) in try node.append(body, channel: 1, at: now) }
    }

    /// A player says something about a session; its own if none is named.
    mutating func say(_ player: Int, _ frames: Frame..., in session: SessionID? = nil) {
        say(player, frames, in: session)
    }

    mutating func say(_ player: Int, _ frames: [Frame], in session: SessionID? = nil) {
        players[player].counter += 1
        let datagram = Datagram(
            sender: players[player].id, counter: players[player].counter,
            frames: [.scope(session ?? players[player].session)] + frames)
        node.receive(
            datagram.encoded(for: Room(name: "lobby")), from: address(player), at: now)
        drain()
    }

    /// A player's heartbeat.
    mutating func beat(_ player: Int) {
        let who = players[player]
        let echo = StateFrame.Echo(
            participant: node.id,
            sendTime: Instant(microseconds: now.microseconds - roundTrip.microseconds).wireTime,
            hold: 0, isWelcomed: true)
        players[player].lastBeat = now
        let state = StateFrame(
            sendTime: now.wireTime, founding: who.founding, generation: who.generation,
            opener: ParticipantID(rawValue: who.opener), flags: who.flags, people: who.people,
            digest: who.digest ?? node.logDigest,
            entries: who.entries ?? UInt32(node.entryCount), multicasts: 0,
            echoes: who.isEchoing ? [echo] : [], earlier: who.earlier, activity: who.activity,
            roomName: nil)
        say(player, .state(state), .hello(hello(player, isStarting: false)))
    }

    func hello(_ player: Int, isStarting: Bool) -> HelloFrame {
        let id = players[player].id
        return HelloFrame(
            profile: Profile(person: PersonID(high: 2, low: id.rawValue), name: "Ben", color: 4),
            versions: 1...1, sendTime: now.wireTime, isStarting: isStarting)
    }

    func address(_ player: Int) -> PeerAddress { PeerAddress(rawValue: UInt64(player)) }

    // MARK: - Time

    /// The node's machine sleeps: nothing is done meanwhile.
    mutating func sleep(for interval: Interval) {
        now = now + interval
    }

    mutating func run(for interval: Interval) {
        run(within: interval) { _ in false }
    }

    /// Lets time pass until a condition holds; false if the time is over before.
    @discardableResult
    mutating func run(within interval: Interval, until condition: (Stage) -> Bool) -> Bool {
        let end = now + interval
        while !condition(self) {
            let beats = players.indices.filter { players[$0].isBeating }
            let times =
                beats.map { players[$0].lastBeat + .seconds(1) } + [node.deadline ?? end, end]
            now = max(now, times.min() ?? end)
            for player in beats where players[player].lastBeat + .seconds(1) <= now {
                beat(player)
            }
            if let deadline = node.deadline, deadline <= now {
                node.advance(to: now)
                drain()
            } else if now == end {
                break
            }
        }
        return condition(self)
    }

    private mutating func drain() {
        while let output = node.nextOutput() {
            switch output {
            case .event(let event): told.append((now, event))
            case .transmit(let bytes, let destination): note(bytes, to: destination)
            }
        }
    }

    private mutating func note(_ bytes: [UInt8], to destination: Destination) {
        datagramBytesMax = max(datagramBytesMax, bytes.count)
        guard let read = try? Datagram(parsing: bytes, room: Room(name: "lobby")) else {
            preconditionFailure("a node's datagram can be read")
        }
        var scope: SessionID?
        for frame in read.frames {
            if case .scope(let session) = frame { scope = session }
            sent.append(Heard(at: now, to: destination, session: scope, part: frame))
        }
    }

    // MARK: - What was heard

    /// Forgets what was said and told so far.
    mutating func forget() {
        sent = []
        told = []
    }

    func heard<Part>(_ pick: (Frame) -> Part?) -> [Heard<Part>] {
        sent.compactMap { heard in
            pick(heard.part).map {
                Heard(at: heard.at, to: heard.to, session: heard.session, part: $0)
            }
        }
    }

    var states: [Heard<StateFrame>] {
        heard { if case .state(let part) = $0 { part } else { nil } }
    }
    var hellos: [Heard<HelloFrame>] {
        heard { if case .hello(let part) = $0 { part } else { nil } }
    }
    var nacks: [Heard<[MissingRanges]>] {
        heard { if case .nack(let part) = $0 { part } else { nil } }
    }
    var vectors: [Heard<VectorFrame>] {
        heard { if case .vector(let part) = $0 { part } else { nil } }
    }
    var asks: [Heard<VectorFrame>] { vectors.filter(\.part.asks) }
    var offers: [Heard<ParticipantID>] {
        heard { if case .offer(let part, _) = $0 { part } else { nil } }
    }
    var pulls: [Heard<[MissingRanges]>] {
        heard { if case .pull(_, let part) = $0 { part } else { nil } }
    }
    var chunks: [Heard<[ChunkRun]>] {
        heard { if case .chunk(_, let part) = $0 { part } else { nil } }
    }
    var parities: [Heard<ParityFrame>] {
        heard { if case .parity(let part) = $0 { part } else { nil } }
    }
    /// Own entries, sent the first time or again.
    var entries: [Heard<SequencedEntry>] {
        heard { if case .entry(let part) = $0 { part } else { nil } }
    }
    var repairs: [Heard<SequencedEntry>] {
        heard { if case .repair(_, let part) = $0 { part } else { nil } }
    }

    // MARK: - What was told

    var entered: [(session: SessionDescription, cause: EntryCause)] {
        told.compactMap {
            if case .entered(let session, let cause) = $0.event { (session, cause) } else { nil }
        }
    }

    /// The application's bodies of a session, in the order in which they were told.
    func bodies(in session: SessionID) -> [[UInt8]] {
        told.compactMap {
            guard case .entry(session, let entry) = $0.event, entry.channel > 0 else { return nil }
            return entry.body
        }
    }

    var notices: [Notice] {
        told.compactMap { if case .notice(let notice) = $0.event { notice } else { nil } }
    }

    var endings: [SessionID] {
        told.compactMap { if case .ended(let session, _) = $0.event { session } else { nil } }
    }
}

extension [MissingRanges] {
    var entryCount: Int { reduce(0) { $0 + $1.ranges.reduce(0) { $0 + $1.count } } }
}

extension Frame {
    /// An application's entry, as its author would send it.
    static func ink(_ body: [UInt8], at index: UInt32, milliseconds: UInt64 = 0) -> Frame {
        .entry(
            SequencedEntry(
                stream: .log, index: index,
                envelope: Envelope(channel: 1, milliseconds: milliseconds, body: body).encoded))
    }

    /// All that somebody holds: so many entries of each log, from the first.
    static func holding(_ counts: [UInt64: UInt32], asks: Bool = false) -> Frame {
        .vector(
            VectorFrame(
                first: ParticipantID(rawValue: 0), last: ParticipantID(rawValue: .max),
                holdings: counts.sorted { $0.key < $1.key }.map {
                    VectorFrame.Holding(
                        origin: ParticipantID(rawValue: $0.key), contiguous: $0.value, ranges: [])
                },
                asks: asks))
    }

    /// A chunk for somebody: entries of a log in a row, their bodies of one size.
    static func chunk(
        for participant: ParticipantID, of origin: UInt64, _ range: Range<UInt32>,
        bodyBytes: Int = 12
    ) -> Frame {
        .chunk(
            participant,
            [
                ChunkRun(
                    origin: ParticipantID(rawValue: origin), firstIndex: range.lowerBound,
                    envelopes: range.map { pulled($0, bodyBytes: bodyBytes) })
            ])
    }

    /// The envelope of a log's entry in the tests of bulk.
    static func pulled(_ index: UInt32, bodyBytes: Int = 12) -> [UInt8] {
        let body = (0..<bodyBytes).map { UInt8(truncatingIfNeeded: index >> UInt32($0 % 3 * 8)) }
        return Envelope(channel: 1, milliseconds: 0, body: body).encoded
    }
}
