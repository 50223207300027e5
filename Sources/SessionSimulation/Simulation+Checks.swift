import SessionCore

extension Simulation {
    /// How long after the last sign of somebody all must have said that they are gone: 4.5 s, by
    /// a clock that may be slow and timers that may be coarse.
    static let departureTime: Int64 = 4_650_000

    /// One that is gone has been reported, unless a stale datagram came in between.
    mutating func checkDeparture(of number: Int) throws(Violation) {
        guard connected.count <= 32 else { return }
        var next: Int64?
        for peer in connected where peer.witness.present[number] {
            guard peer.isRunning else {
                next = min(next ?? .max, now + Self.departureTime)
                continue
            }
            let due =
                max(lastHeard[peer.number][number], peer.resumed) + Self.departureTime
            guard due > now else {
                throw violation(
                    .departureReported, "p\(peer.number) still shows p\(number)")
            }
            next = min(next ?? .max, due)
        }
        if let next { queue.push(.departureCheck(number), at: next) }
    }

    /// The network has been whole for long enough: all must be one.
    func checkAgreement() throws(Violation) {
        guard let first = connected.first else { return }
        let session = first.node.session.id
        for peer in connected where peer.node.session.id != session {
            throw violation(
                .oneSession, "p\(peer.number) is not where p\(first.number) is")
        }
        guard let place = ledger.knownPlace(of: session) else {
            throw violation(.oneSession, "nobody entered the session of p\(first.number)")
        }
        try checkEntries(of: session, in: place)
        try checkCarrying()
        for peer in connected {
            guard peer.node.logDigest == first.node.logDigest else {
                throw violation(.equalDigests, "p\(peer.number) and p\(first.number)")
            }
            // What a session was opened with nobody can prove to who comes later.
            guard
                peer.node.activityPayload == first.node.activityPayload
                    || !ledger.hasActivity(of: session)
            else {
                throw violation(.equalActivities, "p\(peer.number) and p\(first.number)")
            }
            guard
                peer.witness.picture(in: place)?.digest
                    == first.witness.picture(in: place)?.digest
            else {
                throw violation(.equalPictures, "p\(peer.number) and p\(first.number)")
            }
            guard peer.node.attachments(of: session) == first.node.attachments(of: session) else {
                throw violation(.equalEntries, "attachments of p\(peer.number)")
            }
            try checkPeople(around: peer)
            try checkMessages(at: peer, in: session)
        }
    }

    private func checkEntries(of session: SessionID, in place: Int) throws(Violation) {
        let authors = ledger.entries[place]
        let reference = connected.first
        for peer in connected {
            let held = peer.node.entries(of: session)
            let count = peer.witness.deliveredCount(in: place)
            guard held.count == count, peer.node.entryCount == count else {
                throw violation(
                    .equalEntries,
                    "p\(peer.number) holds \(held.count), counts \(peer.node.entryCount), "
                        + "told of \(count)")
            }
            for entry in held {
                guard let author = ledger.number(of: entry.origin),
                    ledger.holds(entry, by: author, in: place),
                    peer.witness.holds(Int(entry.index), by: author, in: place)
                else {
                    throw violation(.nothingInvented, "an entry held by p\(peer.number)")
                }
            }
            for author in authors.indices {
                let indices =
                    peers[author].isHostile
                    ? ledger.hostileIndices(in: place) : Array(authors[author].indices)
                for index in indices {
                    let holds = peer.witness.holds(index, by: author, in: place)
                    if !holds, mustBeHeld(index, by: author, in: place) {
                        throw violation(
                            .nothingLost, "entry \(index) of p\(author) at p\(peer.number)")
                    }
                    if holds != reference?.witness.holds(index, by: author, in: place) {
                        throw violation(
                            .equalEntries,
                            "entry \(index) of p\(author) at p\(peer.number)")
                    }
                }
            }
        }
    }

    private func checkCarrying() throws(Violation) {
        for carried in ledger.carried where peers[carried.author].isConnected {
            let log = ledger.entries[carried.place][carried.author]
            guard log.contains(where: { $0.body == carried.body }) else {
                throw violation(.nothingLost, "p\(carried.author) left its first ink behind")
            }
        }
    }

    /// Everybody knows that there is nothing more to come.
    func checkCompleteness() throws(Violation) {
        for peer in connected where !peer.node.isComplete {
            throw violation(.equalEntries, "p\(peer.number) does not think it has all")
        }
    }

    private func mustBeHeld(_ index: Int, by author: Int, in place: Int) -> Bool {
        if peers[author].isConnected { return true }
        guard place < heldAtHeal.count, author < heldAtHeal[place].count else { return false }
        return index < heldAtHeal[place][author].count && heldAtHeal[place][author][index]
    }

    private func checkPeople(around peer: Peer) throws(Violation) {
        let known = peer.node.participants.compactMap { ledger.number(of: $0.id) }.sorted()
        let others = connected.map(\.number).filter { $0 != peer.number }
        let told = peer.witness.present.indices.filter { peer.witness.present[$0] }
        guard known == others, told == others else {
            throw violation(
                .participantsKnown, "p\(peer.number) knows \(known), was told \(told): \(others)")
        }
        for (id, profile) in peer.node.participants {
            guard let number = ledger.number(of: id), ledger.profile(of: number) == profile else {
                throw violation(
                    .participantsKnown, "p\(peer.number) knows an old profile: \(profile.name)")
            }
        }
        switch peer.witness.link {
        case .connected where !others.isEmpty: return
        case .alone where others.isEmpty: return
        default:
            throw violation(
                .participantsKnown,
                "p\(peer.number) with \(others) shows \(String(describing: peer.witness.link))")
        }
    }

    private func checkMessages(at peer: Peer, in session: SessionID) throws(Violation) {
        for sender in connected where sender !== peer {
            let missing = peer.witness.missingMessage(
                of: sender.number, in: session, of: ledger.messages[sender.number])
            if let missing {
                throw violation(
                    .messagesInOrder,
                    "message \(missing) of p\(sender.number) never came to p\(peer.number)")
            }
        }
    }

    /// What everybody said and drew when all was settled has reached everybody.
    func checkAnswers() throws(Violation) {
        try checkAgreement()
        for sender in connected {
            guard let count = finalMessages[sender.number] else { continue }
            for peer in connected
            where peer !== sender && !peer.witness.hasReceived(message: count, by: sender.number) {
                throw violation(
                    .delivered, "the last message of p\(sender.number) to p\(peer.number)")
            }
        }
    }

    /// The session is over for all, and nobody can write into it any more.
    func checkEnd() throws(Violation) {
        try checkAgreement()
        for peer in connected {
            guard peer.witness.endedSession == peer.node.session.id else {
                throw violation(.ended, "p\(peer.number) does not know that the session ended")
            }
            var node = peer.node
            do throws(SessionError) {
                _ = try node.append([], channel: Artist.channel, at: peer.clock.reading(at: now))
            } catch {
                guard error != .notInSession else { continue }
            }
            throw violation(.ended, "p\(peer.number) may still append")
        }
    }

    // MARK: - Silence

    mutating func startListening() {
        isListening = true
        counts.silenceStart = (counts.datagrams, total(\.nacksSent), total(\.entriesRepaired))
    }

    /// In a room at rest nothing is asked for, nothing is repaired, and little is sent.
    func checkSilence() throws(Violation) {
        let start = counts.silenceStart
        guard total(\.nacksSent) == start.nacks, total(\.entriesRepaired) == start.repairs else {
            throw violation(.quiet, "somebody still asks or repairs")
        }
        let sent = counts.datagrams - start.datagrams
        let seconds = Int(Self.listeningTime / 1_000_000)
        guard sent <= connected.count * (seconds * 2 + 1) else {
            throw violation(.quiet, "\(sent) datagrams in \(seconds) s of silence")
        }
    }

    /// What is sent in silence: heartbeats and signs of life.
    func checkHeartbeat(_ outline: DatagramOutline, _ bytes: [UInt8], of peer: Peer)
        throws(Violation)
    {
        guard isListening, !outline.isQuiet else { return }
        throw violation(.quiet, "p\(peer.number) sends \(DatagramText(bytes, in: Self.room))")
    }

    func total(_ counter: KeyPath<Statistics, Int>) -> Int {
        peers.reduce(0) { $0 + $1.node.statistics[keyPath: counter] }
    }
}
