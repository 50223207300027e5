import SessionCore

/// A participant of the run: its node, the clock and socket around it, and who uses it.
final class Peer {
    enum Status {
        case running
        /// Not run: what comes waits in the socket, which holds only so much.
        case paused(since: Int64, inboxMax: Int)
        /// Says good-bye, and hears nothing any more.
        case leaving
        case gone
        /// There, but its node never starts.
        case hostile
    }

    let number: Int
    let profile: Profile
    let address: PeerAddress
    let clock: SkewedClock
    var node: Node
    var status = Status.running
    var inbox: [Datagram] = []
    /// The time of the earliest wake event that is planned.
    var plannedWake: Int64?
    /// When it was last run again after a pause.
    var resumed: Int64 = 0
    var artist: Artist
    var witness: Witness
    var multicasts = RateMeter()
    /// Of what waits for the budget.
    var budget = LeakyBucket(rate: 1_000, at: 0)
    /// What its node held when it was last looked at.
    var holdings = Holdings()
    /// Its program says more than others understand.
    var isOfLaterVersion = false
    /// Not a node at all, alive or gone: what it says is `Hostile`'s.
    var isHostile = false

    /// What lies in a socket.
    struct Datagram {
        var bytes: [UInt8]
        var source: PeerAddress
        var sender: Int
        var isIntact: Bool
        /// The session of the heartbeat in it, unless it comes a second time.
        var state: SessionID?
        /// When it was sent.
        var sent: Int64 = 0
    }

    init(
        number: Int, node: Node, profile: Profile, address: PeerAddress, clock: SkewedClock,
        artist: Artist
    ) {
        self.number = number
        self.node = node
        self.profile = profile
        self.address = address
        self.clock = clock
        self.artist = artist
        witness = Witness(number: number)
    }

    var isRunning: Bool {
        switch status {
        case .running: true
        case .paused, .leaving, .gone, .hostile: false
        }
    }

    var isLeaving: Bool {
        switch status {
        case .leaving: true
        case .running, .paused, .gone, .hostile: false
        }
    }

    /// The session of each sender's last heartbeat, when it was sent, and when it was heard.
    private(set) var heartbeats: [Int: (session: SessionID, sent: Int64, at: Int64)] = [:]
    /// When the first datagram that was heard of each sender was sent: what is older is not of
    /// the present.
    private var firstSent: [Int: Int64] = [:]

    func note(_ datagram: Datagram, at now: Int64) {
        let first = firstSent[datagram.sender] ?? datagram.sent
        firstSent[datagram.sender] = first
        guard let session = datagram.state, datagram.sent >= first else { return }
        if let last = heartbeats[datagram.sender], last.sent >= datagram.sent { return }
        heartbeats[datagram.sender] = (session, datagram.sent, now)
    }

    /// It is there, be it paused, and has not begun to say good-bye.
    var isConnected: Bool {
        switch status {
        case .running, .paused: true
        case .leaving, .gone, .hostile: false
        }
    }
}

/// Counts what happens in any one second.
struct RateMeter {
    private var recent: [Int64] = []
    private var first = 0
    private(set) var total = 0

    /// How many there were in the second before `now`, this one included.
    mutating func count(at now: Int64) -> Int {
        total += 1
        recent.append(now)
        while recent[first] <= now - 1_000_000 { first += 1 }
        if first > 4_096 {
            recent.removeFirst(first)
            first = 0
        }
        return recent.count - first
    }
}

/// How far somebody is ahead of a rate: each datagram flows in, and time lets it flow out.
struct LeakyBucket {
    /// Datagrams a second, by a clock that may be fast.
    private let rate: Int64
    private var millionths: Int64 = 0
    private var time: Int64

    init(rate: Int64, at now: Int64) {
        self.rate = rate * 102 / 100
        time = now
    }

    /// Datagrams.
    var level: Int64 { millionths / 1_000_000 }

    mutating func add(at now: Int64) {
        millionths = max(millionths - (now - time) * rate, 0) + 1_000_000
        time = now
    }
}
