/// What an entry of a message stream says: on channel 0 the library's forms, else a body for all.
enum MessageContent: Hashable, Sendable {
    case inline(channel: UInt8, to: [ParticipantID], body: [UInt8])
    /// The body is a blob, which those pull whom it is for.
    case announced(channel: UInt8, to: [ParticipantID], blob: BlobID, size: UInt32)

    private enum Kind: UInt8 { case directed = 1, announced = 2 }

    /// Nil for what is malformed or of a later version: it is passed over.
    init?(parsing envelope: Envelope) {
        guard envelope.channel == 0 else {
            self = .inline(channel: envelope.channel, to: [], body: envelope.body)
            return
        }
        var reader = ByteReader(envelope.body)
        guard let kind = (try? reader.readByte()).flatMap(Kind.init(rawValue:)),
            let channel = try? reader.readByte(), channel > 0,
            let count = try? reader.readVarint(upTo: UInt32(WireLimit.recipientsMax))
        else { return nil }
        var recipients: [ParticipantID] = []
        for _ in 0..<count {
            guard let recipient = try? reader.readParticipant() else { return nil }
            recipients.append(recipient)
        }
        switch kind {
        case .directed:
            guard !recipients.isEmpty else { return nil }
            self = .inline(channel: channel, to: recipients, body: reader.readRest())
        case .announced:
            guard let blob = try? reader.readBlob(),
                let size = try? reader.readVarint(upTo: UInt32(WireLimit.messageBytesMax))
            else { return nil }
            self = .announced(channel: channel, to: recipients, blob: blob, size: size)
        }
    }

    /// The envelope's channel and body.
    var encoded: (channel: UInt8, body: [UInt8]) {
        var writer = ByteWriter()
        switch self {
        case .inline(let channel, let recipients, let body):
            if recipients.isEmpty { return (channel, body) }
            writer.write(Kind.directed.rawValue)
            Self.write(channel, recipients, to: &writer)
            writer.write(body)
        case .announced(let channel, let recipients, let blob, let size):
            writer.write(Kind.announced.rawValue)
            Self.write(channel, recipients, to: &writer)
            writer.writeBlob(blob)
            writer.writeVarint(size)
        }
        return (0, writer.bytes)
    }

    private static func write(
        _ channel: UInt8, _ recipients: [ParticipantID], to writer: inout ByteWriter
    ) {
        writer.write(channel)
        writer.writeVarint(UInt(recipients.count))
        for recipient in recipients { writer.writeInteger(recipient.rawValue) }
    }

    func isFor(_ participant: ParticipantID) -> Bool {
        let recipients =
            switch self {
            case .inline(_, let to, _), .announced(_, let to, _, _): to
            }
        return recipients.isEmpty || recipients.contains(participant)
    }
}
