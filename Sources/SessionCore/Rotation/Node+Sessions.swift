extension Node {
    // MARK: - Entering

    /// Enters a session that others announce.
    mutating func enter(_ session: SessionID, as state: StateFrame, cause: EntryCause) {
        let lineage = lineages.lineage(to: session, activity: state.activity)
        let generation: UInt32
        var parent: SessionID?
        switch lineage {
        case .descendant(let steps):
            generation = replica.description.generation.addingCapped(UInt32(steps))
            if steps == 1 { parent = current }
        case .same, .ancestor, .unrelated:
            generation = state.generation
        }
        let description = SessionDescription(
            id: session, generation: generation, activity: state.activity, parent: parent)
        var replica = Replica(
            description, founding: state.founding, isFoundedHere: false, at: now)
        replica.opener = state.knownOpener
        enter(replica, cause: cause)
        if state.flags.contains(.written) { withReplica { $0.isWritten = true } }
    }

    /// Makes a replica the current one; ink of a chain's first seconds comes along.
    private mutating func enter(_ replica: Replica, cause: EntryCause) {
        let old = self.replica
        let carried = carriedEntries(of: old, cause: cause)
        withReplica { [id] in $0.leaveMessages(except: id) }
        let isHeld = replicas.index(of: replica.id) != nil
        if !isHeld { replicas[replica.id] = recalled(replica) }
        current = replica.id
        roster.enter(current, at: now)
        lineages = LineageTable(
            of: current, activity: replica.description.activity,
            steps: configuration.lineageStepsMax)
        pendingMove = nil
        for place in blobs.indices { blobs.values[place].pull = nil }
        outbox.ephemerals = OrderedMap()
        outbox.recent = []
        outbox.repeatDue = nil
        forgetReplicas(leaving: old)
        if case .listening = phase { phase = .settled }
        emit(.entered(self.replica.description, cause))
        if isHeld { tellAgain() }
        for index in roster.peers.indices where roster.peers.values[index].isAnnounced {
            roster.peers.values[index].welcomeIndex = nextMessageIndex
        }
        let present = isHeld ? ownBodies : []
        for body in carried where !present.contains(body.body) {
            statistics.entriesCarried += 1
            _ = appendEntry(body.body, channel: body.channel)
        }
        if cause == .yielded || cause == .adopted, old.isWritten,
            carried.isEmpty || carried.count < old.inkCount
        {
            notice(.inkLeftBehind(old.id))
        }
        outbox.wantsState = true
        restartHeartbeat()
        for index in roster.peers.indices { announce(index) }
        updateLink()
    }

    /// Tells the application what a session is that the node comes back to.
    private mutating func tellAgain() {
        retell()
        let replica = self.replica
        if let register = replica.register {
            emit(.activityChanged(current, payload: register.payload, by: register.author))
        }
        if let author = replica.endedBy { emit(.ended(current, by: author)) }
    }

    /// A replica that begins anew goes on numbering where this node stopped, had it been there.
    private mutating func recalled(_ replica: Replica) -> Replica {
        guard let place = ownMarks.firstIndex(where: { $0.session == replica.id }) else {
            return replica
        }
        let mark = ownMarks.remove(at: place)
        var replica = replica
        replica.ownForgotten = mark.log
        replica.sentLog = mark.log
        replica.sentMessages = mark.messages
        replica.ownStart = mark.start
        let own = replica.messages.index(of: id, inserting: OriginStream())
        replica.messages.values[own].store.discard(below: mark.messages)
        return replica
    }

    /// Forgets a session, but for how far this node's own streams went.
    private mutating func forget(at position: Int) {
        let replica = replicas.values[position]
        let log = replica.logEnd(of: id)
        let messages = replica.messageEnd(of: id)
        if log > 0 || messages > 0 {
            ownMarks.append(
                OwnMark(
                    session: replica.id, log: log, messages: messages, start: replica.ownStart))
            if ownMarks.count > configuration.rememberedSessionsMax { ownMarks.removeFirst() }
        }
        replicas.remove(at: position)
        for attached in replica.attachments.values {
            if let blob = attached.attachment?.blob { releaseBlob(blob) }
        }
    }

    /// Keeps a few earlier sessions, so that late ink finds its canvas.
    private mutating func forgetReplicas(leaving old: Replica) {
        // Where there were messages it must be known, on coming back, how far they had come.
        let isUnused = !old.isWritten && old.entryCount == 0 && old.messages.isEmpty
        if isUnused, old.id != current { replicas[old.id] = nil }
        while replicas.count > configuration.earlierSessionsMax + 1 {
            guard
                let oldest = replicas.indices.filter({ replicas.keys[$0] != current })
                    .min(by: { replicas.values[$0].enteredAt < replicas.values[$1].enteredAt })
            else { return }
            forget(at: oldest)
        }
    }

    /// What this node drew in the first seconds of a chain that it founded.
    private func carriedEntries(
        of old: Replica, cause: EntryCause
    ) -> [(channel: UInt8, body: [UInt8])] {
        switch cause {
        case .founded, .rotated: return []
        case .adopted, .yielded: break
        }
        guard old.isFoundedHere, !old.isReopened,
            !configuration.defects.contains(.noCarry), let start = old.ownStart,
            let log = old.logs[id]
        else { return [] }
        let limit = (old.enteredAt + configuration.carryInterval - start).microseconds / 1000
        return (0..<log.store.end).compactMap { index in
            guard let envelope = log.store[index],
                let entry = LogEntry(envelope, from: id, at: index), entry.channel > 0,
                Int64(clamping: entry.milliseconds) < limit
            else { return nil }
            return (entry.channel, entry.body)
        }
    }

    /// What this node wrote in the current session.
    private var ownBodies: [[UInt8]] {
        guard let log = replica.logs[id] else { return [] }
        return (0..<log.store.end).compactMap { index in
            log.store[index].flatMap { LogEntry($0, from: id, at: index)?.body }
        }
    }

    // MARK: - Rotation

    /// Opens the session that follows the current one.
    mutating func openSuccessor(activity: Activity) {
        let old = replica
        let description = SessionDescription(
            id: Lineage.successor(of: current, activity: activity),
            generation: old.description.generation.addingCapped(1), activity: activity,
            parent: current)
        statistics.rotations += 1
        lastRotation = now
        let wasListening = if case .listening = phase { true } else { false }
        let phase = self.phase
        var successor = Replica(
            description, founding: old.founding, isFoundedHere: false, at: now)
        successor.opener = id
        enter(successor, cause: .rotated(by: id))
        // Whoever is still listening goes on listening: others may be there.
        if wasListening {
            self.phase = phase
            outbox.wantsState = false
        }
    }

    // MARK: - Other sessions

    /// Decides what another session of the room means for this node.
    mutating func consider(
        _ session: SessionID, as state: StateFrame, announcedBy announcer: ParticipantID
    ) {
        guard case .settled = phase else { return }
        switch verdict(on: session, as: state, announcedBy: announcer) {
        case .stay:
            if pendingMove?.session == session { callOff() }
        case .follow:
            guard !configuration.defects.contains(.noFollow) else { return }
            noteRace(announcer)
            lastRotation = now
            enter(session, as: state, cause: .rotated(by: state.knownOpener))
        case .move:
            if isAloneOnUnwritten || configuration.defects.contains(.noMoveWait) {
                move(to: session, as: state)
            } else if pendingMove == nil {
                pendingMove = PendingMove(
                    session: session,
                    due: now + random.nextInterval(upTo: configuration.moveWaitMax))
            }
        }
    }

    /// Compares again when the wait is over: what moved others may have changed the picture.
    mutating func reconsiderMove() {
        guard let pending = pendingMove, now >= pending.due else { return }
        pendingMove = nil
        let present = roster.peers.indices.first {
            roster.peers.values[$0].isIn(pending.session, since: presenceStart)
                && roster.peers.values[$0].state != nil
        }
        guard let present, let state = roster.peers.values[present].state,
            case .move = verdict(
                on: pending.session, as: state, announcedBy: roster.peers.keys[present])
        else {
            statistics.movesCalledOff += 1
            return
        }
        move(to: pending.session, as: state)
    }

    private mutating func callOff() {
        pendingMove = nil
        statistics.movesCalledOff += 1
    }

    private mutating func move(to session: SessionID, as state: StateFrame) {
        let lineage = lineages.lineage(to: session, activity: state.activity)
        switch lineage {
        case .descendant:
            lastRotation = now
            enter(session, as: state, cause: .rotated(by: state.knownOpener))
        case .ancestor, .unrelated:
            statistics.chainsMet += 1
            enter(session, as: state, cause: .yielded)
        case .same:
            break
        }
    }

    private mutating func noteRace(_ announcer: ParticipantID) {
        if let lastRotation, now - lastRotation < .seconds(1) { statistics.rotationRaces += 1 }
    }

    private enum Verdict { case stay, follow, move }

    private mutating func verdict(
        on session: SessionID, as state: StateFrame, announcedBy announcer: ParticipantID
    ) -> Verdict {
        if configuration.defects.contains(.generationDecides) {
            return state.generation > replica.description.generation ? .move : .stay
        }
        switch lineages.lineage(to: session, activity: state.activity) {
        case .same:
            return .stay
        case .descendant:
            if cameFromHere(announcer, to: session) { return .follow }
            return isInCompany && !hasSeveral(session) ? .stay : .move
        case .ancestor:
            let isFresh = lastRotation.map { now - $0 < configuration.settledInterval } ?? false
            return !isInCompany && hasSeveral(session) && !isFresh ? .move : .stay
        case .unrelated:
            return yields(to: session, as: state) ? .move : .stay
        }
    }

    /// The announcer was heard of late in my session, or between mine and the one it announces.
    private func cameFromHere(_ announcer: ParticipantID, to session: SessionID) -> Bool {
        guard let peer = roster.peers[announcer] else { return false }
        return peer.sessions.contains { sighting in
            sighting.at >= presenceStart
                && (sighting.session == current
                    || lineages.isBetween(sighting.session, before: session))
        }
    }

    /// Somebody else was heard in my session of late.
    private var isInCompany: Bool { roster.heard(in: current, since: presenceStart) > 0 }

    /// Two were heard there of late, and since I woke, and one of them counts several.
    private func hasSeveral(_ session: SessionID) -> Bool {
        // What was heard before a sleep says who may still be with me, but not that others are still there.
        let awake = roster.wokeAt.map { $0 + Interval(microseconds: 1) } ?? presenceStart
        let earliest = max(presenceStart, awake)
        // Late copies of what was said in a session that I left must not bring it back to life.
        let isLeft = replicas.index(of: session) != nil
        let there = roster.peers.values.filter { peer in
            peer.isIn(session, since: earliest)
                && (!isLeft || peer.answeredAt.map { $0 >= earliest } ?? false)
        }
        return there.count >= 2 && there.contains { ($0.state?.people ?? 0) >= 2 }
    }

    private var isAloneOnUnwritten: Bool { !isInCompany && !replica.isWritten }

    /// Whether my chain is the one to yield to another: the first difference decides.
    private func yields(to session: SessionID, as state: StateFrame) -> Bool {
        let mine = replica
        let differences = [
            (!mine.isWritten, !state.flags.contains(.written)),
            (!isInCompany, !hasSeveral(session)),
            (mine.isReopened && !isInCompany, state.flags.contains(.reopened)),
        ]
        for (mineYields, theirsYields) in differences where mineYields != theirsYields {
            return mineYields
        }
        if mine.founding != state.founding { return mine.founding > state.founding }
        return mine.id > session
    }
}

extension Replica {
    /// Messages of others are for those who are here: nobody else asks for them.
    mutating func leaveMessages(except id: ParticipantID) {
        for index in messages.indices where messages.keys[index] != id {
            withStream(.messages, index) {
                $0.holes = RunList()
                $0.known = $0.store.contiguous
            }
        }
    }
}

/// How far a node's own streams went in a session.
struct OwnMark: Sendable {
    var session: SessionID
    var log: UInt32
    var messages: UInt32
    var start: Instant?
}

/// A session that this node will move to, unless something speaks against it until then.
struct PendingMove: Sendable {
    var session: SessionID
    var due: Instant
}

extension StateFrame {
    /// Who opened the session; nil for a chain's first.
    var knownOpener: ParticipantID? { opener.rawValue == 0 ? nil : opener }
}

extension Peer {
    /// This node is in another session: introductions begin anew.
    mutating func moved() {
        introduction = .due
        welcomeIndex = nil
        mismatchSince = nil
        // What was heard elsewhere was not taken here, so it must not be echoed from here.
        sendTime = nil
        echoedAt = nil
    }
}
