/// What a node knows of another participant.
struct Peer: Sendable {
    /// Where its last datagram came from.
    var address: PeerAddress
    var firstHeard: Instant
    var lastHeard: Instant
    /// Nil until its hello has come.
    var profile: Profile?
    /// It has echoed this node's clock, so it is there and hears this node.
    var isConfirmed = false
    /// The application has been told of it.
    var isAnnounced = false
    /// It is looking for a session.
    var isStarting = false
    var window = CounterWindow()

    /// Its last heartbeat, and when it came.
    var state: StateFrame?
    var stateAt: Instant
    var stateCounter: UInt64 = 0
    /// When this node said the last thing that it is known to have heard.
    var answeredAt: Instant?
    /// An older hello tells of an older profile.
    var helloCounter: UInt64 = 0
    /// The sessions it was heard in, the latest first, with the last time of each.
    var sessions: [Sighting] = []
    /// Since when its digests have differed from this node's.
    var mismatchSince: Instant?

    /// Its clock as last heard, to be echoed.
    var sendTime: UInt32?
    var sendTimeAt: Instant
    /// When its clock was last echoed to it.
    var echoedAt: Instant?
    /// It welcomes this node, until it hears its clock from it.
    var isOwedEcho = false
    /// Whether it knows this node's profile, and from which message on it is an addressee.
    var introduction = Introduction.due
    /// The first message that is for it.
    var welcomeIndex: UInt32?

    var probesSent = 0
    var probeDue: Instant?
    var lastEntryAt: Instant?
    var loss = LossMeter()
    /// The newest version seen of each of its ephemeral values.
    var ephemerals = OrderedMap<EphemeralKey, UInt32>()

    struct Sighting: Hashable, Sendable {
        var session: SessionID
        var at: Instant
    }

    enum Introduction: Hashable, Sendable {
        /// Not yet sent.
        case due
        /// Sent first, and last, at these times.
        case sent(Instant, last: Instant)
        /// The peer has echoed a later datagram, and says that it is welcomed.
        case done
    }

    init(address: PeerAddress, at now: Instant) {
        self.address = address
        firstHeard = now
        lastHeard = now
        stateAt = now
        sendTimeAt = now
    }

    /// The session of its last heartbeat.
    var session: SessionID? { sessions.first?.session }

    func isIn(_ session: SessionID, since earliest: Instant) -> Bool {
        sessions.first.map { $0.session == session && $0.at >= earliest } ?? false
    }

    mutating func note(_ session: SessionID, at now: Instant) {
        sessions.removeAll { $0.session == session }
        sessions.insert(Sighting(session: session, at: now), at: 0)
        if sessions.count > 4 { sessions.removeLast() }
    }
}

/// What an ephemeral value is called by.
struct EphemeralKey: Hashable, Comparable, Sendable {
    var channel: UInt8
    var key: UInt32

    static func < (left: EphemeralKey, right: EphemeralKey) -> Bool {
        (left.channel, left.key) < (right.channel, right.key)
    }
}

/// Which of a sender's counters were seen, so that a datagram heard twice counts once.
struct CounterWindow: Sendable {
    private(set) var highest: UInt64 = 0
    private var isEmpty = true
    /// What was sent before the first that was heard is of the past.
    private var first: UInt64 = 0
    /// Bit i: `highest - i` was seen.
    private var seen: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    enum Verdict { case new, duplicate, tooOld }

    mutating func note(_ counter: UInt64) -> Verdict {
        guard !isEmpty else {
            isEmpty = false
            highest = counter
            first = counter
            seen.0 = 1
            return .new
        }
        if counter > highest {
            shift(by: counter - highest)
            highest = counter
            seen.0 |= 1
            return .new
        }
        let age = highest - counter
        guard age < 256, counter >= first else { return .tooOld }
        let bit = UInt64(1) << (age % 64)
        let word = self[Int(age / 64)]
        guard word & bit == 0 else { return .duplicate }
        self[Int(age / 64)] = word | bit
        return .new
    }

    private subscript(word: Int) -> UInt64 {
        get {
            switch word {
            case 0: seen.0
            case 1: seen.1
            case 2: seen.2
            default: seen.3
            }
        }
        set {
            switch word {
            case 0: seen.0 = newValue
            case 1: seen.1 = newValue
            case 2: seen.2 = newValue
            default: seen.3 = newValue
            }
        }
    }

    private mutating func shift(by distance: UInt64) {
        guard distance < 256 else {
            seen = (0, 0, 0, 0)
            return
        }
        for _ in 0..<distance / 64 { seen = (0, seen.0, seen.1, seen.2) }
        let bits = distance % 64
        guard bits > 0 else { return }
        let rest = 64 - bits
        seen = (
            seen.0 << bits, seen.1 << bits | seen.0 >> rest, seen.2 << bits | seen.1 >> rest,
            seen.3 << bits | seen.2 >> rest
        )
    }
}
