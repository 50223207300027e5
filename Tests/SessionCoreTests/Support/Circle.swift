import SessionSimulation
import Testing

@testable import SessionCore

/// One node among peers that say only what a test writes for them; all it sends is kept, decoded.
///
/// The peers are 1, 2, …; each sends from the address of its number.
struct Circle {
    static let session = SessionID(rawValue: 0x5E55)
    static let nodeID = ParticipantID(rawValue: 1000)
    static let room = Room(name: "lobby")

    private(set) var now = Instant(microseconds: 5_000_000)
    var node: Node
    private(set) var sent: [Sent] = []
    private(set) var events: [Event] = []
    /// The round trip that every echo shows.
    let roundTrip: Interval
    let peers: [UInt64]
    private var counters: [UInt64: UInt64] = [:]

    struct Sent {
        var at: Instant
        var to: Destination
        var counter: UInt64
        var bytes: Int
        var frames: [Frame]
    }

    struct Said<Value> {
        var at: Instant
        var to: Destination
        var value: Value
    }

    /// A node that has started, and knows nobody yet.
    init(
        alone seed: UInt64, roundTrip: Interval = .milliseconds(10), peers: Int = 0,
        defects: Defects = [], configuration: Configuration = Configuration()
    ) {
        var configuration = configuration
        configuration.defects = defects
        self.roundTrip = roundTrip
        self.peers = (0..<UInt64(peers)).map { $0 + 1 }
        node = Node(
            id: Self.nodeID,
            profile: Profile(person: PersonID(high: 1, low: 1), name: "Node", color: 5),
            room: Self.room.name, activity: Bus.activity, seed: seed,
            configuration: configuration, at: now)
        node.start(at: now)
        drain()
    }

    /// A node in the peers' session that all of them have confirmed and know, and that is calm.
    init(
        peers: Int, roundTrip: Interval = .milliseconds(10), seed: UInt64 = 1,
        defects: Defects = [], configuration: Configuration = Configuration()
    ) {
        self.init(
            alone: seed, roundTrip: roundTrip, peers: peers, defects: defects,
            configuration: configuration)
        // No more can wait at once to be confirmed.
        for first in stride(from: 0, to: peers, by: 32) {
            let some = Array(self.peers[first..<min(first + 32, peers)])
            for peer in some { hear(peer, .hello(hello(peer)), .state(state())) }
            echo(by: some)
        }
        run(for: .milliseconds(500))
        echo()
        run(for: .milliseconds(1500), with: self.peers)
        forget()
    }

    // MARK: - Driving

    mutating func run(for interval: Interval) {
        let end = now + interval
        var steps = 0
        while let deadline = node.deadline, deadline <= end {
            now = max(now, deadline)
            node.advance(to: now)
            drain()
            steps += 1
            guard steps < 10_000 else {
                Issue.record("the node wakes up for nothing at \(now)")
                break
            }
        }
        now = end
    }

    /// Lets time pass while peers say every half second that they are there.
    mutating func run(for interval: Interval, with talkers: [UInt64]) {
        let end = now + interval
        while now < end {
            for peer in talkers {
                // It takes nothing back of what the test made known.
                let log = node.replica.logs[ParticipantID(rawValue: peer)]?.known ?? 0
                hear(peer, .high(HighFrame(log: log)))
            }
            run(for: min(.milliseconds(500), end - now))
        }
    }

    /// The same until a condition holds, looked at every millisecond.
    mutating func run(
        within interval: Interval, with talkers: [UInt64], until condition: (Circle) -> Bool
    ) {
        let end = now + interval
        while !condition(self), now < end {
            for peer in talkers { hear(peer, .high(HighFrame(log: 0))) }
            run(for: .milliseconds(1))
        }
    }

    /// The node's machine sleeps and wakes up.
    mutating func sleep(for interval: Interval) {
        now = now + interval
        node.wake(at: now)
        drain()
    }

    /// Gives the node a command.
    mutating func act<Result>(_ command: (inout Node, Instant) throws -> Result) rethrows
        -> Result
    {
        defer { drain() }
        return try command(&node, now)
    }

    mutating func append(_ count: Int = 1, bytes: Int = 1) throws {
        try act { node, now in
            for step in 0..<count {
                let body = Array(repeating: UInt8(truncatingIfNeeded: step), count: bytes)
                _ = try node.append(body, channel: 1, at: now)
            }
        }
    }

    /// The node hears a peer say something about the session.
    mutating func hear(_ peer: UInt64, _ frames: Frame...) {
        hear(peer, frames)
    }

    mutating func hear(
        _ peer: UInt64, _ frames: [Frame], in session: SessionID = session, counter: UInt64? = nil,
        address: UInt64? = nil
    ) {
        let next = counter ?? (counters[peer] ?? 0) + 1
        counters[peer] = max(counters[peer] ?? 0, next)
        let datagram = Datagram(
            sender: ParticipantID(rawValue: peer), counter: next,
            frames: [.scope(session)] + frames)
        receive(datagram.encoded(for: Self.room), from: address ?? peer)
    }

    mutating func receive(_ bytes: [UInt8], from address: UInt64) {
        node.receive(bytes, from: PeerAddress(rawValue: address), at: now)
        drain()
    }

    /// Peers echo the node's last heartbeat, so that the round trip is as it should be.
    mutating func echo(by some: [UInt64]? = nil) {
        guard let last = states.last else { return }
        run(for: max(last.at + roundTrip - now, .zero))
        for peer in some ?? peers {
            hear(peer, .welcome(Self.nodeID, nextMessage: 0), .state(state(echoing: last)))
        }
    }

    /// What was sent and told so far is of no interest.
    mutating func forget() {
        sent = []
        events = []
    }

    private mutating func drain() {
        while let output = node.nextOutput() {
            switch output {
            case .event(let event): events.append(event)
            case .transmit(let bytes, let destination):
                guard let datagram = try? Datagram(parsing: bytes, room: Self.room) else {
                    Issue.record("the node sends what cannot be read")
                    continue
                }
                sent.append(
                    Sent(
                        at: now, to: destination, counter: datagram.counter, bytes: bytes.count,
                        frames: datagram.frames))
            }
        }
    }
}

// MARK: - What peers say

extension Circle {
    func hello(_ peer: UInt64, isStarting: Bool = false) -> HelloFrame {
        HelloFrame(
            profile: Profile(
                person: PersonID(high: 2, low: peer), name: "Peer \(peer)", color: 7),
            versions: 1...1, sendTime: 0, isStarting: isStarting)
    }

    /// A heartbeat that agrees with the node's log, or has another digest.
    func state(echoing last: Said<StateFrame>? = nil, digest: UInt64? = nil) -> StateFrame {
        let echoes = last.map { last in
            [
                StateFrame.Echo(
                    participant: Self.nodeID, sendTime: last.value.sendTime,
                    hold: UInt32(clamping: (now - last.at - roundTrip).microseconds),
                    isWelcomed: true)
            ]
        }
        return StateFrame(
            sendTime: now.wireTime, founding: Self.session, generation: 0,
            opener: ParticipantID(rawValue: 0), flags: [], people: 2,
            digest: digest ?? node.logDigest, entries: 0, multicasts: 0, echoes: echoes ?? [],
            earlier: nil, activity: Bus.activity, roomName: nil)
    }

    /// A heartbeat whose log is another: what the node lacks may be there.
    var disagreement: Frame { .state(state(digest: 99)) }

    static func envelope(_ index: UInt32, bytes: Int = 1) -> [UInt8] {
        Envelope(
            channel: 1, milliseconds: 0,
            body: Array(repeating: UInt8(truncatingIfNeeded: index), count: bytes)
        ).encoded
    }

    static func sequenced(_ index: UInt32, _ stream: Stream = .log) -> SequencedEntry {
        SequencedEntry(stream: stream, index: index, envelope: envelope(index))
    }

    static func entry(_ index: UInt32, _ stream: Stream = .log) -> Frame {
        .entry(sequenced(index, stream))
    }

    static func repair(_ origin: UInt64, _ index: UInt32) -> Frame {
        .repair(ParticipantID(rawValue: origin), sequenced(index))
    }

    static func nack(_ origin: UInt64, _ ranges: Range<UInt32>..., stream: Stream = .log) -> Frame {
        .nack([missing(origin, ranges, stream: stream)])
    }

    static func missing(
        _ origin: UInt64, _ ranges: [Range<UInt32>], stream: Stream = .log
    ) -> MissingRanges {
        MissingRanges(
            origin: ParticipantID(rawValue: origin), stream: stream, ranges: ranges)
    }

    static func vector(_ origin: UInt64, _ contiguous: UInt32, asks: Bool = false) -> Frame {
        .vector(
            VectorFrame(
                first: ParticipantID(rawValue: 0), last: ParticipantID(rawValue: .max),
                holdings: [
                    .init(
                        origin: ParticipantID(rawValue: origin), contiguous: contiguous,
                        ranges: [])
                ], asks: asks))
    }
}

// MARK: - What the node says

extension Circle {
    func said<Value>(_ pick: (Frame) -> Value?) -> [Said<Value>] {
        sent.flatMap { datagram in
            datagram.frames.compactMap(pick).map {
                Said(at: datagram.at, to: datagram.to, value: $0)
            }
        }
    }

    var states: [Said<StateFrame>] {
        said { if case .state(let state) = $0 { state } else { nil } }
    }
    var nacks: [Said<[MissingRanges]>] {
        said { if case .nack(let nack) = $0 { nack } else { nil } }
    }
    var entries: [Said<SequencedEntry>] {
        said { if case .entry(let entry) = $0 { entry } else { nil } }
    }
    var repairs: [Said<SequencedEntry>] {
        said { if case .repair(_, let entry) = $0 { entry } else { nil } }
    }
    var vectors: [Said<VectorFrame>] {
        said { if case .vector(let vector) = $0 { vector } else { nil } }
    }
    var hellos: [Said<HelloFrame>] {
        said { if case .hello(let hello) = $0 { hello } else { nil } }
    }
    var probes: [Said<ParticipantID>] {
        said { if case .probe(let participant, _) = $0 { participant } else { nil } }
    }
    var ephemerals: [Said<EphemeralFrame>] {
        said { if case .ephemeral(let frame) = $0 { frame } else { nil } }
    }

    /// The bodies of the messages that the application was given.
    var messages: [[UInt8]] {
        events.compactMap { if case .message(_, _, let body) = $0 { body } else { nil } }
    }

    var entriesTold: [LogEntry] {
        events.compactMap { if case .entry(_, let entry) = $0 { entry } else { nil } }
    }

    var departures: [DepartureReason] {
        events.compactMap { if case .participantLeft(_, let reason) = $0 { reason } else { nil } }
    }

    /// What the node knows to lack of a peer's log.
    func holes(of origin: UInt64) -> [Range<UInt32>] {
        node.replicas[Self.session]?.logs[ParticipantID(rawValue: origin)]?.holes.ranges ?? []
    }

    func knows(_ peer: UInt64) -> Bool {
        node.roster.peers[ParticipantID(rawValue: peer)] != nil
    }
}

extension Interval {
    /// Milliseconds, for comparing.
    var inMilliseconds: Double { Double(microseconds) / 1000 }
}

/// The mean of RFC 5401's truncated exponential, as a part of its limit.
func truncatedExponentialMean(groupSize: Int) -> Double {
    let lambda = logarithm(Double(max(groupSize, 2))) + 1
    return 1 / (1 - exponential(-lambda)) - 1 / lambda
}
