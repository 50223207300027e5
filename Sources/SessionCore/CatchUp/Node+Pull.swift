extension Node {
    // MARK: - Pulling

    /// Asks one participant for all that is missing, a window at a time.
    mutating func startPull(from index: Int, at position: Int) {
        guard !replicas.values[position].catchUp.isPulling else { return }
        if let until = replicas.values[position].catchUp.overhearsUntil, now < until { return }
        let pull = CatchUp.Pull(donor: roster.peers.keys[index], stallsAt: now)
        if replicas.values[position].catchUp.since == nil {
            replicas.values[position].catchUp.since = now
            replicas.values[position].catchUp.entriesReceived = 0
            replicas.values[position].catchUp.bytesReceived = 0
        }
        replicas.values[position].catchUp.window = configuration.windowMin
        request(pull, at: position)
    }

    /// Asks for what is missing and not yet asked for, as far as the window allows.
    private mutating func request(_ pull: CatchUp.Pull, at position: Int) {
        var pull = pull
        guard let donor = roster.peers[pull.donor] else {
            replicas.values[position].catchUp.state = askingAgain(at: position)
            return
        }
        let catchUp = replicas.values[position].catchUp
        let average = catchUp.bytesReceived / max(catchUp.entriesReceived, 1) + 4
        let entriesMax = catchUp.window * Datagram.framesBytesMax / max(average, 20)
        let wanted = replicas.values[position].missing(
            shown: pull.shown, except: pull.outstanding,
            entriesMax: entriesMax - pull.outstandingCount)
        guard !wanted.isEmpty || pull.outstandingCount > 0 else {
            replicas.values[position].catchUp.state =
                pull.shown.isEmpty ? .pulling(pull) : askingAgain(at: position)
            return
        }
        let due = now + passingTime
        for item in wanted {
            let index = pull.outstanding.index(of: item.origin, inserting: RunList())
            for range in item.ranges { pull.outstanding.values[index].insert(range, due: due) }
        }
        for part in wanted.split(bytesMax: Datagram.framesBytesMax - 64) {
            statistics.pullsSent += 1
            outbox.unicast.append(
                Outbox.Letter(
                    address: donor.address, session: replicas.keys[position],
                    frame: .pull(pull.donor, part)))
        }
        pull.stallsAt = now + pullPatience(after: pull.stalls)
        replicas.values[position].catchUp.state = .pulling(pull)
    }

    /// A donor shows what it holds: that can be asked of it.
    mutating func show(_ vector: VectorFrame, by index: Int, at position: Int) {
        guard case .pulling(var pull) = replicas.values[position].catchUp.state,
            pull.donor == roster.peers.keys[index]
        else { return }
        for holding in vector.holdings {
            let place = pull.shown.index(of: holding.origin, inserting: RunList())
            for range in [0..<holding.contiguous] + holding.ranges {
                pull.shown.values[place].remove(range)
                pull.shown.values[place].insert(range, due: now)
            }
        }
        request(pull, at: position)
    }

    /// Nothing has come for long: ask again, and in the end somebody else.
    mutating func resume(_ stalled: CatchUp.Pull, at position: Int) {
        var pull = stalled
        pull.stalls += 1
        pull.outstanding = OrderedMap()
        let window = replicas.values[position].catchUp.window
        replicas.values[position].catchUp.window = max(window / 2, configuration.windowMin)
        if pull.stalls < configuration.pullTriesMax
            || configuration.defects.contains(.noOtherDonor)
        {
            request(pull, at: position)
        } else {
            replicas.values[position].catchUp.state = askingAgain(at: position)
        }
    }

    /// The donor is gone or has no more: who else holds more is asked, but never at once again.
    private func askingAgain(at position: Int) -> CatchUp.State {
        .asking(due: max(now, replicas.values[position].catchUp.nextAsk ?? now), tries: 1)
    }

    mutating func receiveChunk(
        for participant: ParticipantID, _ runs: [ChunkRun], in session: SessionID, from index: Int
    ) {
        guard let position = replicas.index(of: session) else { return }
        if participant != id { bulk.forget(runs, in: session) }
        if participant.rawValue == 0 { leaveGivingTo(index, in: session) }
        let held = replicas.values[position].entryCount
        for run in runs {
            var entry = run.firstIndex
            for envelope in run.envelopes where entry < WireLimit.entryIndexMax {
                accept(
                    SequencedEntry(stream: .log, index: entry, envelope: envelope),
                    of: run.origin, in: session, from: nil)
                entry += 1
            }
        }
        guard case .pulling(var pull) = replicas.values[position].catchUp.state,
            participant == id || pull.donor == roster.peers.keys[index]
        else {
            if replicas.values[position].entryCount > held { noteOverheard(at: position) }
            return
        }
        for run in runs {
            // With parities to come nothing that was sent to several is given up.
            if pull.donor == roster.peers.keys[index], participant.rawValue != 0 {
                pull.passOver(before: run.firstIndex, of: run.origin, at: now)
            }
            guard let origin = pull.outstanding.index(of: run.origin) else { continue }
            pull.outstanding.values[origin].remove(run.indices)
        }
        pull.stalls = 0
        pull.stallsAt = now + pullPatience(after: 0)
        progress(pull, at: position)
    }

    /// Learns from a parity what some datagrams held that did not come.
    mutating func receiveParity(_ frame: ParityFrame, in session: SessionID, from index: Int) {
        guard let position = replicas.index(of: session) else { return }
        if !replicas.values[position].holds(frame.block.entries),
            let runs = parities.take(frame, in: session, beside: replicas.values[position])
        {
            statistics.entriesFromParities += runs.reduce(0) { $0 + $1.envelopes.count }
            receiveChunk(for: ParticipantID(rawValue: 0), runs, in: session, from: index)
        }
        guard frame.isLast, let last = frame.block.entries.last, let end = last.ranges.last,
            case .pulling(var pull) = replicas.values[position].catchUp.state,
            pull.donor == roster.peers.keys[index]
        else { return }
        pull.passOver(before: end.upperBound, of: last.origin, at: now)
        progress(pull, at: position)
    }

    /// Of several who give to all the lowest goes on, and serves the others' askers.
    private mutating func leaveGivingTo(_ index: Int, in session: SessionID) {
        let donor = roster.peers.keys[index]
        if donor < id, bulk.group?.session == session {
            bulk.group = nil
            bulk.closeSources()
        }
        guard let position = replicas.index(of: session),
            case .pulling(let pull) = replicas.values[position].catchUp.state, donor < pull.donor
        else { return }
        replicas.values[position].catchUp.state = askingAgain(at: position)
        noteOverheard(at: position)
    }

    /// What comes to others serves this node as well: it asks when that has stopped.
    private mutating func noteOverheard(at position: Int) {
        replicas.values[position].catchUp.overhearsUntil =
            now + roster.roundTrip * 4 + configuration.stillness
        postponeAsking(at: position)
    }

    private mutating func progress(_ pull: CatchUp.Pull, at position: Int) {
        // Only so much beyond what is held is known at a time; with that in, there may be more.
        for (origin, shown) in zip(pull.shown.keys, pull.shown.values) {
            guard let end = shown.ranges.last?.upperBound else { continue }
            claim(below: end, stream: .log, of: origin, at: position)
        }
        guard replicas.values[position].missingCount > 0 else {
            replicas.values[position].catchUp.state = .idle
            finishCatchUp(at: position)
            return
        }
        let catchUp = replicas.values[position].catchUp
        let average = catchUp.bytesReceived / max(catchUp.entriesReceived, 1) + 4
        let entriesMax = catchUp.window * Datagram.framesBytesMax / max(average, 20)
        guard pull.outstandingCount <= entriesMax / 2 else {
            replicas.values[position].catchUp.state = .pulling(pull)
            updateLink()
            return
        }
        replicas.values[position].catchUp.window = min(
            catchUp.window * 2, configuration.windowMax)
        request(pull, at: position)
        updateLink()
    }
}

extension Replica {
    /// What is missing and not under way, up to a number of entries.
    func missing(
        shown: OrderedMap<ParticipantID, RunList>,
        except outstanding: OrderedMap<ParticipantID, RunList>, entriesMax: Int
    ) -> [MissingRanges] {
        var left = entriesMax
        var wanted: [MissingRanges] = []
        for (origin, log) in zip(logs.keys, logs.values) where left > 0 {
            var lacking = RunList()
            for range in log.missing {
                for held in shown[origin]?.ranges ?? [] where held.overlaps(range) {
                    lacking.insert(range.clamped(to: held), due: enteredAt)
                }
            }
            for range in outstanding[origin]?.ranges ?? [] { lacking.remove(range) }
            for range in log.orphans.ranges { lacking.remove(range) }
            var ranges: [Range<UInt32>] = []
            for range in lacking.ranges where left > 0 {
                let part = range.prefix(left)
                ranges.append(part)
                left -= part.count
            }
            if !ranges.isEmpty {
                wanted.append(MissingRanges(origin: origin, stream: .log, ranges: ranges))
            }
        }
        return wanted
    }
}
