extension Node {
    // MARK: - Own entries

    /// Appends to this node's log; the author's entry goes before the first.
    mutating func appendEntry(_ body: [UInt8], channel: UInt8) -> UInt32 {
        let start = replica.ownStart ?? now
        if replica.ownStart == nil {
            withReplica { $0.ownStart = start }
            keepOwn(ControlEntry.author(profile).encoded, channel: 0, start: start)
        }
        return keepOwn(body, channel: channel, start: start)
    }

    @discardableResult
    private mutating func keepOwn(_ body: [UInt8], channel: UInt8, start: Instant) -> UInt32 {
        let milliseconds = UInt64((now - start).microseconds / 1000)
        let envelope = Envelope(channel: channel, milliseconds: milliseconds, body: body).encoded
        let index = replica.logs[id]?.store.end ?? 0
        let author = id
        withReplica { _ = $0.keep(envelope, from: author, at: index) }
        deliver(envelope, from: id, at: index, in: current)
        restartHeartbeat()
        let fill = max(
            replica.entryCount * 100 / configuration.sessionEntriesMax,
            replica.byteCount * 100 / configuration.sessionBytesMax)
        if fill >= 80 { notice(.sessionNearlyFull) }
        return index
    }

    mutating func appendMessage(_ body: [UInt8], channel: UInt8) {
        let envelope = Envelope(
            channel: channel, milliseconds: UInt64((now - startedAt).microseconds / 1000),
            body: body
        ).encoded
        let ageMax = configuration.messageAge
        let bytesMax = configuration.messageBytesMax
        withReplica { [id, now] replica in
            let position = replica.messages.index(of: id, inserting: OriginStream())
            replica.messages.values[position].forgetMessages(
                olderThan: ageMax, bytesMax: bytesMax, at: now)
            let index = replica.messages.values[position].store.end
            _ = replica.messages.values[position].store.insert(envelope, at: index)
            replica.messages.values[position].known = index + 1
            replica.messages.values[position].keptSince.append((index, now))
        }
        restartHeartbeat()
    }

    /// How far this node's own streams go.
    var ownHigh: HighFrame {
        let replica = self.replica
        let messages = replica.messages[id]?.store
        return HighFrame(
            log: replica.logs[id]?.store.end ?? 0, messages: messages?.end ?? 0,
            lowestMessage: messages?.base ?? 0)
    }

    var nextMessageIndex: UInt32 { replica.messages[id]?.store.end ?? 0 }

    // MARK: - Others' entries

    /// Takes an entry that was heard, from whomever.
    mutating func accept(
        _ entry: SequencedEntry, of origin: ParticipantID, in session: SessionID, from index: Int?
    ) {
        guard let position = replicas.index(of: session), origin != id else { return }
        guard entry.index < WireLimit.entryIndexMax,
            (try? Envelope(parsing: entry.envelope)) != nil
        else {
            statistics.entriesRefused += 1
            return
        }
        switch entry.stream {
        case .log: acceptLog(entry, of: origin, at: position)
        case .messages: acceptMessage(entry, of: origin, at: position)
        }
        // An entry tells of those before it, where its sender is known to be there.
        if let index, roster.peers.values[index].isConfirmed {
            claim(below: entry.index + 1, stream: entry.stream, of: origin, at: position)
        }
    }

    private mutating func acceptLog(
        _ entry: SequencedEntry, of origin: ParticipantID, at position: Int
    ) {
        let session = replicas.keys[position]
        let isNew = replicas.values[position].keep(entry.envelope, from: origin, at: entry.index)
        guard let log = replicas.values[position].logs.index(of: origin) else { return }
        noteHeard(entry.index, .log, log, at: position)
        guard isNew || configuration.defects.contains(.noDuplicateCheck) else { return }
        if isNew {
            replicas.values[position].lastEntryAt = now
            replicas.values[position].catchUp.entriesReceived += 1
            replicas.values[position].catchUp.bytesReceived += entry.envelope.count
        }
        deliver(entry.envelope, from: origin, at: entry.index, in: session)
    }

    private mutating func acceptMessage(
        _ entry: SequencedEntry, of origin: ParticipantID, at position: Int
    ) {
        guard replicas.keys[position] == current else { return }
        let stream = replicas.values[position].messages.index(
            of: origin, inserting: OriginStream())
        replicas.values[position].messages.values[stream].forgetMessages(
            olderThan: configuration.messageAge, bytesMax: configuration.messageBytesMax, at: now)
        let isNew = replicas.values[position].messages.values[stream].store.insert(
            entry.envelope, at: entry.index)
        noteHeard(entry.index, .messages, stream, at: position)
        guard isNew else { return }
        replicas.values[position].messages.values[stream].keptSince.append((entry.index, now))
        deliverMessages(of: origin)
    }

    /// An entry was heard: it is no hole any more, and need not be repaired again at once.
    private mutating func noteHeard(
        _ index: UInt32, _ stream: Stream, _ place: Int, at position: Int
    ) {
        let now = self.now
        let quietUntil = now + roster.roundTrip
        let suppresses = !configuration.defects.contains(.noSuppression)
        let isSuppressed = replicas.values[position].withStream(stream, place) { state in
            state.holes.remove(index)
            state.orphans.remove(index)
            state.pruneQuiet(at: now)
            state.quiet.remove(index)
            state.quiet.insert(index..<index + 1, due: quietUntil)
            guard suppresses, state.repairs.contains(index) else { return false }
            state.repairs.remove(index)
            return true
        }
        if isSuppressed { statistics.repairsSuppressed += 1 }
    }

    // MARK: - Delivery

    private mutating func deliver(
        _ envelope: [UInt8], from origin: ParticipantID, at index: UInt32, in session: SessionID
    ) {
        guard let entry = LogEntry(envelope, from: origin, at: index) else { return }
        if entry.channel == 0 {
            deliverControl(entry, in: session)
        } else if let position = replicas.index(of: session) {
            replicas.values[position].isWritten = true
        }
        emit(.entry(session, entry))
    }

    private mutating func deliverControl(_ entry: LogEntry, in session: SessionID) {
        switch ControlEntry(parsing: entry.body) {
        case .author(let profile)?:
            emit(.author(session, entry.origin, profile.trimmed))
        case .end?:
            guard let position = replicas.index(of: session), !replicas.values[position].isEnded
            else { return }
            replicas.values[position].isEnded = true
            emit(.ended(session, by: entry.origin))
        case nil:
            break
        }
    }

    /// Delivers what is next of a sender's messages, as far as there is no hole.
    mutating func deliverMessages(of origin: ParticipantID) {
        guard let position = replicas.index(of: current),
            let stream = replicas.values[position].messages.index(of: origin)
        else { return }
        if configuration.defects.contains(.unorderedMessages) {
            deliverMessagesInAnyOrder(position, stream, of: origin)
            return
        }
        while let next = replicas.values[position].messages.values[stream].nextDelivery,
            let envelope = replicas.values[position].messages.values[stream].store[next]
        {
            replicas.values[position].messages.values[stream].nextDelivery = next + 1
            emitMessage(envelope, from: origin)
        }
    }

    private mutating func deliverMessagesInAnyOrder(
        _ position: Int, _ stream: Int, of origin: ParticipantID
    ) {
        guard let index = replicas.values[position].messages.values[stream].keptSince.last?.index,
            let next = replicas.values[position].messages.values[stream].nextDelivery,
            index >= next,
            let envelope = replicas.values[position].messages.values[stream].store[index]
        else { return }
        emitMessage(envelope, from: origin)
    }

    private mutating func emitMessage(_ envelope: [UInt8], from origin: ParticipantID) {
        guard let parsed = try? Envelope(parsing: envelope) else { return }
        emit(.message(from: origin, channel: parsed.channel, body: parsed.body))
    }

    /// A sender says from which of its messages on this node is an addressee.
    mutating func receiveWelcome(
        _ participant: ParticipantID, nextMessage: UInt32, in session: SessionID, from index: Int
    ) {
        guard participant == id, session == current, let position = replicas.index(of: session)
        else { return }
        let origin = roster.peers.keys[index]
        let stream = replicas.values[position].messages.index(
            of: origin, inserting: OriginStream())
        guard replicas.values[position].messages.values[stream].nextDelivery == nil else { return }
        replicas.values[position].messages.values[stream].store.discard(below: nextMessage)
        replicas.values[position].messages.values[stream].nextDelivery = nextMessage
        deliverMessages(of: origin)
    }

    // MARK: - What is known to exist

    /// Takes a participant's word for how far its own streams go.
    mutating func claim(_ high: HighFrame, in session: SessionID, by index: Int) {
        guard roster.peers.values[index].isConfirmed, let position = replicas.index(of: session)
        else { return }
        let origin = roster.peers.keys[index]
        claim(below: high.log, stream: .log, of: origin, at: position)
        claim(below: high.messages, stream: .messages, of: origin, at: position)
        skipMessages(below: high.lowestMessage, of: origin, at: position)
    }

    /// Notes that entries below an index exist; what is lacking of them will be asked for.
    mutating func claim(
        below end: UInt32, stream: Stream, of origin: ParticipantID, at position: Int
    ) {
        guard origin != id, end > 0 else { return }
        let holesMax = configuration.holesPerOriginMax
        switch stream {
        case .log:
            let log = replicas.values[position].logs.index(of: origin, inserting: OriginStream())
            guard end > replicas.values[position].logs.values[log].known else { return }
            let due = holeDue()
            replicas.values[position].logs.values[log].claim(
                below: end, holesMax: holesMax, due: due)
        case .messages:
            guard replicas.keys[position] == current,
                let log = replicas.values[position].messages.index(of: origin),
                replicas.values[position].messages.values[log].nextDelivery != nil,
                end > replicas.values[position].messages.values[log].known
            else { return }
            let due = holeDue()
            replicas.values[position].messages.values[log].claim(
                below: end, holesMax: holesMax, due: due)
        }
    }

    /// Messages that their sender no longer holds are lost.
    mutating func skipMessages(below lowest: UInt32, of origin: ParticipantID, at position: Int) {
        guard let stream = replicas.values[position].messages.index(of: origin),
            let next = replicas.values[position].messages.values[stream].nextDelivery,
            next < lowest
        else { return }
        let gaps = replicas.values[position].messages.values[stream].store.missing(below: lowest)
        guard !gaps.isEmpty else { return }
        for gap in gaps { loseMessages(gap, of: origin, at: position) }
    }

    mutating func loseMessages(
        _ gap: Range<UInt32>, of origin: ParticipantID, at position: Int
    ) {
        guard let stream = replicas.values[position].messages.index(of: origin),
            let next = replicas.values[position].messages.values[stream].nextDelivery,
            gap.upperBound > next
        else { return }
        // What stands before the gap has been delivered, so the gap is what comes next.
        deliverMessages(of: origin)
        let first = replicas.values[position].messages.values[stream].nextDelivery ?? next
        guard first < gap.upperBound else { return }
        let count = Int(gap.upperBound - first)
        replicas.values[position].messages.values[stream].holes.remove(first..<gap.upperBound)
        replicas.values[position].messages.values[stream].nextDelivery = gap.upperBound
        replicas.values[position].messages.values[stream].store.discard(below: gap.upperBound)
        statistics.messagesLost += count
        emit(.messagesLost(from: origin, count: count))
        deliverMessages(of: origin)
    }
}
