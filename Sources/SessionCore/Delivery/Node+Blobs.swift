extension Node {
    // MARK: - Wanting

    /// Notes what a message announces for this node, so that pieces that are heard can be kept.
    mutating func noteAnnounced(_ envelope: Envelope) -> (blob: BlobID, size: Int)? {
        guard let content = MessageContent(parsing: envelope), content.isFor(id),
            case .announced(_, _, let blob, let size) = content
        else { return nil }
        noteBlob(blob, size: Int(size))
        return (blob, Int(size))
    }

    mutating func noteBlob(_ id: BlobID, size: Int) {
        let expires = now + configuration.blobAge
        if let place = blobs.index(of: id) {
            blobs.values[place].expires = max(blobs.values[place].expires, expires)
        } else {
            forgetBlobs()
            guard blobs.count < configuration.blobsMax else {
                statistics.blobsRefused += 1
                return
            }
            blobs[id] = Blob(announced: size, expires: expires)
        }
    }

    /// A blob that is whole and right, or is lost; nil while it is on its way.
    mutating func obtain(_ id: BlobID, size: Int, from origin: ParticipantID) -> Blob? {
        if blobs[id] == nil { noteBlob(id, size: size) }
        guard let place = blobs.index(of: id) else { return Blob(announced: size, expires: now) }
        if blobs.values[place].verify(as: id) { return blobs.values[place] }
        if blobs.values[place].size != size || blobs.values[place].isLost {
            return blobs.values[place]
        }
        startPulling(at: place, from: origin)
        return nil
    }

    /// Gets a blob before its turn, so that several that nobody gives are given up together.
    mutating func prefetch(_ blob: BlobID, from origin: ParticipantID) {
        guard let place = blobs.index(of: blob), !blobs.values[place].isVerified,
            !blobs.values[place].isLost,
            blobs.values.count(where: { $0.pull != nil }) < configuration.blobPullsMax
        else { return }
        startPulling(at: place, from: origin)
    }

    /// What a message announced is not wanted any more.
    mutating func stopPulling(_ envelope: [UInt8]) {
        guard let parsed = try? Envelope(parsing: envelope),
            case .announced(_, _, let blob, _)? = MessageContent(parsing: parsed),
            let place = blobs.index(of: blob)
        else { return }
        blobs.values[place].pull = nil
    }

    mutating func startPulling(at place: Int, from origin: ParticipantID) {
        guard blobs.values[place].pull == nil else { return }
        let donor = roster.isConfirmed(origin) ? origin : nil
        blobs.values[place].origin = origin
        blobs.values[place].pull = Blob.Pull(
            donor: donor, window: configuration.windowMin, stallsAt: now, progressedAt: now)
        requestPieces(at: place)
    }

    /// Asks for pieces that are missing and not yet asked for, as far as the window goes.
    private mutating func requestPieces(at place: Int) {
        guard var pull = blobs.values[place].pull else { return }
        var wanted = RunList()
        for range in blobs.values[place].missing { wanted.insert(range, due: now) }
        for range in pull.outstanding.ranges { wanted.remove(range) }
        var room = pull.window - pull.outstanding.count
        var ranges: [Range<UInt32>] = []
        for range in wanted.ranges.prefix(WireLimit.rangesPerOriginMax) where room > 0 {
            let part = range.prefix(room)
            room -= part.count
            ranges.append(part)
            pull.outstanding.insert(part, due: now + passingTime)
        }
        // Who else holds it answers later than its origin would.
        let waitMax =
            blobs.values[place].isWanted
            ? configuration.attachmentWaitMax : configuration.pullWaitMax
        let patience = pullPatience(after: pull.stalls, waitMax: waitMax)
        pull.stallsAt = now + patience * (pull.donor == nil ? 2 : 1)
        blobs.values[place].pull = pull
        guard !ranges.isEmpty else { return }
        statistics.blobPullsSent += 1
        let frame = Frame.blobPull(
            BlobPullFrame(
                donor: pull.donor ?? ParticipantID(rawValue: 0), blob: blobs.keys[place],
                ranges: ranges))
        if let donor = pull.donor, let peer = roster.peers[donor] {
            outbox.unicast.append(
                Outbox.Letter(address: peer.address, session: nil, frame: frame))
        } else {
            outbox.frames.append(Outbox.Addressed(session: nil, frame: frame))
        }
    }

    /// How long a donor may be silent before it is asked again, after so many questions in vain.
    func pullPatience(after stalls: Int, waitMax: Interval? = nil) -> Interval {
        let doubling = configuration.pullWait * (1 << Int64(min(stalls, 16)))
        return roster.roundTrip * 4 + min(doubling, waitMax ?? configuration.pullWaitMax)
    }

    /// Until then a donor may send something else before what it was just asked for.
    var passingTime: Interval { roster.roundTrip * 2 }

    /// Asks again, in the end anybody, for blobs that stopped coming; gives up what nobody sends.
    mutating func resumeBlobs() {
        var anyLost = false
        for place in blobs.indices {
            guard var pull = blobs.values[place].pull, now >= pull.stallsAt else { continue }
            pull.stalls += 1
            pull.outstanding = RunList()
            pull.window = max(pull.window / 2, configuration.windowMin)
            let origin = [pull.donor, blobs.values[place].origin].compactMap { $0 }
                .first { roster.isConfirmed($0) }
            let isThere = origin != nil
            let triesMax = configuration.blobTriesMax / (isThere ? 1 : 2)
            let isInVain =
                blobs.values[place].isWanted
                ? now - pull.progressedAt >= configuration.attachmentPatience
                : pull.stalls >= triesMax
            if isInVain {
                blobs.values[place].pull = nil
                blobs.values[place].isLost = true
                statistics.blobsLost += 1
                anyLost = true
                tellLoaded(at: place)
                continue
            }
            // Every third time anybody: whoever has it may be nearer, or all that is left.
            let asksAnybody = !isThere || pull.stalls % 3 == 2
            pull.donor = asksAnybody ? nil : origin
            blobs.values[place].pull = pull
            requestPieces(at: place)
        }
        if anyLost { deliverAnnounced() }
    }

    /// Goes on with senders whose next message waited for a blob.
    private mutating func deliverAnnounced() {
        for origin in replica.messages.keys where origin != id { deliverMessages(of: origin) }
    }

    // MARK: - Getting

    mutating func receiveBlobChunk(_ chunk: BlobChunkFrame, from index: Int) {
        guard let place = blobs.index(of: chunk.blob) else { return }
        quietPiece(chunk.index, at: place)
        blobs.values[place].repairs.remove(chunk.index)
        bulk.forget(chunk.index, of: chunk.blob)
        guard !blobs.values[place].isLost, blobs.values[place].insert(chunk.bytes, at: chunk.index)
        else { return }
        guard var pull = blobs.values[place].pull else { return }
        if pull.donor == roster.peers.keys[index] {
            pull.outstanding.removeDue(below: chunk.index, at: now)
        }
        pull.outstanding.remove(chunk.index)
        // Of an attachment whoever of all answered is asked for the rest.
        let sender = roster.peers.keys[index]
        if pull.donor == nil, blobs.values[place].isWanted, roster.isConfirmed(sender) {
            pull.donor = sender
        }
        pull.stalls = 0
        pull.stallsAt = now + pullPatience(after: 0)
        pull.progressedAt = now
        blobs.values[place].pull = pull
        if blobs.values[place].isComplete {
            if configuration.defects.contains(.unverifiedBlobs) { blobs.values[place].trust() }
            finishBlob(at: place)
        } else if pull.outstanding.count <= pull.window / 2 {
            blobs.values[place].pull?.window = min(pull.window * 2, configuration.windowMax)
            requestPieces(at: place)
        }
    }

    private mutating func finishBlob(at place: Int) {
        let origin = blobs.values[place].pull?.donor
        blobs.values[place].pull = nil
        guard blobs.values[place].verify(as: blobs.keys[place]) else {
            // Somebody sent something else under its name.
            statistics.blobsDamaged += 1
            blobs.values[place].damages += 1
            blobs.values[place].isLost =
                blobs.values[place].damages >= configuration.blobDamagesMax
            reloadAttachment(at: place)
            return deliverAnnounced()
        }
        tellLoaded(at: place)
        if origin != blobs.values[place].origin { statistics.blobsPulledFromOthers += 1 }
        deliverAnnounced()
    }

    /// Forgets blobs that no message can ask for any more, and the oldest over the caps.
    mutating func forgetBlobs() {
        guard !blobs.isEmpty else { return }
        for place in blobs.indices.reversed()
        where blobs.values[place].pull == nil && blobs.values[place].expires <= now
            && !blobs.values[place].isAttached
        {
            blobs.remove(at: place)
        }
        let young = now + (configuration.blobAge - configuration.messageAgeMin)
        forgetBlobs(own: false, bytesMax: configuration.blobBytesMax, before: nil)
        forgetBlobs(own: true, bytesMax: configuration.messageBytesMax, before: young)
    }

    private mutating func forgetBlobs(own: Bool, bytesMax: Int, before young: Instant?) {
        var held = blobs.values.reduce(0) {
            $0 + ($1.isOwn == own && !$1.isAttached ? $1.byteCount : 0)
        }
        while held > bytesMax {
            let oldest = blobs.indices.filter {
                blobs.values[$0].isOwn == own && blobs.values[$0].isVerified
                    && !blobs.values[$0].isAttached
            }.min { blobs.values[$0].expires < blobs.values[$1].expires }
            guard let oldest, young.map({ blobs.values[oldest].expires < $0 }) ?? true else {
                return
            }
            held -= blobs.values[oldest].byteCount
            blobs.remove(at: oldest)
        }
    }
}
