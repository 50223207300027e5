import SessionCore

extension Simulation {
    /// Those whose process exists, paused or not.
    var connected: [Peer] { peers.filter(\.isConnected) }
    var running: [Peer] { peers.filter(\.isRunning) }

    /// Lets something go wrong, where there is anybody left whom it can strike.
    mutating func strike(_ fault: FaultPlan.Fault) throws(Violation) {
        guard !hasHealed else { return }
        counts.planned += 1
        switch fault {
        case .lateJoin:
            if hasRoom { try startPeer(at: nil) }
        case .crowd(let count):
            counts.crowds += 1
            for _ in 0..<count { queue.push(.start, at: now + generator.within(0...100_000)) }
        case .restart:
            if hasRoom { try startPeer(at: generator.pick(peers.filter { !$0.isConnected })) }
        case .crash:
            if connected.count > 2, let peer = generator.pick(connected) { depart(peer) }
        case .leave:
            guard connected.count > 2, let peer = generator.pick(running) else { return }
            peer.node.leave(at: peer.clock.reading(at: now))
            peer.status = .leaving
            try drain(peer)
        case .pause(let lasting, let inboxMax):
            guard let peer = generator.pick(running) else { return }
            pause(peer, lasting: lasting, inboxMax: inboxMax)
        case .cut(let cut, let lasting):
            if !cut.stopsMulticast || !cut.stopsUnicast { counts.deafPaths += 1 }
            add(cut, lasting: lasting)
        case .bridge(let sides, let lasting):
            guard let peer = generator.pick(connected) else { return }
            counts.bridges += 1
            let bridges: UInt64 = 1 << UInt64(peer.number & 63)
            add(VirtualNetwork.Cut(sides: sides, bridges: bridges), lasting: lasting)
        case .isolation(let isOneWay, let lasting):
            guard let peer = generator.pick(connected) else { return }
            let sides: UInt64 = 1 << UInt64(peer.number & 63)
            add(VirtualNetwork.Cut(sides: sides, isOneWay: isOneWay), lasting: lasting)
        case .storm(let lasting):
            guard let peer = generator.pick(connected) else { return }
            let direction: VirtualNetwork.Direction = generator.chance(5_000) ? .up : .down
            let storm = Weather.storm(using: &generator)
            let former = network.set(storm, direction, of: peer.number)
            trace.note(now, peer.number, 3, "has a storm \(direction) for \(lasting / 1000) ms")
            queue.push(.endOfStorm(peer.number, direction, former: former), at: now + lasting)
        case .rotation(let racers, let isSame): race(racers, isSame: isSame)
        case .paste(let count):
            guard let peer = generator.pick(running) else { return }
            for _ in 0..<count { try draw(peer) }
        case .clears(let racers): race(racers, to: .clear)
        case .undos(let racers): race(racers, to: .undo)
        case .noise:
            guard let peer = generator.pick(running) else { return }
            let noise = Peer.Datagram(
                bytes: generator.bytes(generator.below(1_300)),
                source: PeerAddress(rawValue: 9), sender: -1, isIntact: false)
            try receive(noise, at: peer)
        }
    }

    private var hasRoom: Bool {
        peers.count < plan.participantsMax && connected.count < plan.connectedMax
    }

    mutating func depart(_ peer: Peer) {
        if case .gone = peer.status { return }
        trace.note(now, peer.number, 4, "is gone")
        peer.status = .gone
        peer.inbox = []
        queue.push(.departureCheck(peer.number), at: now + Self.departureTime)
    }

    private mutating func pause(_ peer: Peer, lasting: Int64, inboxMax: Int) {
        trace.note(now, peer.number, 2, "is paused for \(lasting / 1000) ms")
        peer.status = .paused(since: now, inboxMax: inboxMax)
        queue.push(.endOfPause(peer.number), at: now + lasting)
    }

    private mutating func add(_ cut: VirtualNetwork.Cut, lasting: Int64) {
        trace.note(now, -1, cut.sides, "a cut for \(lasting / 1000) ms: \(cut)")
        queue.push(.endOfCut(network.add(cut)), at: now + lasting)
    }

    /// Somebody has just been asked for entries in bulk.
    mutating func strikeDonor(_ donor: Peer) {
        guard !hasHealed, donor.isRunning, connected.count > 2, let fate = donorFates.popLast()
        else { return }
        counts.donorsStruck += 1
        switch fate {
        case .dies: depart(donor)
        case .stalls(let lasting): pause(donor, lasting: lasting, inboxMax: 1_000)
        }
    }

    private mutating func race(_ racers: Int, isSame: Bool) {
        for racer in 0..<racers {
            guard let peer = generator.pick(running) else { return }
            var activity = Self.activity
            if !isSame { activity.payload = [UInt8(racer)] }
            queue.push(
                .rotation(peer.number, peer.node.session.id, activity),
                at: now + generator.within(0...60_000))
        }
    }

    private mutating func race(_ racers: Int, to deed: Artist.Deed) {
        for _ in 0..<racers {
            guard let peer = generator.pick(running) else { return }
            queue.push(.deed(peer.number, deed), at: now + generator.within(0...40_000))
        }
    }

    mutating func rotate(_ number: Int, from session: SessionID, to activity: Activity)
        throws(Violation)
    {
        let peer = peers[number]
        guard peer.isRunning, !hasHealed else { return }
        trace.note(now, number, session.rawValue, "opens a new canvas")
        let former = peer.node.session.id
        peer.node.rotate(from: session, to: activity, at: peer.clock.reading(at: now))
        guard former == session || peer.node.session.id == former else {
            throw violation(.oneSession, "p\(number) opens a successor of what has passed")
        }
        try drain(peer)
    }

    /// Runs a paused process again, as its session thread does it after a long gap.
    mutating func resume(_ number: Int) throws(Violation) {
        let peer = peers[number]
        guard case .paused(let since, _) = peer.status else { return }
        trace.note(now, number, 5, "is run again")
        peer.status = .running
        peer.resumed = now
        let inbox = peer.inbox
        peer.inbox = []
        for datagram in inbox { try receive(datagram, at: peer) }
        let clock = peer.clock.reading(at: now)
        if now - since > Self.gapMax {
            peer.node.wake(at: clock)
        } else if let deadline = peer.node.deadline, deadline <= clock {
            peer.node.advance(to: clock)
        }
        peer.plannedWake = nil
        try drain(peer)
    }

    /// A longer gap in the loop that drives a node means that it slept.
    private static let gapMax: Int64 = 2_000_000

    /// Ends all faults: from here on everything has to come right.
    mutating func heal() throws(Violation) {
        trace.note(now, -1, 6, "the network heals")
        hasHealed = true
        try silenceHostile()
        network.heal(at: now)
        for peer in peers { try resume(peer.number) }
        heldAtHeal = ledger.entries.map { $0.map { [Bool](repeating: false, count: $0.count) } }
        for place in heldAtHeal.indices {
            for author in heldAtHeal[place].indices {
                for index in heldAtHeal[place][author].indices {
                    heldAtHeal[place][author][index] = connected.contains {
                        $0.witness.holds(index, by: author, in: place)
                    }
                }
            }
        }
    }
}
