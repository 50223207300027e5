extension Node {
    // MARK: - Noticing

    /// Compares a heartbeat's digest with mine; where it differs for long, or in stillness, who
    /// holds less asks for what it lacks, and shows by that what the other does.
    mutating func compareDigests(_ state: StateFrame, of index: Int) {
        guard let position = replicas.index(of: current) else { return }
        if state.flags.contains(.written) { replicas.values[position].isWritten = true }
        replicas.values[position].founding = min(
            replicas.values[position].founding, state.founding)
        // Of those who opened it at the same moment all name the same one.
        if let opener = state.knownOpener {
            let known = replicas.values[position].opener ?? opener
            replicas.values[position].opener = min(known, opener)
        }
        guard !configuration.defects.contains(.noDigestCompare) else { return }
        guard state.digest != replicas.values[position].digest else {
            roster.peers.values[index].mismatchSince = nil
            agree(at: position)
            return
        }
        if replicas.values[position].entryCount == 0, state.entries > 0 {
            noticeBehind(state, at: position)
            askForVectors(at: position)
            return
        }
        guard state.entries >= replicas.values[position].entryCount else { return }
        let since = roster.peers.values[index].mismatchSince ?? now
        roster.peers.values[index].mismatchSince = since
        let stillness = roster.roundTrip * 4 + configuration.stillness
        guard
            now - replicas.values[position].lastEntryAt >= stillness
                || now - since >= configuration.mismatchMax
        else { return }
        if state.entries > replicas.values[position].entryCount {
            noticeBehind(state, at: position)
        }
        askForVectors(at: position)
    }

    private mutating func noticeBehind(_ state: StateFrame, at position: Int) {
        let known = Int(min(state.entries, UInt32(configuration.sessionEntriesMax * 2)))
        // Single holes are not worth a word.
        guard
            known > replicas.values[position].entryCount + configuration.repairEntriesMax
                || replicas.values[position].entryCount == 0
        else { return }
        if replicas.values[position].catchUp.since == nil {
            replicas.values[position].catchUp.since = now
            replicas.values[position].catchUp.entriesReceived = 0
            replicas.values[position].catchUp.bytesReceived = 0
        }
        replicas.values[position].catchUp.announced = max(
            replicas.values[position].catchUp.announced, known)
        updateLink()
    }

    /// An earlier session's digest differs: late ink there.
    mutating func compareEarlier(_ earlier: StateFrame.Earlier) {
        guard let position = replicas.index(of: earlier.session) else { return }
        guard earlier.digest != replicas.values[position].digest else {
            agree(at: position)
            return
        }
        askForVectors(at: position)
    }

    /// Somebody holds just what I hold: nobody needs to be asked any more.
    private mutating func agree(at position: Int) {
        if case .asking = replicas.values[position].catchUp.state {
            replicas.values[position].catchUp.state = .idle
        }
        replicas.values[position].catchUp.announced = 0
        finishCatchUp(at: position)
    }

    /// Asks soon who holds more, unless somebody else is heard asking.
    mutating func askForVectors(at position: Int) {
        guard case .idle = replicas.values[position].catchUp.state else { return }
        let wait = spread(roster.roundTrip * 4)
        let due = max(now + wait, replicas.values[position].catchUp.nextAsk ?? now)
        replicas.values[position].catchUp.state = .asking(due: due, tries: 0)
        advanceCatchUp(at: position)
    }

    // MARK: - Going on

    mutating func advanceCatchUp() {
        for position in replicas.indices { advanceCatchUp(at: position) }
    }

    private mutating func advanceCatchUp(at position: Int) {
        switch replicas.values[position].catchUp.state {
        case .idle:
            break
        case .asking(let due, let tries):
            guard now >= due, case .settled = phase else { return }
            ask(tries: tries, at: position)
        case .pulling(let pull):
            guard now >= pull.stallsAt, !configuration.defects.contains(.noStall) else { return }
            resume(pull, at: position)
        }
    }

    /// Says what this node holds, and asks for what it lacks.
    private mutating func ask(tries: Int, at position: Int) {
        let retry = Interval.milliseconds(100 << Int64(min(tries, 4))) + roster.roundTrip * 4
        replicas.values[position].catchUp.nextAsk = now + retry
        let isBehind = replicas.values[position].catchUp.since != nil
        if tries < 6, isBehind || tries == 0 {
            sendVector(of: position, asking: true)
            replicas.values[position].catchUp.state =
                isBehind ? .asking(due: now + retry, tries: tries + 1) : .idle
        } else {
            // Whoever claimed to hold more does not answer: go on with what is there.
            replicas.values[position].catchUp.since = nil
            replicas.values[position].catchUp.announced = 0
            replicas.values[position].catchUp.state = .idle
        }
    }

    /// Somebody else asks: the answers are for all, so wait for them before asking too.
    mutating func postponeAsking(at position: Int) {
        guard case .asking(let due, let tries) = replicas.values[position].catchUp.state else {
            return
        }
        let later = now + .milliseconds(100) + roster.roundTrip * 4
        if due < later {
            replicas.values[position].catchUp.state = .asking(due: later, tries: tries)
        }
    }

    /// Nothing is lacking any more, as far as anybody has told.
    mutating func finishCatchUp(at position: Int) {
        guard let since = replicas.values[position].catchUp.since,
            replicas.values[position].holeCount == 0,
            replicas.values[position].entryCount >= replicas.values[position].catchUp.announced
        else { return }
        let catchUp = replicas.values[position].catchUp
        replicas.values[position].catchUp.state = .idle
        replicas.values[position].catchUp.since = nil
        replicas.values[position].catchUp.announced = 0
        guard replicas.keys[position] == current else { return }
        emit(
            .caughtUp(
                entries: catchUp.entriesReceived, bytes: catchUp.bytesReceived,
                elapsed: now - since))
        updateLink()
    }

    // MARK: - Vectors

    /// Multicasts what is held of a session, in as many slices as it takes.
    mutating func sendVector(of position: Int, asking: Bool) {
        statistics.vectorsSent += 1
        let session = replicas.keys[position]
        for slice in replicas.values[position].vectorSlices(asking: asking) {
            outbox.frames.append(Outbox.Addressed(session: session, frame: .vector(slice)))
        }
    }

    /// Learns what somebody holds; where they asked, gives or offers what they lack.
    mutating func receiveVector(_ vector: VectorFrame, in session: SessionID, from index: Int) {
        guard let position = replicas.index(of: session) else { return }
        if vector.asks { postponeAsking(at: position) }
        guard roster.peers.values[index].isConfirmed else { return }
        for holding in vector.holdings {
            var end = holding.ranges.last?.upperBound ?? holding.contiguous
            if isHere(holding.origin, in: session),
                let log = replicas.values[position].logs.index(of: holding.origin),
                replicas.values[position].logs.values[log].announced > 0
            {
                end = min(end, replicas.values[position].logs.values[log].announced)
            }
            claim(below: end, stream: .log, of: holding.origin, at: position)
            if !configuration.defects.contains(.noRevival) {
                replicas.values[position].revive(holding, due: now)
            }
            if let log = replicas.values[position].logs.index(of: holding.origin) {
                let due = holeDue()
                let holesMax = configuration.holesPerOriginMax
                let farMax = configuration.farHolesPerOriginMax
                replicas.values[position].withStream(.log, log) {
                    $0.claimShown(holding.ranges, holesMax: holesMax, farMax: farMax, due: due)
                }
            }
        }
        if replicas.values[position].holeCount(in: vector) > configuration.repairEntriesMax {
            startPull(from: index, at: position)
        }
        show(vector, by: index, at: position)
        if vector.asks {
            give(replicas.values[position].held(butNotIn: vector), at: position, to: index)
            fireRepairs()
        }
    }

    /// A confirmed participant is in this session now, so that its own word for its log is heard.
    private func isHere(_ origin: ParticipantID, in session: SessionID) -> Bool {
        guard session == current, let index = roster.peers.index(of: origin) else { return false }
        return roster.peers.values[index].isConfirmed
            && roster.peers.values[index].isIn(session, since: presenceStart)
    }

    /// Repairs what somebody lacks of the logs; where it is much, offers it.
    mutating func give(_ lacking: [MissingRanges], at position: Int, to index: Int) {
        let count = lacking.reduce(0) { $0 + $1.ranges.reduce(0) { $0 + $1.count } }
        guard count > configuration.repairEntriesMax else {
            for item in lacking {
                guard let stream = replicas.values[position].index(of: item.origin, in: .log)
                else { continue }
                for range in item.ranges {
                    scheduleRepair(range, .log, stream, at: position)
                }
            }
            return
        }
        let asker = roster.peers.keys[index]
        let session = replicas.keys[position]
        guard offers[asker]?.session != session else { return }
        offers[asker] = PendingOffer(
            session: session, entries: UInt32(clamping: count),
            due: now + spread(roster.roundTrip * 4))
        fireOffers()
    }

    mutating func fireOffers() {
        for index in offers.indices.reversed() where offers.values[index].due <= now {
            let offer = offers.values[index]
            let participant = offers.keys[index]
            offers.remove(at: index)
            guard !configuration.defects.contains(.noOffer) else { continue }
            guard let position = replicas.index(of: offer.session) else { continue }
            statistics.offersSent += 1
            sendVector(of: position, asking: false)
            outbox.frames.append(
                Outbox.Addressed(
                    session: offer.session, frame: .offer(participant, entries: offer.entries)))
        }
    }

    mutating func receiveOffer(
        to participant: ParticipantID, entries: UInt32, in session: SessionID, from index: Int
    ) {
        guard participant == id else {
            if offers[participant]?.session == session,
                !configuration.defects.contains(.noSuppression)
            {
                offers[participant] = nil
                statistics.offersSuppressed += 1
            }
            return
        }
        guard let position = replicas.index(of: session),
            replicas.values[position].holeCount > configuration.repairEntriesMax
        else { return }
        startPull(from: index, at: position)
    }
}

/// An offer that is made when its moment comes, unless somebody else makes one before.
struct PendingOffer: Sendable {
    var session: SessionID
    var entries: UInt32
    var due: Instant
}

extension Replica {
    /// What is held, by author, in slices that each fit into a datagram.
    func vectorSlices(asking: Bool) -> [VectorFrame] {
        var slices: [VectorFrame] = []
        var holdings: [VectorFrame.Holding] = []
        var bytes = 0
        var first = ParticipantID(rawValue: 0)
        func close(before next: ParticipantID?) {
            let last = next.map { ParticipantID(rawValue: $0.rawValue - 1) }
            slices.append(
                VectorFrame(
                    first: first, last: last ?? ParticipantID(rawValue: .max),
                    holdings: holdings, asks: asking))
            if let next { first = next }
            holdings = []
            bytes = 0
        }
        for (origin, log) in zip(logs.keys, logs.values) where log.store.end > 0 {
            let ranges = log.store.earlyRanges(max: WireLimit.rangesPerOriginMax)
            let size = 13 + ranges.count * 6
            if bytes + size > Self.sliceBytesMax { close(before: origin) }
            holdings.append(
                VectorFrame.Holding(
                    origin: origin, contiguous: log.store.contiguous, ranges: ranges))
            bytes += size
        }
        close(before: nil)
        return slices
    }

    private static let sliceBytesMax = 900

    /// What this node holds and the vector's sender does not, within the slice.
    func held(butNotIn vector: VectorFrame) -> [MissingRanges] {
        var theirs = OrderedMap<ParticipantID, VectorFrame.Holding>()
        for holding in vector.holdings { theirs[holding.origin] = holding }
        var missing: [MissingRanges] = []
        for index in logs.indices {
            let origin = logs.keys[index]
            guard origin >= vector.first, origin <= vector.last else { continue }
            let store = logs.values[index].store
            let holding = theirs[origin]
            var lacking = RunList()
            let start = Instant(microseconds: 0)
            lacking.insert(
                (holding?.contiguous ?? 0)..<max(store.end, holding?.contiguous ?? 0), due: start)
            for range in holding?.ranges ?? [] { lacking.remove(range) }
            for gap in store.missing(below: store.end) { lacking.remove(gap) }
            guard !lacking.isEmpty else { continue }
            missing.append(MissingRanges(origin: origin, stream: .log, ranges: lacking.ranges))
        }
        return missing
    }

    /// What is held of the log entries that somebody names; without what was sent or heard just now
    /// if a moment is given.
    func held(of missing: [MissingRanges], exceptQuietAt now: Instant? = nil) -> [MissingRanges] {
        missing.compactMap { item in
            guard item.stream == .log, let log = logs.index(of: item.origin) else { return nil }
            let ranges = item.ranges.flatMap { range in
                now.map { now in logs.values[log].held(in: range, exceptQuietAt: now) }
                    ?? logs.values[log].store.held(
                        in: range, rangesMax: WireLimit.rangesPerOriginMax)
            }
            return MissingRanges(origin: item.origin, stream: .log, ranges: ranges)
        }
    }

    /// How much of what is lacking a vector's sender holds.
    func holeCount(in vector: VectorFrame) -> Int {
        vector.holdings.reduce(0) { count, holding in
            guard let log = logs[holding.origin] else { return count }
            let held = [0..<holding.contiguous] + holding.ranges
            return count
                + log.holes.ranges.reduce(0) { sum, hole in
                    sum + held.reduce(0) { $0 + $1.clamped(to: hole).count }
                }
        }
    }

    /// Somebody shows that they hold what was given up: it may be asked for again.
    mutating func revive(_ holding: VectorFrame.Holding, due: Instant) {
        guard let index = logs.index(of: holding.origin), !logs.values[index].orphans.isEmpty
        else { return }
        var held = RunList()
        held.insert(0..<holding.contiguous, due: due)
        for range in holding.ranges { held.insert(range, due: due) }
        withStream(.log, index) { log in
            for range in held.ranges {
                let found = log.orphans.ranges
                    .map { $0.clamped(to: range) }.filter { !$0.isEmpty }
                for part in found {
                    log.orphans.remove(part)
                    log.holes.insert(part, due: due)
                }
            }
        }
    }
}
