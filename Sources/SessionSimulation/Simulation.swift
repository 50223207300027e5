import CAllocation
import SessionCore

/// A room of nodes on a virtual network under faults, with checkers: one seed, one run.
package struct Simulation {
    /// What is planned to happen.
    enum Happening {
        case start
        case arrival(Peer.Datagram, at: Int)
        case wake(Int)
        case act(Int)
        case fault(FaultPlan.Fault)
        case endOfCut(Int)
        case endOfStorm(Int, VirtualNetwork.Direction, former: Weather)
        case endOfPause(Int)
        case rotation(Int, SessionID, Activity)
        case deed(Int, Artist.Deed)
        case departureCheck(Int)
        case hostileSpeaks
        case audit
        case heal, settled, answered, silence, rest, turn, end
    }

    let seed: UInt64
    let options: Options
    let plan: FaultPlan
    var hostile: Hostile?
    var generator: Generator
    var queue = EventQueue<Happening>()
    var network: VirtualNetwork
    var trace: Trace
    var ledger = Ledger()
    var peers: [Peer] = []
    var now: Int64 = 0
    var happenings = 0
    var counts = Counts()
    /// By receiver and sender: when something was last heard.
    var lastHeard: [[Int64]] = []
    /// Who listens at an address: the newest participant there.
    var listeners: [UInt64: Int] = [:]
    /// By session and author: what some live participant held when the network healed.
    var heldAtHeal: [[[Bool]]] = []
    var ephemeralCount: UInt32 = 0
    var finalMessages: [Int: Int] = [:]
    var finalLoads: [Int: BlobID] = [:]
    /// Who ended the session.
    var ender: Int?
    var hasHealed = false
    var isListening = false
    /// Everybody was found in one session.
    var isSettled = false
    /// What becomes of the next ones who are asked for entries in bulk.
    var donorFates: [FaultPlan.DonorFate] = []
    /// Sessions that somebody opened on purpose.
    var opened: Set<SessionID> = []
    /// By session: who left it when.
    var leftAt: [SessionID: [Int: Int64]] = [:]
    var groupMulticasts = RateMeter()
    var trial: Trial?
    var groupBudget: LeakyBucket?
    var groupBudgetMax: Int64 = 0

    /// What a run amounts to, apart from what the nodes count.
    struct Counts {
        var datagrams = 0
        var planned = 0
        var overflowed = 0
        /// Some were said to be lost that were there.
        var wronglyLost = 0
        var probes = 0
        var hostileRefused = 0
        var cryingBabies = 0
        /// Entries that came to somebody who was in another session by then.
        var lateEntries = 0
        var donorsStruck = 0
        var bridges = 0
        var deafPaths = 0
        var crowds = 0
        var amended = 0
        var refusedFull = 0
        var attachmentsLoaded = 0
        var ended = 0
        var groupRateMax = 0
        var allocationMax = 0
        var holesMax = 0
        /// Lost datagrams with entries in them.
        var entriesLost = 0
        var silenceStart = (datagrams: 0, nacks: 0, repairs: 0)
    }

    /// - Parameter write: gets a line for each event; tracing is slow.
    package init(seed: UInt64, options: Options = Options(), write: ((String) -> Void)? = nil) {
        self.seed = seed
        var options = options
        // The roster's bound is configurable, and here everybody has to know everybody.
        let people = (options.participants ?? 0) + 16
        options.configuration.participantsMax = max(options.configuration.participantsMax, people)
        options.configuration.pendingMax = options.configuration.participantsMax / 2
        var generator = Generator(seed: seed)
        plan = FaultPlan(participants: options.participants, using: &generator)
        if let most = plan.sessionEntriesMax { options.configuration.sessionEntriesMax = most }
        self.options = options
        network = VirtualNetwork(using: &generator)
        self.generator = generator
        trace = Trace(seed: seed, write: write)
    }

    /// Runs one seed; every fiftieth a second time, for the same must come of it.
    package static func run(_ seed: UInt64, _ options: Options) -> Outcome {
        var simulation = Simulation(seed: seed, options: options)
        var outcome = simulation.run()
        guard seed % 50 == 0, outcome.violation == nil else { return outcome }
        var again = Simulation(seed: seed, options: options)
        guard again.run().traceHash != outcome.traceHash else { return outcome }
        outcome.violation = Violation(
            rule: .deterministic, time: 0, detail: "a second run went another way")
        return outcome
    }

    /// Runs to the end, or to the first violation.
    package mutating func run() -> Outcome {
        do throws(Violation) {
            planEverything()
            while let (time, happening) = queue.pop() {
                now = time
                happenings += 1
                guard happenings < Self.happeningsMax else {
                    throw violation(.progress, "\(happenings) events and no end")
                }
                try handle(happening)
                if case .end = happening { break }
            }
            return outcome(nil)
        } catch {
            return outcome(error)
        }
    }

    /// A run of eight participants has some 20,000.
    private static let happeningsMax = 20_000_000

    private mutating func planEverything() {
        for time in plan.starts { queue.push(.start, at: time) }
        donorFates = plan.donorFates
        for (time, fault) in plan.schedule { queue.push(.fault(fault), at: time) }
        queue.push(.audit, at: Self.auditInterval)
        if plan.hasHostile { queue.push(.hostileSpeaks, at: plan.healTime / 8) }
        queue.push(.heal, at: plan.healTime)
        let settled =
            plan.workEnd + Self.settlingTime * plan.heartbeat
            + (plan.hasHostile ? Self.givingUpTime : 0)
        queue.push(.settled, at: settled)
        queue.push(.answered, at: settled + Self.answerTime)
        let silence = settled + Self.silenceTime * plan.heartbeat
        queue.push(.silence, at: silence)
        queue.push(.rest, at: silence + Self.listeningTime)
    }

    /// From the last command to the moment at which all must be equal, for each second between
    /// heartbeats.
    static let settlingTime: Int64 = 10_000_000
    /// What a hostile claimed to exist is asked for some seconds more before it is given up.
    static let givingUpTime: Int64 = 10_000_000
    /// From one more command of each to everybody's knowing it.
    static let answerTime: Int64 = 600_000
    /// From that command to the moment at which only heartbeats are sent, likewise.
    static let silenceTime: Int64 = 5_000_000
    static let listeningTime: Int64 = 3_000_000

    private mutating func handle(_ happening: Happening) throws(Violation) {
        switch happening {
        case .start: try startPeer(at: nil)
        case .arrival(let datagram, let receiver):
            if network.admits(sent: datagram.sent, at: now) { try arrive(datagram, at: receiver) }
        case .wake(let number): try wake(number)
        case .act(let number): try act(number)
        case .fault(let fault): try strike(fault)
        case .endOfCut(let number): network.removeCut(number)
        case .endOfStorm(let number, let direction, let former):
            _ = network.set(former, direction, of: number)
        case .endOfPause(let number): try resume(number)
        case .rotation(let number, let session, let activity):
            try rotate(number, from: session, to: activity)
        case .deed(let number, let deed):
            if peers[number].isRunning, !hasHealed { try draw(peers[number], deed) }
        case .departureCheck(let number): try checkDeparture(of: number)
        case .hostileSpeaks: try letHostileSpeak()
        case .audit: try audit()
        case .heal: try heal()
        case .settled:
            try checkAgreement()
            try checkCompleteness()
            isSettled = true
            if plan.ends { try endSession() } else { try sayLastWords() }
        case .answered: try plan.ends ? checkEnd() : checkAnswers()
        case .silence:
            try checkCompleteness()
            try checkLoads()
            try checkEarlierSessions()
            try checkCost()
            startListening()
        case .rest:
            try checkSilence()
            try beginTrial()
        case .turn: try turnTrial()
        case .end: try endTrial()
        }
    }

    // MARK: - Nodes and their sockets

    /// Connects a new participant, on a machine of its own or that of one that is gone.
    mutating func startPeer(at former: Peer?) throws(Violation) {
        let number = peers.count
        let id = ParticipantID(rawValue: generator.next())
        let person =
            former?.profile.person ?? PersonID(high: generator.next(), low: generator.next())
        let profile = Profile(
            person: person, name: "person \(number)", color: UInt8(1 + generator.below(64)))
        var address = PeerAddress(rawValue: UInt64(1000 + number))
        if let old = former?.address, generator.chance(5_000),
            !peers.contains(where: { $0.isConnected && $0.address == old })
        {
            address = old
        }
        let peer = enroll(id, profile, at: address)
        peer.isOfLaterVersion = plan.laterVersion == number
        trace.note(now, peer.number, 1, "starts as \(DatagramText.short(peer.node.id))")
        peer.node.start(at: peer.clock.reading(at: now))
        try drain(peer)
        if now < plan.workEnd {
            // Catching up is not what a gentle run measures.
            let start = plan.isGentle ? max(now, 2_000_000) : now
            queue.push(.act(peer.number), at: start + generator.within(0...400_000))
        }
    }

    /// Gives somebody a node, a clock, a socket and a path.
    mutating func enroll(
        _ id: ParticipantID, _ profile: Profile, at address: PeerAddress
    ) -> Peer {
        let clock = SkewedClock(using: &generator, isSkewed: plan.clocksAreSkewed)
        let node = Node(
            id: id, profile: profile, room: Self.roomName, activity: Self.activity,
            seed: generator.next(), configuration: options.configuration,
            at: clock.reading(at: now))
        let number = peers.count
        let peer = Peer(
            number: number, node: node, profile: profile, address: address, clock: clock,
            artist: Artist(id, using: &generator))
        var uplink = Weather.drawn(using: &generator)
        var downlink = Weather.drawn(using: &generator)
        if let baby = plan.cryingBaby, baby.number == number {
            counts.cryingBabies += 1
            if baby.isMute { uplink = .losing(6_000) }
            if baby.isDeaf { downlink = .losing(6_000) }
        }
        if plan.isGentle {
            uplink = .gentle(latencyMax: network.latencyMax, using: &generator)
            downlink = .gentle(latencyMax: network.latencyMax, using: &generator)
        }
        network.connect(uplink: uplink, downlink: downlink)
        peers.append(peer)
        listeners[address.rawValue] = number
        ledger.register(id, profile)
        for other in lastHeard.indices { lastHeard[other].append(0) }
        lastHeard.append([Int64](repeating: 0, count: peers.count))
        for other in peers { other.witness.makeRoom(peers: peers.count) }
        return peer
    }

    static let roomName = "lobby"
    static let room = Room(name: roomName)
    static let activity = Activity(identifier: "whiteboard", payload: [])

    mutating func arrive(_ datagram: Peer.Datagram, at number: Int) throws(Violation) {
        let peer = peers[number]
        switch peer.status {
        case .leaving, .gone, .hostile: return
        case .paused(_, let inboxMax):
            guard peer.inbox.count < inboxMax else {
                counts.overflowed += 1
                return
            }
            peer.inbox.append(datagram)
        case .running: try receive(datagram, at: peer)
        }
    }

    mutating func receive(_ datagram: Peer.Datagram, at peer: Peer) throws(Violation) {
        if datagram.isIntact, datagram.sender >= 0 {
            lastHeard[peer.number][datagram.sender] = now
        }
        trace.note(
            now, peer.number, UInt64(datagram.bytes.count),
            "hears \(datagram.bytes.count) B of p\(datagram.sender)"
                + (datagram.isIntact ? "" : ", damaged"))
        if datagram.isIntact { peer.note(datagram, at: now) }
        let refused = peer.node.countRefusals()
        let clock = peer.clock.reading(at: now)
        inkcast_allocation_watch()
        peer.node.receive(datagram.bytes, from: datagram.source, at: clock)
        try checkAllocation(at: peer)
        if datagram.sender >= 0, peers[datagram.sender].isHostile,
            peer.node.countRefusals() > refused
        {
            counts.hostileRefused += 1
        }
        try drain(peer)
    }

    private mutating func wake(_ number: Int) throws(Violation) {
        let peer = peers[number]
        guard peer.isRunning || peer.isLeaving, peer.plannedWake == now else { return }
        peer.plannedWake = nil
        if let deadline = peer.node.nextDeadline(), deadline <= peer.clock.reading(at: now) {
            peer.node.advance(to: peer.clock.reading(at: now))
            try drain(peer)
        } else {
            planWake(of: peer)
        }
    }

    /// Does what a node wants done, and plans its next wake.
    mutating func drain(_ peer: Peer) throws(Violation) {
        var count = 0
        while let output = peer.node.nextOutput() {
            count += 1
            guard count < Self.outputsMax else {
                throw violation(.progress, "p\(peer.number) has no end of outputs")
            }
            switch output {
            case .transmit(let bytes, let destination):
                try transmit(bytes, to: destination, from: peer)
            case .event(let event): try witness(event, at: peer)
            }
        }
        planWake(of: peer)
        if peer.isLeaving, peer.node.hasLeft { depart(peer) }
    }

    private static let outputsMax = 100_000

    private mutating func planWake(of peer: Peer) {
        guard let deadline = peer.node.nextDeadline() else { return }
        var time = max(peer.clock.time(of: deadline), now + 1)
        if plan.timerGrain > 1 { time += plan.timerGrain - 1 - (time - 1) % plan.timerGrain }
        if let planned = peer.plannedWake, planned <= time { return }
        peer.plannedWake = time
        queue.push(.wake(peer.number), at: time)
    }

    private mutating func transmit(_ bytes: [UInt8], to destination: Destination, from peer: Peer)
        throws(Violation)
    {
        let bytes = peer.isOfLaterVersion ? amend(bytes, of: peer) : bytes
        counts.datagrams += 1
        trace.note(
            now, peer.number, Trace.hash(bytes),
            "to \(destination): \(DatagramText(bytes, in: Self.room))")
        guard bytes.count <= Self.datagramBytesMax else {
            throw violation(.withinBudget, "p\(peer.number) sends \(bytes.count) B at once")
        }
        let outline = DatagramOutline(bytes)
        try checkHeartbeat(outline, bytes, of: peer)
        switch destination {
        case .group:
            guard peer.multicasts.count(at: now) <= Self.multicastsPerSecondMax else {
                throw violation(.withinBudget, "p\(peer.number) multicasts too often")
            }
            let together = groupMulticasts.count(at: now)
            counts.groupRateMax = max(counts.groupRateMax, together)
            guard together <= groupRateMax else {
                throw violation(.withinBudget, "\(together) multicasts of all in a second")
            }
            if outline.waitsForBudget { try checkBudget(of: peer) }
            send(bytes, outline, from: peer, to: peers)
        case .peer(let address):
            counts.probes += outline.count(of: .probe)
            guard let number = listeners[address.rawValue] else { return }
            send(bytes, outline, from: peer, to: peers[number])
            if outline.count(of: .pull) > 0 { strikeDonor(peers[number]) }
        }
    }

    private static let datagramBytesMax = 1_200
    /// The whole group's budget; a participant's share is no larger.
    private static let multicastsPerSecondMax = 1_000

    /// The budget, a full bucket of each, and what does not wait for either: heartbeats, requests
    /// and answers of each.
    private var groupRateMax: Int { 1_000 + peers.count * (32 + 32) }

    /// Multicasts.
    mutating func send(
        _ bytes: [UInt8], _ outline: DatagramOutline, from peer: Peer, to receivers: [Peer]
    ) {
        guard network.departs(bytes.count, from: peer.number, isMulticast: true, at: now) else {
            if outline.carriesEntries { counts.entriesLost += 1 }
            return
        }
        for receiver in receivers where receiver !== peer || plan.loopsBack {
            carry(bytes, outline, from: peer, to: receiver, isMulticast: true)
        }
    }

    /// Unicasts.
    mutating func send(
        _ bytes: [UInt8], _ outline: DatagramOutline, from peer: Peer, to receiver: Peer
    ) {
        guard network.departs(bytes.count, from: peer.number, isMulticast: false, at: now) else {
            if outline.carriesEntries { counts.entriesLost += 1 }
            return
        }
        carry(bytes, outline, from: peer, to: receiver, isMulticast: false)
    }

    private mutating func carry(
        _ bytes: [UInt8], _ outline: DatagramOutline, from peer: Peer, to receiver: Peer,
        isMulticast: Bool
    ) {
        if receiver.isHostile { return listenInAsHostile(bytes) }
        guard receiver.isConnected else { return }
        let lost = network.faults.lost
        network.carry(
            bytes, from: peer.number, to: receiver.number, isMulticast: isMulticast, at: now
        ) { copy in
            let datagram = Peer.Datagram(
                bytes: copy.bytes, source: peer.address, sender: peer.number,
                isIntact: copy.isIntact, state: copy.isDouble ? nil : outline.state, sent: now)
            queue.push(.arrival(datagram, at: receiver.number), at: copy.arrival)
        }
        if outline.carriesEntries { counts.entriesLost += network.faults.lost - lost }
    }

    func violation(_ rule: Invariant, _ detail: String) -> Violation {
        Violation(rule: rule, time: now, detail: detail)
    }
}

extension Node {
    /// The deadline, read in place: reading it through a class copies the whole node.
    mutating func nextDeadline() -> Instant? { deadline }

    /// Datagrams and entries that were not taken.
    mutating func countRefusals() -> Int { statistics.datagramsDropped + statistics.entriesRefused }
}
