extension Node {
    /// Own entries that have not been sent once.
    var hasUnsent: Bool {
        let place = currentPlace
        return replicas.values[place].sentLog < replicas.values[place].logEnd(of: id)
            || replicas.values[place].sentMessages < replicas.values[place].messageEnd(of: id)
    }

    /// How far what was sent of this node's own streams goes.
    private var sentHigh: HighFrame {
        let place = currentPlace
        return HighFrame(
            log: replicas.values[place].sentLog, messages: replicas.values[place].sentMessages,
            lowestMessage: min(
                replicas.values[place].messageBase(of: id), replicas.values[place].sentMessages))
    }

    /// Datagrams a second that this node may multicast: the group's, shared by who is sending.
    private var rate: Int64 {
        max(groupRate / Int64(roster.census.senders + 1), 1)
    }

    /// When something that waits may go.
    var sendDeadline: Instant? {
        guard case .settled = phase else { return outbox.frames.isEmpty ? nil : now }
        var earliest: Instant?
        if hasUnsent || !outbox.repairs.isEmpty {
            earliest = bucket.instant(holding: 1, rate: rate)
        }
        if let repeatDue = outbox.repeatDue {
            let due = max(repeatDue, bucket.instant(holding: 1, rate: rate))
            earliest = earliest.map { min($0, due) } ?? due
        }
        for ephemeral in outbox.ephemerals.values {
            guard let due = ephemeralDue(ephemeral) else { continue }
            let instant = max(due, bucket.instant(holding: ephemeralTokens, rate: rate))
            earliest = earliest.map { min($0, instant) } ?? instant
        }
        if let due = bulkDeadline { earliest = earliest.map { min($0, due) } ?? due }
        return earliest
    }

    /// Ephemeral values leave so much of the budget to entries.
    private var ephemeralTokens: Int64 { configuration.bucketDepth / 4 }

    /// When an ephemeral value is to be sent, for the first time or again.
    private func ephemeralDue(_ ephemeral: Outbox.Ephemeral) -> Instant? {
        guard let lastSent = ephemeral.lastSent else { return now }
        if ephemeral.isDirty {
            let share = Interval.seconds(2 * Int64(groupSize)) / groupRate
            return lastSent + max(Self.ephemeralInterval, share)
        }
        guard ephemeral.repeats < Self.ephemeralRepeats.count else { return nil }
        return lastSent + Self.ephemeralRepeats[ephemeral.repeats]
    }

    /// The shortest time between two versions of one value.
    private static let ephemeralInterval = Interval.milliseconds(15)
    /// The last value is sent again so long after it was sent before.
    private static let ephemeralRepeats = [Interval.milliseconds(100), .milliseconds(300)]

    /// Turns what waits into datagrams, as far as the budget goes.
    mutating func flush() {
        guard !isSilent else {
            outbox.frames = []
            return
        }
        sendLetters()
        bucket.fill(rate: rate, at: now)
        while wantsDatagram {
            let datagram = composeDatagram()
            guard !datagram.isEmpty else { break }
            transmit(datagram, to: .group)
            bucket.take()
        }
        sendBulk()
    }

    /// The budget allows a multicast, and leaves so many.
    private func mayMulticast(_ tokens: Int64) -> Bool {
        bucket.holds(tokens) || configuration.defects.contains(.noBudget)
    }

    private var isSilent: Bool {
        switch phase {
        case .idle: true
        case .left: outbox.frames.isEmpty
        case .listening, .settled, .leaving: false
        }
    }

    private var isSettledPhase: Bool {
        if case .settled = phase { true } else { false }
    }

    private var wantsDatagram: Bool {
        if !outbox.frames.isEmpty { return true }
        guard isSettledPhase else { return false }
        if outbox.wantsState { return true }
        if let due = outbox.repeatDue, due <= now, mayMulticast(1) { return true }
        if mayMulticast(1), hasUnsent || !outbox.repairs.isEmpty { return true }
        return mayMulticast(ephemeralTokens)
            && outbox.ephemerals.values.contains { ephemeralDue($0).map { $0 <= now } ?? false }
    }

    /// Says how far this node's streams go: in everything that is multicast in a session.
    mutating func addHigh(to packer: inout Packer) {
        guard !isListening else { return }
        _ = packer.add(.high(sentHigh), in: current)
        highsSent &+= 1
    }

    /// One datagram of what waits, the most urgent first; then own late entries again.
    private mutating func composeDatagram() -> Packer {
        var packer = Packer()
        addHigh(to: &packer)
        if outbox.wantsState, isSettledPhase { writeState(to: &packer) }
        let isBare = !takeFrames(into: &packer)
        guard isSettledPhase else { return packer }
        guard mayMulticast(1) || isBare else {
            outbox.repeatDue = nil
            return packer
        }
        takeRepairs(into: &packer)
        let first = takeEntries(into: &packer)
        takeEphemerals(into: &packer)
        outbox.repeatDue =
            outbox.recent.count > first && !configuration.defects.contains(.noTail)
            ? now + configuration.repeatInterval : nil
        repeatEntries(into: &packer, before: first)
        return packer
    }

    /// The start is not over: a live session of the room may still be found.
    package var isListening: Bool {
        if case .listening = phase { true } else { false }
    }

    /// A datagram this short holds nothing yet but how far the streams go.
    private static let freshBytesMax = 32

    /// Whether any control frame was taken; one that fits into no datagram is dropped.
    private mutating func takeFrames(into packer: inout Packer) -> Bool {
        var taken = 0
        for addressed in outbox.frames {
            guard packer.add(addressed.frame, in: addressed.session) else { break }
            taken += 1
        }
        let isOversize = taken == 0 && packer.writer.count < Self.freshBytesMax
        outbox.frames.removeFirst(min(isOversize ? 1 : taken, outbox.frames.count))
        return taken > 0
    }

    private mutating func takeRepairs(into packer: inout Packer) {
        while let repair = outbox.repairs.first {
            var range = repair.range
            while let index = range.first {
                if let frame = repairFrame(repair, index),
                    !packer.add(frame, in: repair.session)
                {
                    break
                }
                range = index + 1..<range.upperBound
            }
            guard range.isEmpty else {
                outbox.repairs[0].range = range
                return
            }
            outbox.repairs.removeFirst()
        }
    }

    private func repairFrame(_ repair: Outbox.Repair, _ index: UInt32) -> Frame? {
        guard let position = replicas.index(of: repair.session),
            let stream = replicas.values[position].index(of: repair.origin, in: repair.stream)
        else { return nil }
        let store =
            switch repair.stream {
            case .log: replicas.values[position].logs.values[stream].store
            case .messages: replicas.values[position].messages.values[stream].store
            }
        guard var envelope = store[index] else { return nil }
        if configuration.defects.contains(.wrongBytesFromDonor), repair.origin != id {
            envelope[envelope.count / 2] ^= 1
        }
        let entry = SequencedEntry(stream: repair.stream, index: index, envelope: envelope)
        return repair.origin == id ? .entry(entry) : .repair(repair.origin, entry)
    }

    /// Takes own entries not sent yet; the index of `recent` before which older ones stand.
    private mutating func takeEntries(into packer: inout Packer) -> Int {
        let first = outbox.recent.count
        take(.log, from: replicas.values[currentPlace].sentLog, into: &packer)
        // Messages that were forgotten before their turn came are lost to all alike.
        let kept = replicas.values[currentPlace].messageBase(of: id)
        take(.messages, from: max(replicas.values[currentPlace].sentMessages, kept), into: &packer)
        return first
    }

    private mutating func take(
        _ stream: Stream, from start: UInt32, into packer: inout Packer
    ) {
        var index = start
        while let envelope = ownEnvelope(stream, index, in: current) {
            var sent = index
            if configuration.defects.contains(.reusedIndex), index % 16 == 9 { sent -= 1 }
            let entry = SequencedEntry(stream: stream, index: sent, envelope: envelope)
            guard packer.add(.entry(entry), in: current) else { break }
            outbox.recent.append(
                Outbox.Recent(session: current, stream: stream, index: index, sentAt: now))
            index += 1
        }
        withReplica { replica in
            switch stream {
            case .log: replica.sentLog = index
            case .messages: replica.sentMessages = index
            }
        }
    }

    private func ownEnvelope(
        _ stream: Stream, _ index: UInt32, in session: SessionID
    ) -> [UInt8]? {
        guard let position = replicas.index(of: session),
            let own = replicas.values[position].index(of: id, in: stream)
        else { return nil }
        switch stream {
        case .log: return replicas.values[position].logs.values[own].store[index]
        case .messages: return replicas.values[position].messages.values[own].store[index]
        }
    }

    private mutating func takeEphemerals(into packer: inout Packer) {
        guard mayMulticast(ephemeralTokens) else { return }
        for index in outbox.ephemerals.indices {
            guard let due = ephemeralDue(outbox.ephemerals.values[index]), due <= now,
                packer.add(.ephemeral(outbox.ephemerals.values[index].frame), in: current)
            else { continue }
            if outbox.ephemerals.values[index].isDirty {
                outbox.ephemerals.values[index].isDirty = false
                outbox.ephemerals.values[index].repeats = 0
            } else {
                outbox.ephemerals.values[index].repeats += 1
            }
            outbox.ephemerals.values[index].lastSent = now
        }
    }

    /// Repeats the last entries of this node that are young, where they fit.
    private mutating func repeatEntries(into packer: inout Packer, before first: Int) {
        guard !configuration.defects.contains(.noPiggyback) else { return }
        let age = configuration.piggybackAge
        let old = outbox.recent.prefix(first).prefix { now - $0.sentAt > age }.count
        let candidates = outbox.recent[old..<first].suffix(configuration.piggybackMax)
        for recent in candidates where recent.session == current {
            guard let envelope = ownEnvelope(recent.stream, recent.index, in: current) else {
                continue
            }
            let entry = SequencedEntry(
                stream: recent.stream, index: recent.index, envelope: envelope)
            _ = packer.add(.entry(entry), in: current)
        }
        let surplus = max(old, outbox.recent.count - 64)
        outbox.recent.removeFirst(surplus)
    }

    /// Sends what is for one peer, several frames to a datagram.
    private mutating func sendLetters() {
        let letters = outbox.unicast
        outbox.unicast = []
        var position = 0
        while position < letters.count {
            let address = letters[position].address
            var packer = Packer()
            let first = position
            while position < letters.count, letters[position].address == address,
                packer.add(letters[position].frame, in: letters[position].session)
            {
                position += 1
            }
            if position == first { position += 1 }
            transmit(packer, to: .peer(address))
        }
    }

    mutating func transmit(_ packer: Packer, to destination: Destination) {
        counter += 1
        if destination == .group { statistics.datagramsSent += 1 }
        outputs.append(
            .transmit(
                Datagram.sealed(packer.writer.bytes, sender: id, counter: counter, room: room),
                to: destination))
    }
}
