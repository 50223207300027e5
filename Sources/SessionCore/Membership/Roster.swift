/// Everybody heard of late, and how long round trips to them take.
struct Roster: Sendable {
    var peers = OrderedMap<ParticipantID, Peer>()
    /// Those who said good-bye: a late datagram does not bring them back.
    private(set) var left: [ParticipantID] = []
    /// Those who fell silent, in case they come back, or a late datagram of theirs does.
    private var departed: [(id: ParticipantID, peer: Peer)] = []
    private var samples: [Interval] = []
    /// The round trip that waits are measured in: the 90th percentile of late samples.
    private(set) var roundTrip: Interval
    private let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
        roundTrip = configuration.roundTripStart
    }

    mutating func noteRoundTrip(_ sample: Interval) {
        samples.append(max(sample, .zero))
        if samples.count > configuration.roundTripSamples { samples.removeFirst() }
        let percentile = samples.sorted()[(samples.count * 9 - 1) / 10]
        roundTrip = min(max(percentile, configuration.roundTripMin), configuration.roundTripMax)
    }

    func hasLeft(_ id: ParticipantID) -> Bool { left.contains(id) }

    /// The index of a sender, made room for if it is new; nil where there is no room.
    mutating func index(
        of id: ParticipantID, from address: PeerAddress, at now: Instant
    ) -> Int? {
        if let index = peers.index(of: id) { return index }
        guard hasRoom else { return nil }
        let pending = peers.indices.filter { !peers.values[$0].isConfirmed }
        if pending.count >= configuration.pendingMax,
            let silent = pending.min(by: { peers.values[$0].lastHeard < peers.values[$1].lastHeard }
            )
        {
            peers.remove(at: silent)
        }
        var peer = Peer(address: address, at: now)
        if let position = departed.firstIndex(where: { $0.id == id }) {
            let former = departed.remove(at: position).peer
            peer.profile = former.profile
            peer.window = former.window
            peer.stateCounter = former.stateCounter
            peer.helloCounter = former.helloCounter
            peer.ephemerals = former.ephemerals
        }
        return peers.index(of: id, inserting: peer)
    }

    mutating func remove(at index: Int, reason: DepartureReason) {
        let id = peers.keys[index]
        switch reason {
        case .left:
            left.append(id)
            if left.count > configuration.departedMax { left.removeFirst() }
        case .lost:
            if peers.values[index].profile != nil { departed.append((id, peers.values[index])) }
            if departed.count > configuration.departedMax { departed.removeFirst() }
        }
        peers.remove(at: index)
    }

    /// One more may be confirmed.
    var hasRoom: Bool {
        peers.values.lazy.filter { $0.isConfirmed }.count < configuration.participantsMax
    }

    func isConfirmed(_ id: ParticipantID) -> Bool {
        peers.index(of: id).map { peers.values[$0].isConfirmed } ?? false
    }

    /// Confirmed participants last heard in a session, in the order of their ids.
    func confirmed(in session: SessionID, since earliest: Instant) -> [ParticipantID] {
        peers.indices.lazy
            .filter {
                peers.values[$0].isConfirmed && peers.values[$0].isIn(session, since: earliest)
            }
            .map { peers.keys[$0] }
    }

    func confirmedCount(in session: SessionID, since earliest: Instant) -> Int {
        var count = 0
        for index in peers.indices
        where peers.values[index].isConfirmed && peers.values[index].isIn(session, since: earliest)
        {
            count += 1
        }
        return count
    }

    /// Everybody heard in a session since then, confirmed or not.
    func heard(in session: SessionID, since earliest: Instant) -> Int {
        peers.values.lazy.filter { $0.isIn(session, since: earliest) }.count
    }
}
