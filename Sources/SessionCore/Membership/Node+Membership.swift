extension Node {
    // MARK: - What is heard

    mutating func receiveHello(_ hello: HelloFrame, from index: Int) {
        let id = roster.peers.keys[index]
        let profile = hello.profile.trimmed
        let old = roster.peers.values[index].profile
        roster.peers.values[index].profile = profile
        roster.peers.values[index].isStarting = hello.isStarting
        // Else an echo would say that a heartbeat was heard that welcomed me.
        if hello.isStarting { noteSendTime(hello.sendTime, of: index) }
        if hello.versions.upperBound > Datagram.version {
            notice(.laterVersion(hello.versions.upperBound))
        }
        if let old, old != profile, roster.peers.values[index].isAnnounced {
            emit(.participantChanged(id, profile))
        }
        guard case .settled = phase, hello.isStarting else { return }
        // One answer is enough for the newcomer to enter; the others introduce themselves later.
        let wait =
            groupSize <= 2
            ? Interval.zero
            : random.nextTruncatedExponential(upTo: roster.roundTrip * 4, groupSize: groupSize)
        heartbeat.answer(at: now + wait)
        beat()
    }

    /// Takes a heartbeat's part about its sender: clock, echoes, session.
    mutating func noteState(_ state: StateFrame, in session: SessionID, of index: Int) {
        roster.peers.values[index].state = state
        roster.noteLoss(count: state.multicasts, of: index, at: now)
        roster.peers.values[index].stateAt = now
        roster.peers.values[index].isStarting = false
        if session == current { heartbeat.callOffAnswer() }
        // What it heard elsewhere of this session it did not take.
        if session == current, roster.peers.values[index].session != session {
            roster.peers.values[index].introduction = .due
        }
        roster.note(session, of: index, at: now)
        noteSendTime(state.sendTime, of: index)
        for echo in state.echoes where echo.participant == id {
            noteEcho(echo, from: index, in: session)
        }
        judgeNetwork()
    }

    mutating func noteSendTime(_ time: UInt32, of index: Int) {
        roster.peers.values[index].sendTime = time
        roster.peers.values[index].sendTimeAt = now
        guard roster.peers.values[index].echoedAt == nil else { return }
        // In a crowd everybody has a turn, which does for all who have come by then.
        let wait = max(roster.roundTrip * 4, roster.meetingTurn)
        if !heartbeat.isDue(by: now + wait) { hurryHeartbeat(within: wait) }
    }

    /// My clock came back: the peer hears me, and a round trip is known.
    private mutating func noteEcho(
        _ echo: StateFrame.Echo, from index: Int, in session: SessionID
    ) {
        let age = Int64(now.wireTime &- echo.sendTime)
        guard age < 60_000_000 else { return }
        let sentAt = Instant(microseconds: now.microseconds - age)
        roster.peers.values[index].answeredAt = max(
            roster.peers.values[index].answeredAt ?? sentAt, sentAt)
        if Int64(echo.hold) <= age {
            roster.noteRoundTrip(Interval(microseconds: age - Int64(echo.hold)), at: now)
        }
        guard roster.peers.values[index].isConfirmed || roster.hasRoom else {
            statistics.sendersRefused += 1
            return
        }
        roster.confirm(index, at: now)
        if case .sent(let introducedAt, _) = roster.peers.values[index].introduction,
            sentAt > introducedAt, sentAt > profileSetAt, echo.isWelcomed, session == current
        {
            roster.peers.values[index].introduction = .done
        }
    }

    mutating func receiveLeave(_ high: HighFrame, in session: SessionID?, from index: Int) {
        let id = roster.peers.keys[index]
        if let session { claim(high, in: session, by: index, isLatest: true) }
        let wasAnnounced = roster.peers.values[index].isAnnounced
        roster.remove(at: index, reason: .left, at: now)
        offers[id] = nil
        if wasAnnounced { emit(.participantLeft(id, .left)) }
        updateLink()
    }

    mutating func receiveProbe(
        _ target: ParticipantID, token: UInt32, from index: Int
    ) {
        guard target == id, case .settled = phase else { return }
        let address = roster.peers.values[index].address
        let sender = roster.peers.keys[index]
        outbox.unicast.append(
            Outbox.Letter(
                address: address, session: nil,
                frame: .probeAcknowledgement(sender, token: token)))
        outbox.unicast.append(
            Outbox.Letter(address: address, session: nil, frame: makeHello()))
    }

    // MARK: - Presence

    /// Tells the application when somebody has come into its session.
    mutating func announce(_ index: Int) {
        guard !roster.peers.values[index].isAnnounced, roster.peers.values[index].isConfirmed,
            roster.peers.values[index].isIn(current, since: presenceStart),
            let profile = roster.peers.values[index].profile, case .settled = phase
        else { return }
        roster.announce(index, at: now)
        // Whom the application sees, its messages reach, though the welcome goes out later.
        roster.peers.values[index].welcomeIndex =
            roster.peers.values[index].welcomeIndex ?? nextMessageIndex
        emit(.participantJoined(roster.peers.keys[index], profile))
        updateLink()
    }

    /// Probes the silent, and parts with those who do not answer or have gone elsewhere.
    mutating func watchPeers() {
        guard now >= roster.census.watchDue else { return }
        for index in roster.peers.indices.reversed() {
            if let due = roster.departureDue(of: index), now >= due {
                roster.announce(index, false, at: now)
                emit(.participantLeft(roster.peers.keys[index], .left))
            }
            guard now >= roster.watchDue(of: index) else { continue }
            let waits = configuration.probeIntervals
            let probesSent = roster.peers.values[index].probesSent
            guard roster.peers.values[index].isConfirmed, probesSent < waits.count,
                !configuration.defects.contains(.noProbe)
            else {
                lose(index)
                continue
            }
            let wait = max(waits[probesSent], min(roster.roundTrip * 2, Self.probeWaitMax))
            roster.probe(index, until: now + wait)
            roster.peers.values[index].probesSent += 1
            sendProbe(to: index)
        }
        roster.takeCensus(at: now)
    }

    /// Three of these and the silence before them stay under 4.5 s.
    private static let probeWaitMax = Interval.milliseconds(300)

    mutating func sendProbe(to index: Int) {
        let peer = roster.peers.values[index]
        let frame = Frame.probe(roster.peers.keys[index], token: UInt32(peer.probesSent))
        if peer.probesSent == configuration.probeIntervals.count {
            outbox.frames.append(Outbox.Addressed(session: nil, frame: frame))
        } else {
            outbox.unicast.append(
                Outbox.Letter(address: peer.address, session: nil, frame: frame))
        }
    }

    private mutating func lose(_ index: Int) {
        let id = roster.peers.keys[index]
        let wasAnnounced = roster.peers.values[index].isAnnounced
        roster.remove(at: index, reason: .lost, at: now)
        offers[id] = nil
        if wasAnnounced { emit(.participantLeft(id, .lost)) }
    }

    // MARK: - Coming and going

    /// Says hello while nobody has answered, and founds a session when nobody does.
    mutating func listen() {
        guard case .listening(let sent, let until, let isExtended) = phase else { return }
        let times = configuration.helloTimes
        if sent < times.count, now >= startedAt + times[sent] {
            requestHello()
            phase = .listening(hellosSent: sent + 1, until: until, isExtended: isExtended)
        }
        guard now >= until else { return }
        let isFirst = !zip(roster.peers.keys, roster.peers.values).contains {
            $0 < id && $1.isStarting
        }
        if isFirst || isExtended {
            settle()
        } else {
            phase = .listening(
                hellosSent: sent, until: until + configuration.listeningInterval, isExtended: true)
        }
    }

    mutating func requestHello() {
        outbox.frames.append(Outbox.Addressed(session: nil, frame: makeHello()))
    }

    /// From now on others may hear of this node's session.
    mutating func settle() {
        phase = .settled
        outbox.wantsState = true
        for index in roster.peers.indices { announce(index) }
    }

    mutating func sayGoodbye() {
        guard case .leaving(let remaining, let due) = phase, now >= due else { return }
        outbox.frames.append(Outbox.Addressed(session: current, frame: .leave(ownHigh)))
        phase =
            remaining > 1
            ? .leaving(remaining: remaining - 1, due: now + configuration.tailInterval) : .left
    }

    // MARK: - The link

    /// Tells the application when being alone, in company or behind has changed.
    mutating func updateLink() {
        let link: LinkState =
            if replicas.values[currentPlace].catchUp.since != nil {
                .catchingUp(
                    held: replica.entryCount,
                    known: max(
                        replica.catchUp.announced, replica.entryCount + replica.missingCount))
            } else if roster.census.announced > 0 {
                .connected
            } else {
                .alone
            }
        guard link.isWorthTelling(after: lastLink) else { return }
        lastLink = link
        emit(.link(link))
    }
}

extension LinkState {
    /// Progress of less than a hundredth is not told.
    fileprivate func isWorthTelling(after old: LinkState?) -> Bool {
        guard case .catchingUp(let held, let known) = self,
            case .catchingUp(let oldHeld, let oldKnown)? = old
        else { return self != old }
        let (part, oldPart) = (held * 100 / max(known, 1), oldHeld * 100 / max(oldKnown, 1))
        return part != oldPart
    }
}
