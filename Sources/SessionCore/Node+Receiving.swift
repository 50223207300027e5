extension Node {
    /// Takes a datagram as it came from the network: any bytes at all.
    package mutating func receive(_ bytes: [UInt8], from source: PeerAddress, at now: Instant) {
        pass(to: now)
        switch phase {
        case .idle, .left: return
        case .listening, .settled, .leaving: break
        }
        statistics.datagramsReceived += 1
        statistics.bytesReceived += bytes.count
        do throws(WireError) {
            let header = try DatagramHeader(parsing: bytes)
            guard header.roomTag == room.tag, header.sender != id,
                !roster.hasLeft(header.sender)
            else { return }
            guard isSolicited(source) || admit(source) else {
                statistics.datagramsOverRate += 1
                return
            }
            take(try Datagram(parsing: bytes, room: room), from: source)
        } catch {
            statistics.datagramsDropped += 1
            switch error {
            case .otherVersion(let version): notice(.otherVersion(version))
            case .notUnderstood(let kind): notice(.notUnderstood(kind: kind))
            case .truncated, .notInkcast, .otherRoom, .badTag, .outOfBounds: break
            }
        }
    }

    private mutating func admit(_ source: PeerAddress) -> Bool {
        sources.admit(
            source, rateMax: configuration.receiveRateMax, sourcesMax: configuration.sourcesMax,
            at: now)
    }

    /// Bulk that was asked for is not measured.
    private func isSolicited(_ source: PeerAddress) -> Bool {
        replicas.indices.contains { position in
            guard case .pulling(let pull) = replicas.values[position].catchUp.state else {
                return false
            }
            return roster.peers[pull.donor]?.address == source
        }
            || blobs.indices.contains { place in
                guard let donor = blobs.values[place].pull?.donor else { return false }
                return roster.peers[donor]?.address == source
            }
    }

    private mutating func take(_ datagram: Datagram, from source: PeerAddress) {
        guard let index = roster.index(of: datagram.sender, from: source, at: now) else {
            statistics.sendersRefused += 1
            return
        }
        let verdict = roster.peers.values[index].window.note(datagram.counter)
        guard verdict != .duplicate else {
            statistics.duplicatesDropped += 1
            return
        }
        // A datagram from long ago still brings entries, but tells nothing of the present.
        if verdict == .new {
            roster.peers.values[index].address = source
            roster.peers.values[index].lastHeard = now
            roster.peers.values[index].probesSent = 0
            roster.peers.values[index].probeDue = nil
        }
        var scope: SessionID?
        for frame in datagram.frames {
            if case .scope(let session) = frame {
                scope = session
            } else {
                guard let index = roster.peers.index(of: datagram.sender) else { return }
                takeContent(frame, in: scope, from: index)
                guard verdict == .new else { continue }
                takePresent(frame, in: scope, from: index, counter: datagram.counter)
            }
        }
        if let index = roster.peers.index(of: datagram.sender) { settleSender(index) }
        for position in replicas.indices { finishCatchUp(at: position) }
    }

    /// A sender that is there but never said who it is, is asked.
    private mutating func settleSender(_ index: Int) {
        if roster.peers.values[index].isConfirmed, roster.peers.values[index].profile == nil,
            roster.peers.values[index].probeDue == nil
        {
            roster.probe(index, until: now + .milliseconds(100))
            sendProbe(to: index)
        }
        announce(index)
    }

    /// Entries: true whenever they come.
    private mutating func takeContent(_ frame: Frame, in scope: SessionID?, from index: Int) {
        if case .blobChunk(let chunk) = frame { receiveBlobChunk(chunk, from: index) }
        guard let scope else { return }
        switch frame {
        case .entry(let entry):
            roster.noteEntry(of: index, at: now)
            accept(entry, of: roster.peers.keys[index], in: scope, from: index)
        case .repair(let origin, let entry):
            accept(entry, of: origin, in: scope, from: index)
        case .chunk(let participant, let runs):
            receiveChunk(for: participant, runs, in: scope, from: index)
        case .parity(let parity):
            receiveParity(parity, in: scope, from: index)
        case .scope, .high, .state, .nack, .vector, .hello, .welcome, .leave, .probe,
            .probeAcknowledgement, .ephemeral, .offer, .pull, .blobPull, .blobChunk:
            break
        }
    }

    /// What is about the present.
    private mutating func takePresent(
        _ frame: Frame, in scope: SessionID?, from index: Int, counter: UInt64
    ) {
        switch frame {
        case .hello(let hello):
            guard counter > roster.peers.values[index].helloCounter else { return }
            roster.peers.values[index].helloCounter = counter
            receiveHello(hello, from: index)
        case .leave(let high):
            receiveLeave(high, in: scope, from: index)
        case .probe(let participant, let token):
            receiveProbe(participant, token: token, from: index)
        case .blobPull(let pull):
            receiveBlobPull(pull, from: index)
        case .scope, .entry, .repair, .chunk, .probeAcknowledgement, .blobChunk, .parity:
            break
        case .high, .state, .nack, .vector, .welcome, .ephemeral, .offer, .pull:
            guard let scope else { return }
            takeScoped(frame, in: scope, from: index, counter: counter)
        }
    }

    private mutating func takeScoped(
        _ frame: Frame, in scope: SessionID, from index: Int, counter: UInt64
    ) {
        switch frame {
        case .high(let high):
            roster.peers.values[index].loss.noteMulticast()
            let isLatest = counter == roster.peers.values[index].window.highest
            claim(high, in: scope, by: index, isLatest: isLatest)
            // Where somebody is, its heartbeats tell; until one comes, this does, if it is later than
            // those of somebody who was gone.
            let session = roster.peers.values[index].session
            let isLater = counter > roster.peers.values[index].stateCounter
            if session == scope || (session == nil && isLater) {
                roster.note(scope, of: index, at: now)
            }
        case .state(let state):
            guard counter > roster.peers.values[index].stateCounter else { return }
            roster.peers.values[index].stateCounter = counter
            receiveState(state, in: scope, from: index)
        case .nack(let missing):
            receiveNack(missing, in: scope, from: index)
        case .vector(let vector):
            receiveVector(vector, in: scope, from: index)
        case .welcome(let participant, let nextMessage):
            receiveWelcome(participant, nextMessage: nextMessage, in: scope, from: index)
        case .ephemeral(let ephemeral):
            receiveEphemeral(ephemeral, in: scope, from: index)
        case .offer(let participant, let entries):
            receiveOffer(to: participant, entries: entries, in: scope, from: index)
        case .pull(let participant, let missing):
            receivePull(of: participant, missing, in: scope, from: index)
        case .scope, .entry, .repair, .chunk, .hello, .leave, .probe, .probeAcknowledgement,
            .blobPull, .blobChunk, .parity:
            break
        }
    }

    private mutating func receiveState(
        _ state: StateFrame, in session: SessionID, from index: Int
    ) {
        guard state.activity.identifier == activity.identifier else { return }
        noteState(state, in: session, of: index)
        let former = current
        if case .listening = phase {
            enter(session, as: state, cause: .adopted)
        } else if session != current {
            guard mayHash(session, state.activity) else { return }
            consider(session, as: state, announcedBy: roster.peers.keys[index])
        }
        if session == current {
            // What brought this node here was heard here, and may be echoed from here.
            if former != current { noteSendTime(state.sendTime, of: index) }
            compareDigests(state, of: index)
        }
        if let earlier = state.earlier { compareEarlier(earlier) }
    }

    /// Lineages of sessions that nobody has heard of take time to hash, so only some a second.
    private mutating func mayHash(_ session: SessionID, _ activity: Activity) -> Bool {
        guard !lineages.knows(session, activity: activity) else { return true }
        lineagePace.fill(rate: configuration.lineagesPerSecondMax, at: now)
        guard lineagePace.holds(1) else {
            statistics.lineagesRefused += 1
            return false
        }
        lineagePace.take()
        return true
    }

    /// Delivers a value unless a newer one was delivered before.
    private mutating func receiveEphemeral(
        _ ephemeral: EphemeralFrame, in session: SessionID, from index: Int
    ) {
        guard session == current, roster.peers.values[index].isAnnounced else { return }
        let key = EphemeralKey(channel: ephemeral.channel, key: ephemeral.key)
        if let seen = roster.peers.values[index].ephemerals[key] {
            // Serial-number arithmetic (RFC 1982): newer if less than half the circle ahead.
            let distance = ephemeral.version &- seen
            guard distance != 0, distance < 1 << 31 else { return }
        } else {
            guard roster.peers.values[index].ephemerals.count < 64 else { return }
        }
        roster.peers.values[index].ephemerals[key] = ephemeral.version
        emit(
            .ephemeral(
                from: roster.peers.keys[index], channel: ephemeral.channel, key: ephemeral.key,
                timeToLive: ephemeral.timeToLive, body: ephemeral.body))
    }
}

/// How many datagrams each address may still send unasked: a bucket of one second's worth each.
struct SourceLimiter: Sendable {
    private var sources = OrderedMap<PeerAddress, Source>()

    private struct Source: Sendable {
        var tokens: Int64
        var filledAt: Instant
    }

    mutating func admit(
        _ address: PeerAddress, rateMax: Int64, sourcesMax: Int, at now: Instant
    ) -> Bool {
        let full = rateMax * 1_000_000
        if sources.count >= sourcesMax, sources.index(of: address) == nil,
            let silent = sources.indices.min(by: {
                sources.values[$0].filledAt < sources.values[$1].filledAt
            })
        {
            sources.remove(at: silent)
        }
        let index = sources.index(of: address, inserting: Source(tokens: full, filledAt: now))
        var source = sources.values[index]
        let elapsed = min((now - source.filledAt).microseconds, 1_000_000)
        source.tokens = min(source.tokens + elapsed * rateMax, full)
        source.filledAt = now
        let isAdmitted = source.tokens >= 1_000_000
        if isAdmitted { source.tokens -= 1_000_000 }
        sources.values[index] = source
        return isAdmitted
    }
}
