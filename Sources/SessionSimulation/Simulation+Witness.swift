import SessionCore

extension Simulation {
    /// Checks an event against the truth, and lets the peer remember it.
    mutating func witness(_ event: Event, at peer: Peer) throws(Violation) {
        switch event {
        case .entered(let session, let cause):
            trace.note(
                now, peer.number, session.id.rawValue, "enters \(session.id.rawValue), \(cause)")
            try checkMove(to: session, cause, of: peer)
            expectCarrying(to: session, cause, at: peer)
            let place = ledger.place(of: session.id)
            peer.witness.entered(session, in: place, cause, at: now)
        case .entry(let session, let entry): try witness(entry, of: session, at: peer)
        case .author(let session, let id, let profile):
            try identify(id, profile, at: peer)
            peer.witness.introduced(id, as: profile.person, in: ledger.place(of: session))
        case .participantJoined(let id, let profile):
            let number = try identify(id, profile, at: peer)
            trace.note(now, peer.number, UInt64(number), "is joined by p\(number)")
            guard peer.witness.joined(number) else {
                throw violation(.participantsKnown, "p\(number) joins p\(peer.number) twice")
            }
        case .participantChanged(let id, let profile): try identify(id, profile, at: peer)
        case .participantLeft(let id, let reason):
            let number = try number(of: id, at: peer)
            trace.note(now, peer.number, UInt64(number), "is left by p\(number): \(reason)")
            if reason == .lost, peers[number].isRunning {
                counts.wronglyLost += 1
                guard !isSettled else {
                    throw violation(
                        .participantsKnown, "p\(peer.number) takes p\(number) for lost")
                }
            }
            guard peer.witness.left(number) else {
                throw violation(.participantsKnown, "p\(number) leaves p\(peer.number) unseen")
            }
        case .message(let id, let channel, let body):
            let sender = try number(of: id, at: peer)
            guard !peers[sender].isHostile else { return }
            try witness(message: body, on: channel, by: sender, at: peer)
        case .messagesLost(let id, let count):
            let number = try number(of: id, at: peer)
            trace.note(now, peer.number, UInt64(count), "lost \(count) messages of p\(number)")
            peer.witness.lostMessages(of: number)
        case .ephemeral(let id, _, let key, _, let body):
            let sender = try number(of: id, at: peer)
            guard !peers[sender].isHostile else { return }
            guard let value = EphemeralBody(body, sender: sender, key: key) else {
                throw violation(.nothingInvented, "a pointer of p\(sender) at p\(peer.number)")
            }
            guard peer.witness.received(ephemeral: value.count, key: key, by: sender) else {
                throw violation(.newestWins, "p\(peer.number) of p\(sender), key \(key)")
            }
        case .link(let state):
            trace.note(now, peer.number, 8, "is \(state)")
            peer.witness.linked(state)
        case .caughtUp(let entries, _, let elapsed):
            trace.note(
                now, peer.number, UInt64(entries),
                "caught up with \(entries) entries in \(elapsed.microseconds) us")
        case .attachmentsChanged: break
        case .attachmentLoaded(let blob, let bytes):
            trace.note(now, peer.number, 13, "has loaded \(bytes?.count ?? -1) B")
            guard let bytes else { break }
            guard ledger.attached[blob] == bytes else {
                throw violation(.nothingInvented, "an attachment at p\(peer.number)")
            }
            counts.attachmentsLoaded += 1
            peer.witness.loaded.insert(blob)
        case .activityChanged(let session, let payload, _):
            trace.note(now, peer.number, 12, "has another activity of \(payload.count) B")
            guard ledger.hasActivity(payload, of: session) else {
                throw violation(.nothingInvented, "an activity of \(session.rawValue)")
            }
        case .ended(let session, let id):
            trace.note(now, peer.number, 11, "is told that the session ended")
            guard let ender, try number(of: id, at: peer) == ender,
                session == peers[ender].node.session.id
            else {
                throw violation(.nothingInvented, "session \(session.rawValue) ended by nobody")
            }
            peer.witness.ended(session)
        case .notice(let notice): trace.note(now, peer.number, 7, "notices \(notice)")
        }
    }

    /// A founder's first ink comes along to the session it yields to.
    private mutating func expectCarrying(
        to session: SessionDescription, _ cause: EntryCause, at peer: Peer
    ) {
        switch cause {
        case .founded, .rotated: return
        case .adopted, .yielded: break
        }
        guard let founded = peer.witness.founded, founded.session == peer.witness.session?.id
        else { return }
        ledger.expectCarrying(
            by: peer.number, from: ledger.place(of: founded.session),
            to: ledger.place(of: session.id), before: founded.time + Self.carryTime)
    }

    /// Ten seconds by a clock that may be fast.
    private static let carryTime: Int64 = 9_700_000
    /// Ten seconds by a clock that may be slow.
    private static let carryTimeMax: Int64 = 10_300_000

    /// Where and until when a founder drew what may come along.
    private mutating func firstInk(of peer: Peer) -> (place: Int, until: Int64)? {
        peer.witness.founded.map {
            (ledger.place(of: $0.session), $0.time + Self.carryTimeMax)
        }
    }

    private func number(of id: ParticipantID, at peer: Peer) throws(Violation) -> Int {
        guard let number = ledger.number(of: id) else {
            throw violation(.nothingInvented, "p\(peer.number) knows somebody who never was")
        }
        return number
    }

    @discardableResult
    private func identify(_ id: ParticipantID, _ profile: Profile, at peer: Peer)
        throws(Violation) -> Int
    {
        let number = try number(of: id, at: peer)
        guard peers[number].isHostile || ledger.hasShown(profile, number) else {
            throw violation(.nothingInvented, "p\(peer.number) takes p\(number) for another")
        }
        return number
    }

    private mutating func witness(_ entry: LogEntry, of session: SessionID, at peer: Peer)
        throws(Violation)
    {
        let author = try number(of: entry.origin, at: peer)
        let place = ledger.place(of: session)
        trace.note(
            now, peer.number, UInt64(entry.index),
            "has entry \(entry.index) of p\(author) in \(session.rawValue)")
        let isTrue =
            author == peer.number
            ? ledger.record(
                entry, by: author, in: place, at: now, founded: firstInk(of: peer))
            : ledger.holds(entry, by: author, in: place)
        guard isTrue else {
            throw violation(
                .nothingInvented, "entry \(entry.index) of p\(author) at p\(peer.number)")
        }
        let forbidden = foreignUndoPicture(entry, by: author, in: place, at: peer)
        guard peer.witness.received(entry, by: author, in: place) else {
            throw violation(
                .nothingTwice, "entry \(entry.index) of p\(author) at p\(peer.number)")
        }
        if let forbidden, peer.witness.picture(in: place)?.digest != forbidden {
            throw violation(.ownUndo, "entry \(entry.index) of p\(author) at p\(peer.number)")
        }
        if session != peer.witness.session?.id { counts.lateEntries += 1 }
    }

    private mutating func witness(
        message body: [UInt8], on channel: UInt8, by sender: Int, at peer: Peer
    ) throws(Violation) {
        guard let head = MessageBody(body), head.sender == sender, channel == Artist.channel,
            head.count < ledger.messages[sender].count,
            ledger.messages[sender][head.count].body == body,
            ledger.messages[sender][head.count].isFor(peer.number)
        else {
            throw violation(.nothingInvented, "a message of p\(sender) at p\(peer.number)")
        }
        trace.note(
            now, peer.number, UInt64(head.count), "gets message \(head.count) of p\(sender)")
        let wrong = peer.witness.received(
            message: head.count, by: sender, of: ledger.messages[sender])
        if let wrong { throw violation(.messagesInOrder, wrong) }
    }
}
