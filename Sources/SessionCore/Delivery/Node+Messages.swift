extension Node {
    // MARK: - Own messages

    /// Puts a message into this node's stream; long ones are announced, and held to be pulled.
    mutating func appendMessage(
        _ body: [UInt8], channel: UInt8, to recipients: [ParticipantID]
    ) throws(SessionError) {
        var content = MessageContent.inline(channel: channel, to: recipients, body: body)
        var blob: BlobID?
        if content.encoded.body.count > WireLimit.entryBodyBytesMax {
            let id = BlobID(of: body)
            blob = id
            content = .announced(
                channel: channel, to: recipients, blob: id, size: UInt32(body.count))
        }
        let size = blob == nil ? 0 : body.count
        let sent = replicas.values[currentPlace].sentMessages
        let keeping = MessageKeeping(
            ageMax: configuration.messageAge, ageMin: configuration.messageAgeMin,
            bytesMax: configuration.messageBytesMax - body.count)
        let milliseconds = UInt64((now - startedAt).microseconds / 1000)
        let (carrier, carried) = content.encoded
        let envelope = Envelope(channel: carrier, milliseconds: milliseconds, body: carried).encoded
        let isKept = withReplica { [id, now] replica in
            let position = replica.messages.index(of: id, inserting: OriginStream())
            replica.messages.values[position].forgetMessages(below: sent, keeping: keeping, at: now)
            guard replica.messages.values[position].keptBytes <= max(keeping.bytesMax, 0)
            else { return false }
            let index = replica.messages.values[position].store.end
            replica.messages.values[position].known = index + 1
            return replica.messages.values[position].keepMessage(
                envelope, at: index, announcing: size, at: now)
        }
        guard isKept else { throw .congested }
        if let blob { blobs[blob] = Blob(body, expires: now + configuration.blobAge) }
        restartHeartbeat()
    }

    var nextMessageIndex: UInt32 { replicas.values[currentPlace].messageEnd(of: id) }

    /// Forgets own messages that are old: from the next `HIGH` on nobody waits for them.
    mutating func forgetOwnMessages() {
        let keeping = MessageKeeping(
            ageMax: configuration.messageAge, ageMin: configuration.messageAgeMin,
            bytesMax: configuration.messageBytesMax)
        let (sent, now) = (replicas.values[currentPlace].sentMessages, now)
        withReplica { [id] replica in
            guard let position = replica.messages.index(of: id) else { return }
            replica.messages.values[position].forgetMessages(below: sent, keeping: keeping, at: now)
        }
    }

    // MARK: - Others' messages

    mutating func acceptMessage(
        _ entry: SequencedEntry, of origin: ParticipantID, at position: Int
    ) {
        guard replicas.keys[position] == current,
            let envelope = try? Envelope(parsing: entry.envelope)
        else { return }
        let stream = replicas.values[position].messages.index(
            of: origin, inserting: OriginStream())
        guard
            replicas.values[position].messages.values[stream].store.earlyCount
                < configuration.messagesAheadMax
        else {
            statistics.messagesTooFarAhead += 1
            return
        }
        let keeping = MessageKeeping(
            ageMax: configuration.messageAge, ageMin: .zero,
            bytesMax: configuration.othersMessageBytesMax)
        let next = replicas.values[position].messages.values[stream].nextDelivery ?? 0
        replicas.values[position].messages.values[stream].forgetMessages(
            below: next, keeping: keeping, at: now)
        let announced = noteAnnounced(envelope)
        let now = self.now
        let isNew = replicas.values[position].messages.values[stream].keepMessage(
            entry.envelope, at: entry.index, announcing: announced?.size ?? 0, at: now)
        noteHeard(entry.index, .messages, stream, at: position)
        guard isNew else { return }
        deliverMessages(of: origin)
        if let announced,
            replicas.values[position].messages.values[stream].nextDelivery != nil
        {
            prefetch(announced.blob, from: origin)
        }
    }

    // MARK: - Delivery

    /// Delivers what is next of a sender's messages, as far as there is no hole, and nothing that
    /// was announced is still under way.
    mutating func deliverMessages(of origin: ParticipantID) {
        guard let position = replicas.index(of: current),
            let stream = replicas.values[position].messages.index(of: origin)
        else { return }
        if configuration.defects.contains(.unorderedMessages) {
            deliverLastMessage(position, stream, of: origin)
            return
        }
        while let next = replicas.values[position].messages.values[stream].nextDelivery {
            let end: UInt32
            if let envelope = replicas.values[position].messages.values[stream].store[next] {
                switch deliverMessage(envelope, of: origin) {
                case .delivered: end = next
                case .waits:
                    // Its author has forgotten it, and what it announced.
                    let lowest = replicas.values[position].messages.values[stream].lowest
                    guard next < lowest else { return }
                    stopPulling(envelope)
                    end = next + 1
                case .lost: end = next + 1
                }
            } else if let gap = replicas.values[position].messages.values[stream].orphans.run(
                at: next)
            {
                end = gap.upperBound
            } else {
                return
            }
            pass(from: next, losing: end - next, of: origin, stream, at: position)
        }
    }

    /// Goes on behind a message that was delivered, or behind those that are lost.
    private mutating func pass(
        from next: UInt32, losing count: UInt32, of origin: ParticipantID, _ stream: Int,
        at position: Int
    ) {
        let end = next + max(count, 1)
        replicas.values[position].messages.values[stream].nextDelivery = end
        guard count > 0 else { return }
        replicas.values[position].messages.values[stream].orphans.remove(next..<end)
        replicas.values[position].messages.values[stream].store.discard(below: end)
        statistics.messagesLost += Int(count)
        emit(.messagesLost(from: origin, count: Int(count)))
    }

    private mutating func deliverLastMessage(
        _ position: Int, _ stream: Int, of origin: ParticipantID
    ) {
        guard let index = replicas.values[position].messages.values[stream].lastKept,
            let next = replicas.values[position].messages.values[stream].nextDelivery,
            index >= next,
            let envelope = replicas.values[position].messages.values[stream].store[index]
        else { return }
        _ = deliverMessage(envelope, of: origin)
    }

    private enum Fate { case delivered, waits, lost }

    /// Tells the application, where the message is for this node, and what it announces is here.
    private mutating func deliverMessage(_ envelope: [UInt8], of origin: ParticipantID) -> Fate {
        guard let parsed = try? Envelope(parsing: envelope),
            let content = MessageContent(parsing: parsed),
            content.isFor(id) || configuration.defects.contains(.everybodyIsAddressed)
        else { return .delivered }
        switch content {
        case .inline(let channel, _, let body):
            emit(.message(from: origin, channel: channel, body: body))
        case .announced(let channel, _, let blob, let size):
            guard let held = obtain(blob, size: Int(size), from: origin) else { return .waits }
            guard held.isVerified else { return .lost }
            emit(.message(from: origin, channel: channel, body: held.bytes))
        }
        return .delivered
    }

    /// A sender says from which of its messages on this node is an addressee.
    mutating func receiveWelcome(
        _ participant: ParticipantID, nextMessage: UInt32, in session: SessionID, from index: Int
    ) {
        guard participant == id, session == current, let position = replicas.index(of: session)
        else { return }
        roster.peers.values[index].isOwedEcho = true
        let origin = roster.peers.keys[index]
        let stream = replicas.values[position].messages.index(
            of: origin, inserting: OriginStream())
        guard replicas.values[position].messages.values[stream].nextDelivery == nil else { return }
        replicas.values[position].messages.values[stream].store.discard(below: nextMessage)
        replicas.values[position].messages.values[stream].nextDelivery = nextMessage
        deliverMessages(of: origin)
    }

    /// It is known from which of a sender's messages on this node is an addressee.
    func isAddressee(of origin: ParticipantID) -> Bool {
        let place = currentPlace
        guard let stream = replicas.values[place].messages.index(of: origin) else { return false }
        return replicas.values[place].messages.values[stream].nextDelivery != nil
    }

    // MARK: - Losing

    /// Messages that their sender no longer holds are lost.
    mutating func skipMessages(below lowest: UInt32, of origin: ParticipantID, at position: Int) {
        guard let stream = replicas.values[position].messages.index(of: origin),
            let next = replicas.values[position].messages.values[stream].nextDelivery,
            next < lowest
        else { return }
        replicas.values[position].messages.values[stream].lowest = lowest
        for gap in replicas.values[position].messages.values[stream].store.missing(below: lowest) {
            loseMessages(gap, of: origin, at: position)
        }
        deliverMessages(of: origin)
    }

    /// Gives up messages that nobody can repeat: in their turn they are told to be lost.
    mutating func loseMessages(
        _ gap: Range<UInt32>, of origin: ParticipantID, at position: Int
    ) {
        guard let stream = replicas.values[position].messages.index(of: origin) else { return }
        let now = self.now
        replicas.values[position].withStream(.messages, stream) {
            $0.holes.remove(gap)
            $0.orphans.insert(gap, due: now)
        }
        deliverMessages(of: origin)
    }
}
