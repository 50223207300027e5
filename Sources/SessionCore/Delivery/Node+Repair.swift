extension Node {
    // MARK: - Asking

    /// When to ask for what was just found lacking.
    mutating func holeDue() -> Instant {
        let roundTrip = roster.roundTrip
        let wait = max(configuration.holeWaitMin, roundTrip / 2)
        return now + wait + spread(roundTrip * 4)
    }

    /// A random wait that keeps a group from speaking at once; nothing among two.
    mutating func spread(_ limit: Interval) -> Interval {
        let size = groupSize
        guard size > 2 else { return .zero }
        return random.nextTruncatedExponential(upTo: limit, groupSize: size)
    }

    private mutating func retryWait(tries: UInt8) -> Interval {
        patience(after: tries) + spread(roster.roundTrip * 4)
    }

    /// How long an answer is waited for, be it to my question or to somebody's that I heard.
    private func patience(after tries: UInt8) -> Interval {
        let doubling = Interval.milliseconds(4 << Int64(min(tries, 6)))
        return roster.roundTrip * 4 + min(doubling, .milliseconds(250))
    }

    /// Asks for all holes that are due, of all origins, in as few datagrams as they fit.
    mutating func fireHoles() {
        guard case .settled = phase else { return }
        for position in replicas.indices {
            let isCurrent = replicas.keys[position] == current
            let streams: [Stream] = isCurrent ? Stream.allCases : [.log]
            guard replicas.values[position].hasHoleDue(in: streams, at: now) else { continue }
            // Who asks in vain for one thing asks in the same datagram for what is soon asked for again.
            let soon = onlyOther == nil ? now + roster.roundTrip * 4 : now
            var missing: [MissingRanges] = []
            for stream in streams {
                for index in replicas.values[position].waitingPlaces(in: stream) {
                    missing += dueHoles(stream, index, at: position, againBy: soon)
                }
            }
            sendNacks(missing, in: replicas.keys[position])
        }
    }

    /// The due holes of one stream, each set to be asked for again later.
    private mutating func dueHoles(
        _ stream: Stream, _ index: Int, at position: Int, againBy soon: Instant
    ) -> [MissingRanges] {
        let due = replicas.values[position].withStream(stream, index) { streamState in
            streamState.holes.takeDue(at: now, againBy: soon)
        }
        guard !due.isEmpty else { return [] }
        let origin = replicas.values[position].originOf(stream, index)
        var ranges: [Range<UInt32>] = []
        var lost: [Range<UInt32>] = []
        for run in due {
            if replicas.values[position].catchUp.isServed(at: now), stream == .log {
                keep(run, tries: run.tries, wait: .milliseconds(100), stream, index, position)
                continue
            }
            let isHopeless =
                stream == .log
                ? isHopeless(index, after: run.tries, at: position)
                : run.tries >= configuration.holeTriesMax / 2 && !roster.isConfirmed(origin)
            if isHopeless,
                !configuration.defects.contains(.noOrphan)
            {
                lost.append(run.range)
            } else if run.tries < configuration.holeTriesMax {
                let wait = retryWait(tries: run.tries)
                keep(run, tries: run.tries + 1, wait: wait, stream, index, position)
                ranges.append(run.range)
            } else if run.tries < configuration.holeTriesMax + 2 || roster.isConfirmed(origin) {
                // Single requests have failed: ask who holds more, and wait for it.
                let tries = min(run.tries + 1, configuration.holeTriesMax + 2)
                keep(run, tries: tries, wait: .seconds(1), stream, index, position)
                if stream == .log { askForVectors(at: position) }
                ranges.append(run.range)
            } else if !configuration.defects.contains(.noOrphan) {
                lost.append(run.range)
            } else {
                keep(run, tries: run.tries, wait: .seconds(1), stream, index, position)
                ranges.append(run.range)
            }
        }
        for range in lost { orphan(range, stream, index, at: position) }
        return ranges.isEmpty
            ? [] : [MissingRanges(origin: origin, stream: stream, ranges: ranges)]
    }

    /// Nobody here has what I lack: everybody says since that they hold just what I hold, or has been asked
    /// often enough for an earlier session's entries, whose author is gone.
    private func isHopeless(_ log: Int, after tries: UInt8, at position: Int) -> Bool {
        let origin = replicas.values[position].logs.keys[log]
        guard replicas.keys[position] == current else {
            // A vector may have claimed what its living author never wrote.
            let triesMax = configuration.holeTriesMax
            return tries >= (roster.isConfirmed(origin) ? triesMax + 2 : triesMax / 2)
        }
        // What a heartbeat says that is older than the claim says nothing about it.
        let claimed = replicas.values[position].logs.values[log].claimedAt + roster.roundTrip
        return tries > 1
            && roster.peers.indices.allSatisfy {
                !roster.peers.values[$0].isIn(current, since: presenceStart)
                    || (roster.peers.values[$0].stateAt > claimed
                        && roster.peers.values[$0].state?.digest
                            == replicas.values[position].digest)
            }
    }

    private mutating func keep(
        _ run: RunList.Run, tries: UInt8, wait: Interval, _ stream: Stream, _ index: Int,
        _ position: Int
    ) {
        let due = now + wait
        replicas.values[position].withStream(stream, index) {
            $0.holes.insert(run.range, due: due, tries: tries)
        }
    }

    /// Nobody alive can fill this; asking stops until somebody shows that they can.
    private mutating func orphan(
        _ range: Range<UInt32>, _ stream: Stream, _ index: Int, at position: Int
    ) {
        statistics.entriesOrphaned += range.count
        let origin = replicas.values[position].originOf(stream, index)
        switch stream {
        case .log:
            replicas.values[position].logs.values[index].orphans.insert(range, due: now)
        case .messages:
            loseMessages(range, of: origin, at: position)
        }
    }

    private mutating func sendNacks(_ missing: [MissingRanges], in session: SessionID) {
        for part in missing.split(bytesMax: Datagram.framesBytesMax - 64) {
            statistics.nacksSent += 1
            let frame = Frame.nack(part)
            if let other = onlyOther {
                outbox.unicast.append(
                    Outbox.Letter(address: other, session: session, frame: frame))
            } else {
                outbox.frames.append(Outbox.Addressed(session: session, frame: frame))
            }
        }
    }

    /// The address of the other one, where there are but two.
    var onlyOther: PeerAddress? {
        guard roster.census.present == 1, roster.peers.count == 1 else { return nil }
        return roster.peers.values[0].address
    }

    // MARK: - Answering

    mutating func receiveNack(_ missing: [MissingRanges], in session: SessionID, from index: Int) {
        guard let position = replicas.index(of: session), roster.peers.values[index].isConfirmed
        else { return }
        for item in missing {
            guard
                let stream = replicas.values[position].index(of: item.origin, in: item.stream)
            else { continue }
            for range in item.ranges {
                rearm(range, item.stream, stream, at: position)
                if item.stream == .messages {
                    scheduleRepair(range, .messages, stream, at: position)
                }
            }
        }
        give(replicas.values[position].held(of: missing), at: position, to: index)
        fireRepairs()
    }

    /// Somebody asked for what I lack too: their answer will do for me.
    private mutating func rearm(
        _ range: Range<UInt32>, _ stream: Stream, _ index: Int, at position: Int
    ) {
        guard !configuration.defects.contains(.noRearm), onlyOther == nil else { return }
        let soonest = now + spread(roster.roundTrip * 4)
        let waits = (0...6).map { patience(after: $0) }
        let triesMax = configuration.holeTriesMax + 2
        var count = 0
        replicas.values[position].withStream(stream, index) {
            $0.holes.update(range) { run in
                let due = soonest + waits[Int(min(run.tries, 6))]
                guard run.due < due else { return }
                run.due = due
                run.tries = min(run.tries + 1, triesMax)
                count += 1
            }
        }
        statistics.nacksSuppressed += count
    }

    /// The origin repairs at once, anybody else after a random wait, unless somebody does before.
    mutating func scheduleRepair(
        _ range: Range<UInt32>, _ stream: Stream, _ index: Int, at position: Int
    ) {
        guard !configuration.defects.contains(.noRepair) else { return }
        let isMine = replicas.values[position].originOf(stream, index) == id
        guard isMine || !configuration.defects.contains(.noHolderRepair) else { return }
        let due = isMine ? now : now + holderWait()
        let now = self.now
        replicas.values[position].withStream(stream, index) { state in
            for held in state.held(in: range, exceptQuietAt: now) {
                state.repairs.insert(held, due: due)
            }
        }
    }

    /// Moves due repairs to the outbox.
    mutating func fireRepairs() {
        for position in replicas.indices {
            for stream in Stream.allCases {
                for index in replicas.values[position].waitingPlaces(in: stream) {
                    sendRepairs(stream, index, at: position)
                }
            }
        }
    }

    private mutating func sendRepairs(_ stream: Stream, _ index: Int, at position: Int) {
        let now = self.now
        let due = replicas.values[position].withStream(stream, index) {
            $0.repairs.takeDue(at: now)
        }
        guard !due.isEmpty else { return }
        let origin = replicas.values[position].originOf(stream, index)
        let session = replicas.keys[position]
        let quietUntil = now + roster.roundTrip
        for run in due {
            replicas.values[position].withStream(stream, index) {
                $0.quiet.remove(run.range)
                $0.quiet.insert(run.range, due: quietUntil)
            }
            guard outbox.repairs.count < configuration.repairsMax else {
                statistics.repairsDropped += run.range.count
                continue
            }
            statistics.entriesRepaired += run.range.count
            if origin != id { statistics.entriesRepairedForOthers += run.range.count }
            outbox.repairs.append(
                Outbox.Repair(
                    session: session, origin: origin, stream: stream, range: run.range))
        }
    }
}

extension OriginStream {
    /// The parts of a range that are held and were not sent or heard just now.
    func held(in range: Range<UInt32>, exceptQuietAt now: Instant) -> [Range<UInt32>] {
        var found = RunList()
        for held in store.held(in: range, rangesMax: WireLimit.rangesPerOriginMax) {
            found.insert(held, due: now)
        }
        for run in quiet.runs where run.due > now { found.remove(run.range) }
        return found.ranges
    }
}

extension [MissingRanges] {
    /// The same in parts of which each fits into a frame of so many bytes.
    func split(bytesMax: Int) -> [[MissingRanges]] {
        var parts: [[MissingRanges]] = []
        var part: [MissingRanges] = []
        var bytes = 0
        for item in self {
            for start in stride(
                from: 0, to: item.ranges.count, by: WireLimit.rangesPerOriginMax)
            {
                let end = Swift.min(start + WireLimit.rangesPerOriginMax, item.ranges.count)
                let ranges = Swift.Array(item.ranges[start..<end])
                // Origin, stream, count, and two varints of up to three bytes a range.
                let size = 11 + ranges.count * 6
                if bytes + size > bytesMax, !part.isEmpty {
                    parts.append(part)
                    part = []
                    bytes = 0
                }
                part.append(
                    MissingRanges(origin: item.origin, stream: item.stream, ranges: ranges))
                bytes += size
            }
        }
        if !part.isEmpty { parts.append(part) }
        return parts
    }
}
