import SessionCore

/// Datagrams that mean no good.
enum Nonsense {
    static func datagram(_ room: Room, _ number: Int, _ random: inout RandomSource) -> [UInt8] {
        let sender = ParticipantID(rawValue: random.next())
        switch number % 4 {
        case 0:
            return bytes(Int(random.next() % 1400), &random)
        case 1:
            let whole = tagged(sender, room, &random)
            return Array(whole.prefix(Int(random.next() % UInt64(whole.count))))
        case 2:
            var changed = tagged(sender, room, &random)
            changed[Int(random.next() % UInt64(changed.count))] ^= UInt8(random.next() & 0xFF)
            return changed
        default:
            return tagged(sender, room, &random)
        }
    }

    private static let kinds: [Frame.Kind] = [
        .scope, .entry, .repair, .high, .state, .nack, .vector, .hello, .welcome, .leave, .probe,
        .probeAcknowledgement, .ephemeral, .offer, .pull, .chunk, .parity,
    ]

    /// Frames of known kinds with random bodies, behind a valid tag.
    private static func tagged(
        _ sender: ParticipantID, _ room: Room, _ random: inout RandomSource
    ) -> [UInt8] {
        var writer = ByteWriter()
        for _ in 0..<(1 + random.next() % 6) {
            writer.write(kinds[Int(random.next() % UInt64(kinds.count))].rawValue)
            writer.writeBlock(bytes(Int(random.next() % 120), &random))
        }
        return Datagram.sealed(
            writer.bytes, sender: sender, counter: random.next(), room: room)
    }

    private static func bytes(_ count: Int, _ random: inout RandomSource) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}
