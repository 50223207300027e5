/// The library's own log entries, on channel 0.
enum ControlEntry: Hashable, Sendable {
    /// The first entry of every log: who its author is, and when they began by their wall clock.
    case author(Profile)
    /// The session is over for all.
    case end

    private enum Kind: UInt8 { case author = 1, end = 2 }

    /// Nil for what is malformed or of a later version.
    init?(parsing bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let kind = (try? reader.readByte()).flatMap(Kind.init(rawValue:)) else { return nil }
        switch kind {
        case .author:
            guard let high = try? reader.readInteger(as: UInt64.self),
                let low = try? reader.readInteger(as: UInt64.self),
                let color = try? reader.readByte(), (1...64).contains(color),
                let name = try? reader.readText(upTo: WireLimit.nameBytesMax)
            else { return nil }
            self = .author(
                Profile(person: PersonID(high: high, low: low), name: name, color: color))
        case .end:
            self = .end
        }
    }

    var encoded: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .author(let profile):
            writer.write(Kind.author.rawValue)
            writer.writeInteger(profile.person.high)
            writer.writeInteger(profile.person.low)
            writer.write(profile.color)
            writer.writeText(profile.name)
        case .end:
            writer.write(Kind.end.rawValue)
        }
        return writer.bytes
    }
}
