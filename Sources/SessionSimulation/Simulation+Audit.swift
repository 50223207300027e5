import CAllocation
import InkCanvas
import SessionCore

/// Checks of what a node keeps, where it goes, and what repairing costs.
extension Simulation {
    static let auditInterval: Int64 = 500_000

    // MARK: - What is kept

    /// Looks at what every node holds, now and again.
    mutating func audit() throws(Violation) {
        queue.push(.audit, at: now + Self.auditInterval)
        for peer in running {
            let holdings = peer.node.holdings
            try checkNothingForgotten(holdings, at: peer)
            try checkCaps(holdings, at: peer)
            guard peer.node.statistics.blobsDamaged == 0 else {
                throw violation(.nothingInvented, "a piece of a blob at p\(peer.number)")
            }
            peer.holdings = holdings
        }
    }

    private func checkNothingForgotten(_ new: Holdings, at peer: Peer) throws(Violation) {
        var position = 0
        for old in peer.holdings.logs where peer.node.keeps(old.session) {
            while position < new.logs.count,
                (new.logs[position].session, new.logs[position].origin)
                    < (old.session, old.origin)
            {
                position += 1
            }
            guard position < new.logs.count, new.logs[position].session == old.session,
                new.logs[position].origin == old.origin,
                new.logs[position].contiguous >= old.contiguous,
                new.logs[position].count >= old.count
            else {
                throw violation(
                    .nothingForgotten,
                    "p\(peer.number) of \(old.session.rawValue), \(old.origin.rawValue)")
            }
        }
    }

    private mutating func checkCaps(_ holdings: Holdings, at peer: Peer) throws(Violation) {
        let holes = holdings.logs.reduce(0) { max($0, $1.holes) }
        counts.holesMax = max(counts.holesMax, holes)
        let peersMax = max(96, peers.count)
        guard holes <= Self.holesMax, holdings.sessions <= Self.sessionsMax,
            holdings.peers <= peersMax, holdings.messageBytes <= Self.messageBytesMax
        else {
            throw violation(
                .boundedMemory,
                "p\(peer.number) has \(holes) holes of one, \(holdings.sessions) sessions, "
                    + "\(holdings.peers) peers, \(holdings.messageBytes) B of messages of one")
        }
    }

    /// Open at once, of one origin.
    private static let holesMax = 4_096 + 64
    /// The current one and eight earlier ones.
    private static let sessionsMax = 9
    private static let messageBytesMax = 4 << 20 + 2_000

    /// After a node took a datagram: the largest block that it asked for.
    mutating func checkAllocation(at peer: Peer) throws(Violation) {
        let largest = inkcast_allocation_largest()
        counts.allocationMax = max(counts.allocationMax, largest)
        guard largest <= allocationMax else {
            throw violation(.boundedMemory, "p\(peer.number) asks for \(largest) B at once")
        }
    }

    /// The list of those known is larger than this only where more are allowed than the 64 that a
    /// room has by itself: it takes under 1 KiB for each.
    private var allocationMax: Int {
        max(64 << 10, options.configuration.participantsMax << 10)
    }

    // MARK: - Earlier sessions

    /// Those who keep an earlier session hold the same of it, and nothing that nobody wrote.
    func checkEarlierSessions() throws(Violation) {
        guard let current = connected.first?.node.session.id else { return }
        for (session, place) in ledger.sessionsInOrder where session != current {
            var reference: (peer: Int, entries: [LogEntry])?
            for peer in connected where peer.node.keeps(session) {
                let entries = peer.node.entries(of: session)
                guard let known = reference else {
                    for entry in entries {
                        guard let author = ledger.number(of: entry.origin),
                            ledger.holds(entry, by: author, in: place)
                        else {
                            throw violation(
                                .nothingInvented, "an entry of before, held by p\(peer.number)")
                        }
                    }
                    reference = (peer.number, entries)
                    continue
                }
                guard known.entries == entries else {
                    throw violation(
                        .equalEntries,
                        "p\(known.peer) and p\(peer.number) of the earlier \(session.rawValue): "
                            + "\(known.entries.count), \(entries.count)")
                }
            }
        }
    }

    // MARK: - Undo

    /// The picture that an undo of another's action must leave as it is; nil for anything else.
    func foreignUndoPicture(
        _ entry: LogEntry, by author: Int, in place: Int, at peer: Peer
    ) -> UInt64? {
        guard entry.channel == Artist.channel,
            let decoded = try? CanvasEntry(decoding: entry.body),
            case .undo(let action, _) = decoded.operation,
            let other = ledger.number(of: ParticipantID(rawValue: action.author.rawValue)),
            ledger.profile(of: other).person != ledger.profile(of: author).person
        else { return nil }
        return peer.witness.picture(in: place)?.digest
    }

    // MARK: - Moves

    mutating func checkMove(
        to session: SessionDescription, _ cause: EntryCause, of peer: Peer
    ) throws(Violation) {
        guard !isSettled else {
            throw violation(.noStrayMove, "p\(peer.number) moves when all is settled")
        }
        let former = peer.witness.session?.id
        switch cause {
        case .founded, .adopted: break
        case .rotated(let opener):
            if opener == peer.node.id { opened.insert(session.id) }
            guard opened.contains(session.id) else {
                throw violation(.noStrayMove, "p\(peer.number) goes where nobody opened")
            }
        case .yielded:
            if let former, isWritten(former, for: peer),
                let company = company(of: peer, in: former),
                people(in: session.id, besides: peer) < 2
            {
                throw violation(
                    .noStrayMove, "p\(peer.number) leaves p\(company) for somebody alone")
            }
        }
        if let former { leftAt[former, default: [:]][peer.number] = now }
    }

    private func isWritten(_ session: SessionID, for peer: Peer) -> Bool {
        ledger.knownPlace(of: session).map { peer.witness.written.contains($0) } ?? false
    }

    /// Somebody who is still there was heard in the session so late that it surely counts.
    private func company(of peer: Peer, in session: SessionID) -> Int? {
        peers.indices.first { sender in
            guard sender != peer.number, let heard = peer.heartbeats[sender] else { return false }
            return heard.session == session && heard.at > now - Self.companyTime
                && peers[sender].isConnected
        }
    }

    private static let companyTime: Int64 = 3_000_000

    /// Who is or was in a session so late that they may count; a hostile may be anywhere.
    private func people(in session: SessionID, besides peer: Peer) -> Int {
        peers.reduce(0) { count, other in
            guard other !== peer else { return count }
            let isThere =
                other.isHostile || other.node.session.id == session
                || (leftAt[session]?[other.number] ?? .min) > now - Self.presenceTime
            return isThere ? count + 1 : count
        }
    }

    private static let presenceTime: Int64 = 6_000_000

    // MARK: - Cost

    /// What one lost datagram costs the group, where enough were lost to tell.
    func checkCost() throws(Violation) {
        let lost = counts.entriesLost
        guard plan.isGentle, lost >= Self.lostMin else { return }
        let nacks = total(\.nacksSent)
        let repairs = total(\.entriesRepaired)
        guard nacks <= lost / Self.lostForNack, repairs <= lost * Self.repairsMax else {
            throw violation(
                .cheapRepair, "\(nacks) NACKs and \(repairs) repairs for \(lost) lost datagrams")
        }
    }

    /// A run that lost fewer datagrams with entries in them tells of chance.
    static let lostMin = 10
    /// Most of what was in it comes again by itself in what is sent next.
    private static let lostForNack = 2
    static let repairsMax = 6
}
