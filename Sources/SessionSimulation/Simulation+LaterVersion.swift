import SessionCore

/// A participant whose program is of a later version of the protocol: what others do not
/// understand of it they pass over, or keep for those who do.
extension Simulation {
    /// Adds to a datagram what a later version may: fields behind the known ones of a frame, and
    /// frames of unknown kinds.
    mutating func amend(_ bytes: [UInt8], of peer: Peer) -> [UInt8] {
        let body = Datagram.headerBytes..<bytes.count - Datagram.tagBytes
        var header = ByteReader(bytes, Self.counterBytes)
        guard let counter = try? header.readInteger(as: UInt64.self),
            let frames = amendedFrames(ByteReader(bytes, body)),
            frames.count <= Datagram.framesBytesMax
        else { return bytes }
        counts.amended += 1
        return Datagram.sealed(
            frames, sender: peer.node.id, counter: counter, room: Self.room)
    }

    private static let counterBytes = 16..<24

    private mutating func amendedFrames(_ frames: ByteReader) -> [UInt8]? {
        var reader = frames
        var writer = ByteWriter()
        while let kind = try? reader.readByte() {
            guard var body = (try? reader.readPart())?.readAll() else { return nil }
            if generator.chance(2_000) { writeUnknownFrame(to: &writer) }
            if Self.extensible.contains(kind), generator.chance(3_000) {
                body += generator.bytes(1 + generator.below(8))
            }
            writer.write(kind)
            writer.writeBlock(body)
        }
        if generator.chance(2_000) { writeUnknownFrame(to: &writer) }
        return writer.bytes
    }

    private mutating func writeUnknownFrame(to writer: inout ByteWriter) {
        writer.write(generator.pick([0x14, 0x1F, 0x40, 0x7F]) ?? 0x40)
        writer.writeBlock(generator.bytes(generator.below(40)))
    }

    /// Kinds whose known fields tell where they end.
    private static let extensible: Set<UInt8> = Set(
        [
            Frame.Kind.scope, .high, .state, .nack, .vector, .hello, .welcome, .leave, .probe,
            .probeAcknowledgement, .offer, .pull, .chunk, .blobPull, .blobChunk, .parity,
        ].map(\.rawValue))

    /// Appends an entry that nobody else understands: of the library's, or on a channel of its own.
    mutating func drawOfLater(_ peer: Peer) throws(Violation) {
        let isOfLibrary = generator.chance(5_000)
        let kind = UInt8(0x40 + generator.below(100))
        try append([kind] + generator.bytes(generator.below(60)), isOfLibrary ? 0 : 200, by: peer)
    }
}

extension ByteReader {
    fileprivate func readAll() -> [UInt8] {
        var reader = self
        return reader.readRest()
    }
}
