/// A message with the name of its type, as it travels; unreliable ones say whom they are for.
struct MessageEnvelope: Equatable {
    /// Which message it is among those that a receiver tells apart.
    var name: String
    /// Empty: everybody whom it reaches.
    var recipients: [RoomParticipantID]
    var body: [UInt8]

    static let nameBytesMax = 255

    init(name: String, recipients: [RoomParticipantID] = [], body: [UInt8]) {
        self.name = name
        self.recipients = recipients
        self.body = body
    }

    /// Length of the name, name, number of recipients, recipients, body.
    var bytes: [UInt8] {
        let name = [UInt8](name.utf8.prefix(MessageEnvelope.nameBytesMax))
        let recipients = recipients.prefix(255)
        var bytes = [UInt8(name.count)] + name + [UInt8(recipients.count)]
        for recipient in recipients {
            for shift in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: recipient.rawValue >> (8 * shift)))
            }
        }
        return bytes + body
    }

    init?(parsing bytes: [UInt8]) {
        var rest = bytes[...]
        guard let nameLength = rest.popFirst(), rest.count > Int(nameLength) else { return nil }
        name = String(decoding: rest.prefix(Int(nameLength)), as: UTF8.self)
        rest = rest.dropFirst(Int(nameLength))
        guard let count = rest.popFirst(), rest.count >= Int(count) * 8 else { return nil }
        recipients = []
        for _ in 0..<count {
            let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            recipients.append(RoomParticipantID(rawValue: number))
            rest = rest.dropFirst(8)
        }
        body = Array(rest)
    }
}
