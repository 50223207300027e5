import SessionCore

/// What is tried when all is at rest: an occasion on which a single rule makes the difference.
enum Trial {
    /// All hear that somebody says something long, but only one hears all of it; then the speaker
    /// is gone.
    case bequest(speaker: Int, message: Int)
    /// What one multicasts is lost for some seconds; what it says to single others is not.
    case hush(Int)
    /// Some write at once more than the group's budget carries.
    case flood
    /// One does so on a network on which everything takes long.
    case slowFlood
    /// Most do not hear what one writes, who does not hear them ask for it.
    case deafWriter(nacks: [Int], repairs: Int)
}

extension Simulation {
    /// Draws a trial for this room, and begins it; many rooms have none.
    mutating func beginTrial() throws(Violation) {
        isListening = false
        guard !plan.ends, connected.count > 1, let peer = generator.pick(connected) else {
            return queue.push(.end, at: now)
        }
        let number = generator.below(20)
        if plan.isGentle, connected.count >= Self.crowdMin, number < 12 { return try deafen(peer) }
        switch number {
        // Clocks that are 2 % wrong make round trips of many seconds' echoes look long, and a
        // holder wait longer than an asker is patient.
        case ..<6 where connected.count > 2 && !plan.clocksAreSkewed: try bequeath(peer)
        case ..<10: begin(.hush(peer.number), lasting: 6_000_000)
        case 10: try flood()
        case 11: begin(.slowFlood, lasting: 6_000_000)
        default: queue.push(.end, at: now)
        }
    }

    private mutating func begin(_ trial: Trial, lasting: Int64) {
        self.trial = trial
        trace.note(now, -1, 13, "is tried: \(trial)")
        switch trial {
        case .hush(let number): network.put(.losingMulticast, .up, of: number)
        case .slowFlood:
            for peer in connected { network.put(.slow, .down, of: peer.number) }
        case .bequest, .flood, .deafWriter: break
        }
        queue.push(.turn, at: now + lasting * plan.heartbeat)
    }

    /// The second part of a trial; mostly what was wrong is over.
    mutating func turnTrial() throws(Violation) {
        guard let trial else { return }
        queue.push(.end, at: now + Self.trialTime * plan.heartbeat)
        if case .slowFlood = trial { return try floodSlowly() }
        for peer in connected { network.clear(peer.number) }
        switch trial {
        case .bequest(let speaker, let message):
            guard connected.contains(where: { hasHeard(message, of: speaker, $0) }) else {
                throw violation(.delivered, "nobody hears the long message of p\(speaker)")
            }
            depart(peers[speaker])
        case .deafWriter(let nacks, let before):
            let askers = connected.indices.count {
                connected[$0].node.statistics.nacksSent > nacks[$0]
            }
            let repairs = total(\.entriesRepaired) - before
            guard askers <= 1 + connected.count / 4, repairs <= Self.lackingCount * Self.repairsMax
            else {
                throw violation(
                    .cheapRepair, "\(askers) ask, \(repairs) repairs for \(connected.count)")
            }
        case .hush, .flood, .slowFlood: break
        }
    }

    /// From there to the moment at which all must be equal once more.
    private static let trialTime: Int64 = 5_000_000

    mutating func endTrial() throws(Violation) {
        guard let trial else { return }
        if case .bequest(let speaker, let message) = trial {
            for peer in connected where !hasHeard(message, of: speaker, peer) {
                throw violation(.delivered, "p\(peer.number) does not get what p\(speaker) left")
            }
        }
        try checkAgreement()
        try checkCompleteness()
    }

    private func hasHeard(_ message: Int, of speaker: Int, _ peer: Peer) -> Bool {
        peer.number != speaker && peer.witness.hasReceived(message: message, by: speaker)
    }

    // MARK: - Beginnings

    private mutating func bequeath(_ speaker: Peer) throws(Violation) {
        let others = connected.filter { $0 !== speaker }
        let heir = generator.pick(others)
        for peer in others where peer !== heir { network.put(.shortOnly, .down, of: peer.number) }
        let message = ledger.messages[speaker.number].count
        try say(speaker, toAll: true, length: 5_000 + generator.below(50_000))
        begin(.bequest(speaker: speaker.number, message: message), lasting: 400_000)
    }

    private mutating func flood() throws(Violation) {
        let writers = connected.prefix(2 + generator.below(3))
        begin(.flood, lasting: 3_000_000)
        groupBudget = LeakyBucket(rate: 1_000, at: now)
        groupBudgetMax = Int64(writers.count) * Self.burstMax + 40
        for peer in writers { try write(peer) }
    }

    private mutating func floodSlowly() throws(Violation) {
        guard let peer = generator.pick(connected) else { return }
        peer.budget = LeakyBucket(rate: 300, at: now)
        try write(peer)
    }

    /// Each entry has a datagram of its own.
    private mutating func write(_ peer: Peer) throws(Violation) {
        for _ in 0..<120 {
            let body = generator.bytes(600 + generator.below(300))
            try append(body, Artist.otherChannel, by: peer)
        }
    }

    /// In smaller rooms chance weighs more than what is to be seen.
    private static let crowdMin = 10

    private mutating func deafen(_ writer: Peer) throws(Violation) {
        let others = connected.filter { $0 !== writer }
        for peer in others.dropFirst(others.count / 3) + [writer] {
            network.put(.losing(10_000), .down, of: peer.number)
        }
        let nacks = connected.map(\.node.statistics.nacksSent)
        begin(
            .deafWriter(nacks: nacks, repairs: total(\.entriesRepaired)), lasting: 1_000_000)
        // The last two come again by themselves.
        for _ in 0..<Self.lackingCount + 2 {
            try append(generator.bytes(90), Artist.otherChannel, by: writer)
        }
        for peer in others { network.clear(peer.number) }
    }

    private static let lackingCount = 10

    // MARK: - Budget

    /// Checks a multicast that waited for the budget.
    mutating func checkBudget(of peer: Peer) throws(Violation) {
        peer.budget.add(at: now)
        groupBudget?.add(at: now)
        guard peer.budget.level <= Self.burstMax else {
            throw violation(.withinBudget, "p\(peer.number) is ahead of its rate")
        }
        if let group = groupBudget, group.level > groupBudgetMax {
            throw violation(.withinBudget, "all are ahead of the rate of all")
        }
    }

    /// A full bucket, and one for what has flowed into it before it was measured.
    private static let burstMax: Int64 = 33
}
