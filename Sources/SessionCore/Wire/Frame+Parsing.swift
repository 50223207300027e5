extension Frame {
    /// Reads frames to the end; what is unknown and may be skipped is left out.
    static func parse(_ reader: ByteReader) throws(WireError) -> [Frame] {
        var reader = reader
        var frames: [Frame] = []
        while !reader.isAtEnd {
            let kind = try reader.readByte()
            var body = try reader.readPart()
            guard let known = Kind(rawValue: kind) else {
                guard kind & mustUnderstand == 0 else { throw .notUnderstood(kind: kind) }
                continue
            }
            if let frame = try Frame(known, &body) { frames.append(frame) }
        }
        return frames
    }

    /// Reads one body; what stands behind the fields known here is a later version's.
    private init?(_ kind: Kind, _ body: inout ByteReader) throws(WireError) {
        switch kind {
        case .scope:
            self = .scope(SessionID(rawValue: try body.readInteger(as: UInt64.self)))
        case .entry:
            guard let entry = try SequencedEntry(parsing: &body) else { return nil }
            self = .entry(entry)
        case .repair:
            let origin = try body.readParticipant()
            guard let entry = try SequencedEntry(parsing: &body) else { return nil }
            self = .repair(origin, entry)
        case .high:
            self = .high(try HighFrame(parsing: &body))
        case .state:
            self = .state(try StateFrame(parsing: &body))
        case .nack:
            self = .nack(try body.readMissingRanges())
        case .vector:
            self = .vector(try VectorFrame(parsing: &body))
        case .hello:
            self = .hello(try HelloFrame(parsing: &body))
        case .welcome:
            self = .welcome(
                try body.readParticipant(),
                nextMessage: try body.readVarint(upTo: WireLimit.entryIndexMax))
        case .leave:
            self = .leave(try HighFrame(parsing: &body))
        case .probe:
            self = .probe(
                try body.readParticipant(), token: try body.readInteger(as: UInt32.self))
        case .probeAcknowledgement:
            self = .probeAcknowledgement(
                try body.readParticipant(), token: try body.readInteger(as: UInt32.self))
        case .ephemeral:
            self = .ephemeral(try EphemeralFrame(parsing: &body))
        case .offer:
            self = .offer(try body.readParticipant(), entries: try body.readVarint(upTo: .max))
        case .pull:
            self = .pull(try body.readParticipant(), try body.readMissingRanges())
        case .chunk:
            self = .chunk(try body.readParticipant(), try body.readChunkRuns())
        case .blobPull:
            self = .blobPull(
                BlobPullFrame(
                    donor: try body.readParticipant(), blob: try body.readBlob(),
                    ranges: try body.readRanges()))
        case .blobChunk:
            let blob = try body.readBlob()
            let index = try body.readVarint(upTo: WireLimit.entryIndexMax)
            let bytes = try body.readBlock(upTo: WireLimit.blobPieceBytes)
            self = .blobChunk(BlobChunkFrame(blob: blob, index: index, bytes: bytes))
        case .parity:
            self = .parity(try ParityFrame(parsing: &body))
        }
    }
}

extension SequencedEntry {
    /// Nil where the stream is one of a later version.
    fileprivate init?(parsing reader: inout ByteReader) throws(WireError) {
        let number = try reader.readByte()
        index = try reader.readVarint(upTo: WireLimit.entryIndexMax)
        guard reader.remaining <= Envelope.bytesMax else { throw .outOfBounds }
        envelope = reader.readRest()
        guard let stream = Stream(rawValue: number) else { return nil }
        self.stream = stream
    }
}

extension HighFrame {
    fileprivate init(parsing reader: inout ByteReader) throws(WireError) {
        log = try reader.readVarint(upTo: WireLimit.entryIndexMax + 1)
        messages = try reader.readVarint(upTo: WireLimit.entryIndexMax + 1)
        lowestMessage = try reader.readVarint(upTo: messages)
    }
}

extension StateFrame {
    fileprivate init(parsing reader: inout ByteReader) throws(WireError) {
        sendTime = try reader.readInteger(as: UInt32.self)
        founding = SessionID(rawValue: try reader.readInteger(as: UInt64.self))
        generation = try reader.readVarint(upTo: .max)
        opener = try reader.readParticipant()
        flags = Flags(rawValue: try reader.readByte())
        people = try reader.readVarint(upTo: .max)
        digest = try reader.readInteger(as: UInt64.self)
        entries = try reader.readVarint(upTo: .max)
        multicasts = try reader.readVarint(upTo: .max)
        echoes = []
        for _ in 0..<(try reader.readVarint(upTo: UInt32(WireLimit.echoesMax))) {
            let participant = try reader.readParticipant()
            let sendTime = try reader.readInteger(as: UInt32.self)
            let hold = try reader.readVarint(upTo: .max)
            echoes.append(
                Echo(
                    participant: participant, sendTime: sendTime, hold: hold >> 1,
                    isWelcomed: hold & 1 == 1))
        }
        if try reader.readVarint(upTo: 1) == 1 {
            earlier = Earlier(
                session: SessionID(rawValue: try reader.readInteger(as: UInt64.self)),
                digest: try reader.readInteger(as: UInt64.self))
        }
        activity = Activity(
            identifier: try reader.readText(upTo: WireLimit.activityIdentifierBytesMax),
            payload: try reader.readBlock(upTo: WireLimit.activityPayloadBytesMax))
        let name = try reader.readText(upTo: WireLimit.roomNameBytesMax)
        roomName = name.isEmpty ? nil : name
    }
}

extension VectorFrame {
    fileprivate init(parsing reader: inout ByteReader) throws(WireError) {
        first = try reader.readParticipant()
        last = try reader.readParticipant()
        asks = try reader.readByte() & 1 == 1
        holdings = []
        let count = try reader.readVarint()
        guard count <= UInt64(reader.remaining) else { throw .truncated }
        for _ in 0..<count {
            holdings.append(
                Holding(
                    origin: try reader.readParticipant(),
                    contiguous: try reader.readVarint(upTo: WireLimit.entryIndexMax + 1),
                    ranges: try reader.readRanges()))
        }
    }
}

extension HelloFrame {
    fileprivate init(parsing reader: inout ByteReader) throws(WireError) {
        let person = PersonID(
            high: try reader.readInteger(as: UInt64.self),
            low: try reader.readInteger(as: UInt64.self))
        let color = try reader.readByte()
        guard (1...64).contains(color) else { throw .outOfBounds }
        let lowest = try reader.readByte()
        let highest = try reader.readByte()
        guard lowest <= highest else { throw .outOfBounds }
        versions = lowest...highest
        sendTime = try reader.readInteger(as: UInt32.self)
        isStarting = try reader.readByte() & 1 == 1
        profile = Profile(
            person: person, name: try reader.readText(upTo: WireLimit.nameBytesMax), color: color)
    }
}

extension EphemeralFrame {
    fileprivate init(parsing reader: inout ByteReader) throws(WireError) {
        channel = try reader.readByte()
        key = try reader.readVarint(upTo: .max)
        version = try reader.readVarint(upTo: .max)
        let limit = WireLimit.timeToLiveMax
        timeToLive = .milliseconds(
            Int64(try reader.readVarint(upTo: UInt32(limit.microseconds / 1000))))
        guard reader.remaining <= WireLimit.ephemeralBodyBytesMax else { throw .outOfBounds }
        body = reader.readRest()
    }
}

extension ParityFrame {
    fileprivate init(parsing reader: inout ByteReader) throws(WireError) {
        row = try reader.readByte()
        rows = try reader.readByte()
        guard row < rows, Int(rows) <= WireLimit.paritiesMax else { throw .outOfBounds }
        block = try ParityBlock(parsing: &reader)
        bytes = try reader.readBlock(upTo: Datagram.framesBytesMax)
    }
}

extension ParityBlock {
    fileprivate init(parsing reader: inout ByteReader) throws(WireError) {
        digest = try reader.readInteger(as: UInt64.self)
        entries = try reader.readMissingRanges()
        var sum = 0
        for _ in 0..<(try reader.readVarint(upTo: UInt32(WireLimit.paritySourcesMax))) {
            let count = try reader.readVarint(upTo: UInt32(Datagram.framesBytesMax))
            guard count > 0 else { throw .outOfBounds }
            counts.append(count)
            sum += Int(count)
        }
        guard sum == entryCount else { throw .outOfBounds }
    }
}

extension ByteReader {
    mutating func readParticipant() throws(WireError) -> ParticipantID {
        ParticipantID(rawValue: try readInteger(as: UInt64.self))
    }

    mutating func readBlob() throws(WireError) -> BlobID {
        BlobID(
            high: try readInteger(as: UInt64.self), low: try readInteger(as: UInt64.self))
    }

    /// Reads ranges that rise, do not touch the entry limit, and are not empty.
    mutating func readRanges() throws(WireError) -> [Range<UInt32>] {
        var ranges: [Range<UInt32>] = []
        var position: UInt32 = 0
        for _ in 0..<(try readVarint(upTo: UInt32(WireLimit.rangesPerOriginMax))) {
            let end = WireLimit.entryIndexMax + 1
            let lower = position + (try readVarint(upTo: end - position))
            let upper = lower + (try readVarint(upTo: end - lower))
            guard lower < upper else { throw .outOfBounds }
            ranges.append(lower..<upper)
            position = upper
        }
        return ranges
    }

    fileprivate mutating func readMissingRanges() throws(WireError) -> [MissingRanges] {
        let count = try readVarint()
        guard count <= UInt64(remaining) else { throw .truncated }
        var missing: [MissingRanges] = []
        for _ in 0..<count {
            let origin = try readParticipant()
            let number = try readByte()
            let ranges = try readRanges()
            guard let stream = Stream(rawValue: number) else { continue }
            missing.append(MissingRanges(origin: origin, stream: stream, ranges: ranges))
        }
        return missing
    }

    fileprivate mutating func readChunkRuns() throws(WireError) -> [ChunkRun] {
        let count = try readVarint()
        guard count <= UInt64(remaining) else { throw .truncated }
        var runs: [ChunkRun] = []
        for _ in 0..<count {
            let origin = try readParticipant()
            let first = try readVarint(upTo: WireLimit.entryIndexMax)
            let entries = try readVarint()
            guard entries <= UInt64(remaining) else { throw .truncated }
            var envelopes: [[UInt8]] = []
            for _ in 0..<entries { envelopes.append(try readBlock(upTo: Envelope.bytesMax)) }
            runs.append(ChunkRun(origin: origin, firstIndex: first, envelopes: envelopes))
        }
        return runs
    }
}
