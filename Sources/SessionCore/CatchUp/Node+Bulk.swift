extension Node {
    // MARK: - Being asked

    /// Takes a request for entries in bulk, as far as one window goes.
    mutating func receivePull(
        of participant: ParticipantID, _ missing: [MissingRanges], in session: SessionID,
        from index: Int
    ) {
        guard participant == id, let position = replicas.index(of: session) else { return }
        guard roster.peers.values[index].isConfirmed else {
            statistics.requestsRefused += 1
            return
        }
        let asker = roster.peers.keys[index]
        let isShared = isForAll(asker)
        let now = self.now
        // What all have heard just now whoever asked has heard too, or asks for once more.
        let wanted = replicas.values[position].held(
            of: missing, exceptQuietAt: isShared ? now : nil)
        guard wanted.contains(where: { !$0.ranges.isEmpty }) else { return }
        bulk.serve(asker, in: session, forAll: isShared, chunksMax: configuration.windowMax) {
            for item in wanted where !item.ranges.isEmpty {
                let place = $0.entries.index(of: item.origin, inserting: RunList())
                for range in item.ranges { $0.entries.values[place].insert(range, due: now) }
            }
        }
    }

    /// Takes a request for pieces of a blob: of me at once, of anybody after a while, unless
    /// somebody else is heard answering.
    mutating func receiveBlobPull(_ pull: BlobPullFrame, from index: Int) {
        let isForAnybody = pull.donor.rawValue == 0
        guard pull.donor == id || isForAnybody, let place = blobs.index(of: pull.blob) else {
            return
        }
        guard roster.peers.values[index].isConfirmed else {
            statistics.requestsRefused += 1
            return
        }
        let held = blobs.values[place].held
        let wanted = pull.ranges.flatMap { range in
            held.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
        }
        guard !wanted.isEmpty else { return }
        if isForAnybody {
            let isOwn = blobs.values[place].isOwn
            guard isOwn || !configuration.defects.contains(.noBlobFromOthers) else { return }
            let wait = isOwn ? Interval.zero : holderWait()
            for range in wanted { blobs.values[place].repairs.insert(range, due: now + wait) }
            fireBlobRepairs()
        } else {
            let asker = roster.peers.keys[index]
            let isShared =
                blobs.values[place].size <= configuration.sharedBlobBytesMax && isForAll(asker)
            servePieces(wanted, of: pull.blob, to: asker, forAll: isShared)
        }
    }

    /// How long a holder that is not the author waits before it repairs.
    mutating func holderWait() -> Interval {
        let roundTrip = roster.roundTrip
        return roundTrip * 2 + spread(roundTrip * 4)
    }

    /// Several ask at a time, or will; on a radio, where a multicast costs as much as many unicasts,
    /// many.
    private mutating func isForAll(_ asker: ParticipantID) -> Bool {
        let askers = bulk.noteAsker(asker, within: configuration.sharedPullInterval, at: now)
        let others = max(askers, othersBehind(besides: asker))
        guard !configuration.defects.contains(.noSharing) else { return false }
        return others >= (isSlow ? configuration.sharersMinOnRadio : 1)
    }

    /// Others who are just starting, or hold much less than this node.
    private func othersBehind(besides asker: ParticipantID) -> Int {
        let held = replicas.values[currentPlace].entryCount
        return roster.peers.indices.count { index in
            guard roster.peers.keys[index] != asker else { return false }
            let peer = roster.peers.values[index]
            if peer.isStarting { return now - peer.lastHeard < configuration.sharedPullInterval }
            guard let state = peer.state, peer.isIn(current, since: presenceStart) else {
                return false
            }
            return now - peer.stateAt < configuration.sharedPullInterval
                && Int(state.entries) + configuration.repairEntriesMax < held
        }
    }

    private mutating func servePieces(
        _ ranges: [Range<UInt32>], of blob: BlobID, to asker: ParticipantID, forAll: Bool
    ) {
        var wanted = RunList()
        for range in ranges { wanted.insert(range, due: now) }
        if forAll, let quiet = blobs[blob]?.quiet {
            for run in quiet.runs where run.due > now { wanted.remove(run.range) }
        }
        guard !wanted.isEmpty else { return }
        let now = self.now
        bulk.serve(asker, in: current, forAll: forAll, chunksMax: configuration.windowMax) {
            let place = $0.pieces.index(of: blob, inserting: RunList())
            for range in wanted.ranges { $0.pieces.values[place].insert(range, due: now) }
        }
    }

    /// Multicasts pieces that anybody was asked for and nobody has sent meanwhile.
    mutating func fireBlobRepairs() {
        for place in blobs.indices {
            let now = self.now
            let due = blobs.values[place].repairs.takeDue(at: now)
            guard !due.isEmpty else { continue }
            let blob = blobs.keys[place]
            servePieces(due.map { $0.range }, of: blob, to: id, forAll: true)
        }
    }

    // MARK: - Giving

    var bulkDeadline: Instant? {
        var earliest: Instant?
        if !bulk.single.isEmpty {
            earliest = bulk.pace.instant(holding: 1, rate: configuration.bulkRate)
        }
        if bulk.hasShared {
            let due = bulk.groupPace.instant(holding: 1, rate: configuration.groupBulkRate)
            earliest = min(earliest ?? due, due)
        }
        return earliest
    }

    /// Sends what was asked for in bulk, as far as the pace allows.
    mutating func sendBulk() {
        guard !bulk.isEmpty else { return }
        bulk.pace.fill(rate: configuration.bulkRate, at: now)
        bulk.groupPace.fill(rate: configuration.groupBulkRate, at: now)
        while !bulk.single.isEmpty, bulk.pace.holds(1) {
            // In turn, so that nobody waits for another's window.
            for asker in bulk.single.keys where bulk.pace.holds(1) { sendSingle(to: asker) }
        }
        while bulk.hasShared, bulk.groupPace.holds(1) { sendShared() }
    }

    /// Multicasts a datagram of what several asked for.
    private mutating func sendShared() {
        if let parity = bulk.parities.first {
            bulk.parities.removeFirst()
            statistics.paritiesSent += 1
            bulk.groupPace.take()
            transmitShared(.parity(parity.frame), in: parity.session)
            return
        }
        guard var serving = bulk.group else { return }
        bulk.group = nil
        if let frame = takeChunk(from: &serving, forAll: true) {
            if !serving.isEmpty { bulk.group = serving }
            quietRuns(of: frame, in: serving.session)
            statistics.chunksMulticast += 1
            statistics.chunksSent += 1
            bulk.groupPace.take()
            transmitShared(withParity(frame, in: serving.session), in: serving.session)
        }
        if bulk.group == nil { bulk.closeSources() }
    }

    /// Parities follow of what is said to be for several.
    private mutating func withParity(_ frame: Frame, in session: SessionID) -> Frame {
        guard case .chunk(_, let runs) = frame, !configuration.defects.contains(.noParity),
            bulk.addSource(runs, in: session)
        else { return frame }
        return .chunk(ParticipantID(rawValue: 0), runs)
    }

    private mutating func transmitShared(_ frame: Frame, in session: SessionID) {
        var packer = Packer()
        addHigh(to: &packer)
        _ = packer.add(frame, in: session)
        transmit(packer, to: .group)
    }

    private mutating func sendSingle(to asker: ParticipantID) {
        guard var serving = bulk.single[asker], let peer = roster.peers[asker],
            let frame = takeChunk(from: &serving, forAll: false)
        else {
            bulk.single[asker] = nil
            return
        }
        bulk.pace.take()
        statistics.chunksSent += 1
        var packer = Packer()
        _ = packer.add(frame, in: serving.session)
        transmit(packer, to: .peer(peer.address))
        bulk.single[asker] = serving.isEmpty ? nil : serving
    }

    /// The next datagram's worth of what is to be sent; nil when nothing of it is held any more.
    private mutating func takeChunk(
        from serving: inout BulkQueue.Serving, forAll: Bool
    ) -> Frame? {
        serving.chunksLeft -= 1
        while let blob = serving.pieces.keys.first {
            while let index = serving.pieces.values[0].runs.first?.range.lowerBound {
                serving.pieces.values[0].remove(index)
                guard let place = blobs.index(of: blob), var piece = blobs.values[place][index]
                else { continue }
                if isToBeSpoiled(blobs.values[place]), !piece.isEmpty { piece[0] ^= 1 }
                if serving.pieces.values[0].isEmpty { serving.pieces.remove(at: 0) }
                if !blobs.values[place].isOwn { statistics.blobChunksSentForOthers += 1 }
                if forAll { quietPiece(index, at: place) }
                return .blobChunk(BlobChunkFrame(blob: blob, index: index, bytes: piece))
            }
            serving.pieces.remove(at: 0)
        }
        guard let position = replicas.index(of: serving.session) else { return nil }
        let runs = replicas.values[position].takeRuns(
            from: &serving.entries,
            bytesMax: forAll ? ParityEncoder.sourceBytesMax : Replica.chunkBytesMax)
        return runs.isEmpty ? nil : .chunk(serving.asker, runs)
    }

    /// Entries were multicast: nobody needs them from me until those who lost them ask anew.
    private mutating func quietRuns(of frame: Frame, in session: SessionID) {
        guard case .chunk(_, let runs) = frame, let position = replicas.index(of: session) else {
            return
        }
        let now = self.now
        let due = now + passingTime
        for run in runs {
            guard let log = replicas.values[position].logs.index(of: run.origin) else { continue }
            replicas.values[position].withStream(.log, log) {
                $0.pruneQuiet(at: now)
                $0.quiet.remove(run.indices)
                $0.quiet.insert(run.indices, due: due)
            }
        }
    }

    private func isToBeSpoiled(_ blob: Blob) -> Bool {
        configuration.defects.contains(.unverifiedBlobs)
            || (configuration.defects.contains(.wrongPiece) && !blob.isOwn)
    }

    /// A piece was heard or multicast: nobody needs it from me for a round trip.
    mutating func quietPiece(_ index: UInt32, at place: Int) {
        let due = now + roster.roundTrip
        if blobs.values[place].quiet.runs.count > 64 {
            let now = self.now
            _ = blobs.values[place].quiet.takeDue(at: now)
        }
        blobs.values[place].quiet.remove(index)
        blobs.values[place].quiet.insert(index..<index + 1, due: due)
    }
}

extension Replica {
    fileprivate static let chunkBytesMax = Datagram.framesBytesMax - 48

    /// Takes as many entries as fit into a datagram.
    fileprivate func takeRuns(
        from wanted: inout OrderedMap<ParticipantID, RunList>, bytesMax: Int
    ) -> [ChunkRun] {
        var runs: [ChunkRun] = []
        var bytes = 0
        while let origin = wanted.keys.first {
            guard let log = logs[origin], let range = wanted.values[0].runs.first?.range else {
                wanted.remove(at: 0)
                continue
            }
            // A new run's origin, index and count.
            bytes += 14
            var run = ChunkRun(origin: origin, firstIndex: range.lowerBound, envelopes: [])
            for index in range {
                guard let envelope = log.store[index] else { break }
                let size = envelope.count + 2
                guard bytes + size <= bytesMax || (runs.isEmpty && run.envelopes.isEmpty)
                else {
                    wanted.values[0].remove(range.lowerBound..<index)
                    return run.envelopes.isEmpty ? runs : runs + [run]
                }
                run.envelopes.append(envelope)
                bytes += size
            }
            // What is not held any more is passed over.
            wanted.values[0].remove(range)
            if !run.envelopes.isEmpty { runs.append(run) }
        }
        return runs
    }
}
