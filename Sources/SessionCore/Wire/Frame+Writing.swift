extension Frame {
    package var kind: Kind {
        switch self {
        case .scope: .scope
        case .entry: .entry
        case .repair: .repair
        case .high: .high
        case .state: .state
        case .nack: .nack
        case .vector: .vector
        case .hello: .hello
        case .welcome: .welcome
        case .leave: .leave
        case .probe: .probe
        case .probeAcknowledgement: .probeAcknowledgement
        case .ephemeral: .ephemeral
        case .offer: .offer
        case .pull: .pull
        case .chunk: .chunk
        case .blobPull: .blobPull
        case .blobChunk: .blobChunk
        case .parity: .parity
        }
    }

    /// Appends kind, length and body.
    package func write(to writer: inout ByteWriter) {
        var body = ByteWriter()
        writeBody(to: &body)
        writer.write(kind.rawValue)
        writer.writeBlock(body.bytes)
    }

    private func writeBody(to writer: inout ByteWriter) {
        switch self {
        case .scope(let session):
            writer.writeInteger(session.rawValue)
        case .entry(let entry):
            entry.write(to: &writer)
        case .repair(let origin, let entry):
            writer.writeInteger(origin.rawValue)
            entry.write(to: &writer)
        case .high(let high), .leave(let high):
            high.write(to: &writer)
        case .state(let state):
            state.write(to: &writer)
        case .nack(let missing):
            missing.write(to: &writer)
        case .vector(let vector):
            vector.write(to: &writer)
        case .hello(let hello):
            hello.write(to: &writer)
        case .welcome(let participant, let message):
            writer.writeInteger(participant.rawValue)
            writer.writeVarint(message)
        case .probe(let participant, let token), .probeAcknowledgement(let participant, let token):
            writer.writeInteger(participant.rawValue)
            writer.writeInteger(token)
        case .ephemeral(let ephemeral):
            ephemeral.write(to: &writer)
        case .offer(let participant, let entries):
            writer.writeInteger(participant.rawValue)
            writer.writeVarint(entries)
        case .pull(let participant, let missing):
            writer.writeInteger(participant.rawValue)
            missing.write(to: &writer)
        case .chunk(let participant, let runs):
            writer.writeInteger(participant.rawValue)
            writer.writeVarint(UInt(runs.count))
            for run in runs { run.write(to: &writer) }
        case .blobPull(let pull):
            writer.writeInteger(pull.donor.rawValue)
            writer.writeBlob(pull.blob)
            writer.writeRanges(pull.ranges)
        case .blobChunk(let chunk):
            writer.writeBlob(chunk.blob)
            writer.writeVarint(chunk.index)
            writer.writeBlock(chunk.bytes)
        case .parity(let parity):
            writer.write(parity.row)
            writer.write(parity.rows)
            parity.block.write(to: &writer)
            writer.writeBlock(parity.bytes)
        }
    }
}

extension SequencedEntry {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(stream.rawValue)
        writer.writeVarint(index)
        writer.write(envelope)
    }
}

extension HighFrame {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.writeVarint(log)
        writer.writeVarint(messages)
        writer.writeVarint(lowestMessage)
    }
}

extension StateFrame {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.writeInteger(sendTime)
        writer.writeInteger(founding.rawValue)
        writer.writeVarint(generation)
        writer.writeInteger(opener.rawValue)
        writer.write(flags.rawValue)
        writer.writeVarint(people)
        writer.writeInteger(digest)
        writer.writeVarint(entries)
        writer.writeVarint(multicasts)
        writer.writeVarint(UInt(echoes.count))
        for echo in echoes {
            writer.writeInteger(echo.participant.rawValue)
            writer.writeInteger(echo.sendTime)
            writer.writeVarint(echo.hold << 1 | (echo.isWelcomed ? 1 : 0))
        }
        writer.writeVarint(UInt(earlier == nil ? 0 : 1))
        if let earlier {
            writer.writeInteger(earlier.session.rawValue)
            writer.writeInteger(earlier.digest)
        }
        writer.writeText(activity.identifier)
        writer.writeBlock(activity.payload)
        writer.writeText(roomName ?? "")
    }
}

extension [MissingRanges] {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.writeVarint(UInt(count))
        for missing in self {
            writer.writeInteger(missing.origin.rawValue)
            writer.write(missing.stream.rawValue)
            writer.writeRanges(missing.ranges)
        }
    }
}

extension VectorFrame {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.writeInteger(first.rawValue)
        writer.writeInteger(last.rawValue)
        writer.write(asks ? 1 : 0)
        writer.writeVarint(UInt(holdings.count))
        for holding in holdings {
            writer.writeInteger(holding.origin.rawValue)
            writer.writeVarint(holding.contiguous)
            writer.writeRanges(holding.ranges)
        }
    }
}

extension HelloFrame {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.writeInteger(profile.person.high)
        writer.writeInteger(profile.person.low)
        writer.write(profile.color)
        writer.write(versions.lowerBound)
        writer.write(versions.upperBound)
        writer.writeInteger(sendTime)
        writer.write(isStarting ? 1 : 0)
        writer.writeText(profile.name)
    }
}

extension EphemeralFrame {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(channel)
        writer.writeVarint(key)
        writer.writeVarint(version)
        writer.writeVarint(UInt64(max(timeToLive.microseconds, 0) / 1000))
        writer.write(body)
    }
}

extension ChunkRun {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.writeInteger(origin.rawValue)
        writer.writeVarint(firstIndex)
        writer.writeVarint(UInt(envelopes.count))
        for envelope in envelopes { writer.writeBlock(envelope) }
    }
}

extension ParityBlock {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.writeInteger(digest)
        entries.write(to: &writer)
        writer.writeVarint(UInt(counts.count))
        for count in counts { writer.writeVarint(count) }
    }

    /// The bytes that it takes in a frame.
    var descriptionBytes: Int {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.count
    }
}

extension ByteWriter {
    mutating func writeBlob(_ blob: BlobID) {
        writeInteger(blob.high)
        writeInteger(blob.low)
    }

    /// Writes ranges as gaps and lengths, from 0 on.
    mutating func writeRanges(_ ranges: [Range<UInt32>]) {
        writeVarint(UInt(ranges.count))
        var position: UInt32 = 0
        for range in ranges {
            writeVarint(range.lowerBound - position)
            writeVarint(UInt32(range.count))
            position = range.upperBound
        }
    }
}
