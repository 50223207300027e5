/// Everybody heard of late, and how long round trips to them take.
struct Roster: Sendable {
    var peers = OrderedMap<ParticipantID, Peer>()
    /// Those who said good-bye: a late datagram does not bring them back.
    private(set) var left: [ParticipantID] = []
    /// Those who fell silent, in case they come back, or a late datagram of theirs does.
    private var departed: [(id: ParticipantID, peer: Peer)] = []
    /// Round trips, the oldest first.
    private var samples: [(at: Instant, roundTrip: Interval)] = []
    /// The round trip that waits are measured in: the 90th percentile of late samples.
    private(set) var roundTrip: Interval
    let configuration: Configuration
    /// The node's session, and since when it is in it.
    private var session: SessionID
    private var enteredAt: Instant
    /// When the node last woke from a sleep.
    private(set) var wokeAt: Instant?
    /// How many are confirmed.
    private(set) var confirmedCount = 0
    private(set) var census = Census()

    init(_ configuration: Configuration, session: SessionID, at now: Instant) {
        self.configuration = configuration
        self.session = session
        enteredAt = now
        roundTrip = configuration.roundTripStart
    }

    mutating func noteRoundTrip(_ sample: Interval, at now: Instant) {
        samples.append((now, max(sample, .zero)))
        // In a room at rest new ones are rare: those of busier times are not waited out.
        while samples.count > configuration.roundTripSamples
            || (samples.count > configuration.roundTripSamplesMin
                && now - samples[0].at > configuration.roundTripAge)
        {
            samples.removeFirst()
        }
        let rising = samples.map { $0.roundTrip }.sorted()
        let percentile = rising[(rising.count * 9 - 1) / 10]
        roundTrip = min(max(percentile, configuration.roundTripMin), configuration.roundTripMax)
    }

    func hasLeft(_ id: ParticipantID) -> Bool { left.contains(id) }

    /// The index of a sender, made room for if it is new; nil where there is no room.
    mutating func index(
        of id: ParticipantID, from address: PeerAddress, at now: Instant
    ) -> Int? {
        if let index = peers.index(of: id) { return index }
        guard hasRoom else { return nil }
        if peers.count - confirmedCount >= configuration.pendingMax,
            let silent = peers.indices.filter({ !peers.values[$0].isConfirmed })
                .min(by: { peers.values[$0].lastHeard < peers.values[$1].lastHeard })
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
        let index = peers.index(of: id, inserting: peer)
        takeCensus(at: now)
        return index
    }

    mutating func remove(at index: Int, reason: DepartureReason, at now: Instant) {
        let id = peers.keys[index]
        switch reason {
        case .left:
            left.append(id)
            if left.count > configuration.departedMax { left.removeFirst() }
        case .lost:
            if peers.values[index].profile != nil { departed.append((id, peers.values[index])) }
            if departed.count > configuration.departedMax { departed.removeFirst() }
        }
        if peers.values[index].isConfirmed { confirmedCount -= 1 }
        peers.remove(at: index)
        takeCensus(at: now)
    }

    /// One more may be confirmed.
    var hasRoom: Bool { confirmedCount < configuration.participantsMax }

    func isConfirmed(_ id: ParticipantID) -> Bool {
        peers.index(of: id).map { peers.values[$0].isConfirmed } ?? false
    }

    /// Everybody heard in a session since then, confirmed or not.
    func heard(in session: SessionID, since earliest: Instant) -> Int {
        peers.indices.count { peers.values[$0].isIn(session, since: earliest) }
    }

    // MARK: - Times

    /// A room has so many heartbeats a second in all, however many are in it.
    var heartbeatInterval: Interval {
        max(
            configuration.heartbeatInterval,
            .seconds(Int64(confirmedCount + 1)) / configuration.heartbeatsPerSecondMax)
    }

    /// Within this everybody who is heard, confirmed or not, has one turn while some are meeting.
    var meetingTurn: Interval {
        .seconds(Int64(peers.count + 1)) / configuration.meetingHeartbeatsPerSecondMax
    }

    /// Three and a half heartbeats.
    var silenceMax: Interval {
        Interval(microseconds: heartbeatInterval.microseconds * 7 / 2)
    }

    /// For so long somebody counts as present in the session they were last heard in: then they
    /// would be lost.
    var presenceInterval: Interval { silenceMax + configuration.probingTime }

    /// When a peer is to be probed, or parted with as one who went elsewhere.
    func watchDue(of index: Int) -> Instant {
        if let due = peers.values[index].probeDue { return due }
        let due = peers.values[index].lastHeard + silenceMax
        return departureDue(of: index).map { min($0, due) } ?? due
    }

    /// When somebody shown to the application and heard elsewhere has left this session.
    func departureDue(of index: Int) -> Instant? {
        guard peers.values[index].isAnnounced, peers.values[index].session != session else {
            return nil
        }
        let seen = peers.values[index].sessions.first { $0.session == session }
        return (seen?.at ?? enteredAt) + presenceInterval
    }

    // MARK: - What is counted

    mutating func confirm(_ index: Int, at now: Instant) {
        guard !peers.values[index].isConfirmed else { return }
        peers.values[index].isConfirmed = true
        confirmedCount += 1
        takeCensus(at: now)
    }

    mutating func announce(_ index: Int, _ isAnnounced: Bool = true, at now: Instant) {
        peers.values[index].isAnnounced = isAnnounced
        takeCensus(at: now)
    }

    /// Somebody is heard in a session.
    mutating func note(_ seen: SessionID, of index: Int, at now: Instant) {
        let isNews = !peers.values[index].isIn(seen, since: earliest(at: now))
        peers.values[index].note(seen, at: now)
        if isNews { takeCensus(at: now) }
    }

    mutating func noteEntry(of index: Int, at now: Instant) {
        let isNews = !isSending(index, at: now)
        peers.values[index].lastEntryAt = now
        if isNews { takeCensus(at: now) }
    }

    /// Takes what a heartbeat says of how much its sender has multicast.
    mutating func noteLoss(count: UInt32, of index: Int, at now: Instant) {
        let former = grade(of: index)
        peers.values[index].loss.note(count: count)
        if grade(of: index) != former { takeCensus(at: now) }
    }

    mutating func probe(_ index: Int, until due: Instant) {
        peers.values[index].probeDue = due
        census.watchDue = min(census.watchDue, due)
    }

    /// The node slept: whatever silence there was is not theirs.
    mutating func wake(at now: Instant) {
        wokeAt = now
        for index in peers.indices {
            peers.values[index].lastHeard = now
            peers.values[index].probeDue = nil
            peers.values[index].probesSent = 0
            peers.values[index].refreshSightings(at: now)
        }
        takeCensus(at: now)
    }

    /// The node is in another session.
    mutating func enter(_ session: SessionID, at now: Instant) {
        self.session = session
        enteredAt = now
        for index in peers.indices { peers.values[index].moved() }
        takeCensus(at: now)
    }

    mutating func pass(to now: Instant) {
        if now >= census.expiresAt { takeCensus(at: now) }
        assert(census.holds(beside: counted(at: now)))
    }

    mutating func takeCensus(at now: Instant) {
        census = counted(at: now)
    }

    private func counted(at now: Instant) -> Census {
        var census = Census()
        let earliest = earliest(at: now)
        for index in peers.indices {
            census.watchDue = min(census.watchDue, watchDue(of: index))
            if peers.values[index].isAnnounced { census.announced += 1 }
            if isSending(index, at: now), let last = peers.values[index].lastEntryAt {
                census.senders += 1
                census.expiresAt = min(census.expiresAt, last + configuration.activeSenderAge)
            }
            guard peers.values[index].isConfirmed else { continue }
            if let grade = grade(of: index) { census.losses.add(grade) }
            guard peers.values[index].isIn(session, since: earliest) else { continue }
            census.present += 1
            let end = peers.values[index].sessions[0].at + presenceInterval
            census.expiresAt = min(census.expiresAt, end + Interval(microseconds: 1))
        }
        return census
    }

    /// Who was heard in a session since then is in it.
    func earliest(at now: Instant) -> Instant {
        Instant(microseconds: now.microseconds - presenceInterval.microseconds)
    }

    private func isSending(_ index: Int, at now: Instant) -> Bool {
        guard let last = peers.values[index].lastEntryAt else { return false }
        return now < last + configuration.activeSenderAge
    }

    private func grade(of index: Int) -> LossGrade? {
        peers.values[index].loss.grade(configuration)
    }
}

/// What is asked of all peers at every datagram: counted anew only where it may have changed.
struct Census: Hashable, Sendable {
    /// Confirmed, and heard in the node's session of late.
    var present = 0
    /// The application has been told of them.
    var announced = 0
    /// They sent an entry of late.
    var senders = 0
    var losses = LossCounts()
    /// From then on it is not true any more, whatever else happens.
    var expiresAt = Instant(microseconds: .max)
    /// Nobody is to be probed or parted with before.
    var watchDue = Instant(microseconds: .max)

    /// It says the same as one taken now, and is not to be trusted for longer.
    func holds(beside new: Census) -> Bool {
        var same = new
        same.expiresAt = expiresAt
        same.watchDue = watchDue
        return self == same && expiresAt <= new.expiresAt && watchDue <= new.watchDue
    }
}
