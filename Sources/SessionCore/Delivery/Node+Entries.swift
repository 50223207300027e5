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
        let index = ownHigh.log
        let author = id
        withReplica { [now] in
            _ = $0.keep(envelope, from: author, at: index)
            $0.lastEntryAt = now
        }
        deliver(envelope, from: id, at: index, in: current)
        restartHeartbeat()
        let fill = max(
            replica.entryCount * 100 / configuration.sessionEntriesMax,
            replica.byteCount * 100 / configuration.sessionBytesMax)
        if fill >= 80, !replica.isNearlyFull {
            withReplica { $0.isNearlyFull = true }
            emit(.notice(.sessionNearlyFull))
        }
        return index
    }

    /// How far this node's own streams go.
    var ownHigh: HighFrame {
        let place = currentPlace
        return HighFrame(
            log: replicas.values[place].logEnd(of: id),
            messages: replicas.values[place].messageEnd(of: id),
            lowestMessage: replicas.values[place].messageBase(of: id))
    }

    // MARK: - Others' entries

    /// Takes an entry that was heard, from whomever.
    mutating func accept(
        _ entry: SequencedEntry, of origin: ParticipantID, in session: SessionID, from index: Int?
    ) {
        guard let position = replicas.index(of: session),
            origin != id || entry.index < replicas.values[position].ownForgotten
        else { return }
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
        guard let log = logPlace(of: origin, at: position) else { return }
        let isNew = replicas.values[position].keep(entry.envelope, from: origin, at: entry.index)
        noteHeard(entry.index, .log, log, at: position)
        guard isNew || configuration.defects.contains(.noDuplicateCheck) else { return }
        if isNew {
            replicas.values[position].lastEntryAt = now
            replicas.values[position].catchUp.entriesReceived += 1
            replicas.values[position].catchUp.bytesReceived += entry.envelope.count
        }
        deliver(entry.envelope, from: origin, at: entry.index, in: session)
    }

    /// An entry was heard: it is no hole any more, and need not be repaired again at once.
    mutating func noteHeard(
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
            replicas.values[position].endedBy = entry.origin
            emit(.ended(session, by: entry.origin))
        case .activity(let stamp, let payload)?:
            setRegister(
                Replica.Register(stamp: stamp, author: entry.origin, payload: payload),
                of: session)
        case .attachment(let blob, let size, let metadata)?:
            add(
                Attachment(
                    entry: EntryName(origin: entry.origin, index: entry.index), blob: blob,
                    size: size, metadata: metadata), in: session)
        case .removal(let name)?:
            remove(name, in: session)
        case nil:
            break
        }
    }

    /// Of several values of the activity the one with the highest stamp and author stays.
    private mutating func setRegister(_ value: Replica.Register, of session: SessionID) {
        guard let position = replicas.index(of: session) else { return }
        if let old = replicas.values[position].register,
            (old.stamp, old.author) >= (value.stamp, value.author),
            !configuration.defects.contains(.noActivityOrder)
        {
            return
        }
        replicas.values[position].register = value
        emit(.activityChanged(session, payload: value.payload, by: value.author))
    }

    // MARK: - What is known to exist

    /// Takes a participant's word for how far its own streams go.
    ///
    /// - Parameter isLatest: nothing later was heard of it.
    mutating func claim(
        _ high: HighFrame, in session: SessionID, by index: Int, isLatest: Bool
    ) {
        guard roster.peers.values[index].isConfirmed, let position = replicas.index(of: session)
        else { return }
        let origin = roster.peers.keys[index]
        claim(below: high.log, stream: .log, of: origin, at: position)
        if let log = replicas.values[position].logs.index(of: origin) {
            let announced = replicas.values[position].logs.values[log].announced
            replicas.values[position].logs.values[log].announced = max(announced, high.log)
            if isLatest, high.log < replicas.values[position].logs.values[log].known {
                replicas.values[position].withStream(.log, log) { $0.retract(from: high.log) }
            }
        }
        claim(below: high.messages, stream: .messages, of: origin, at: position)
        skipMessages(below: high.lowestMessage, of: origin, at: position)
    }

    /// Where an author's log stands, made room for if it is new; nil where there is no room.
    private mutating func logPlace(of origin: ParticipantID, at position: Int) -> Int? {
        if let place = replicas.values[position].logs.index(of: origin) { return place }
        guard replicas.values[position].logs.count < configuration.originsMax else {
            statistics.originsRefused += 1
            return nil
        }
        return replicas.values[position].logs.index(of: origin, inserting: OriginStream())
    }

    /// Notes that entries below an index exist; what is lacking of them will be asked for.
    mutating func claim(
        below wanted: UInt32, stream: Stream, of origin: ParticipantID, at position: Int
    ) {
        let own = replicas.values[position].ownForgotten
        let end = origin == id ? min(wanted, own) : wanted
        guard end > 0, origin != id || stream == .log else { return }
        let holesMax = configuration.holesPerOriginMax
        switch stream {
        case .log:
            guard let log = logPlace(of: origin, at: position) else { return }
            guard end > replicas.values[position].logs.values[log].known else { return }
            let (due, now) = (holeDue(), now)
            replicas.values[position].withStream(.log, log) {
                $0.claim(below: end, holesMax: holesMax, due: due, at: now)
            }
        case .messages:
            guard replicas.keys[position] == current,
                let log = replicas.values[position].messages.index(of: origin),
                replicas.values[position].messages.values[log].nextDelivery != nil,
                end > replicas.values[position].messages.values[log].known
            else { return }
            let (due, now) = (holeDue(), now)
            replicas.values[position].withStream(.messages, log) {
                $0.claim(below: end, holesMax: holesMax, due: due, at: now)
            }
        }
    }
}
