/// The library's own log entries, on channel 0.
enum ControlEntry: Hashable, Sendable {
    /// The first entry of every log: who its author is.
    case author(Profile)
    /// The session is over for all.
    case end
    /// What the session's activity is now: of several the highest stamp counts.
    case activity(stamp: UInt64, payload: [UInt8])

    /// Bytes that its author, and whoever has loaded them, holds for all.
    case attachment(BlobID, size: Int, metadata: [UInt8])
    /// An attachment, named by its entry, is one no more.
    case removal(EntryName)

    private enum Kind: UInt8 {
        case author = 1, end = 2, activity = 3, attachment = 4, removal = 5
    }

    /// Stamps end here; at the end the highest author counts.
    static let stampMax: UInt64 = 1 << 48

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
        case .activity:
            guard let stamp = try? reader.readVarint(), stamp <= Self.stampMax,
                reader.remaining <= WireLimit.activityPayloadBytesMax
            else { return nil }
            self = .activity(stamp: stamp, payload: reader.readRest())
        case .attachment:
            guard let blob = try? reader.readBlob(), let size = try? reader.readVarint(),
                size <= UInt64(WireLimit.attachmentBytesMax),
                reader.remaining <= WireLimit.attachmentMetadataBytesMax
            else { return nil }
            self = .attachment(blob, size: Int(size), metadata: reader.readRest())
        case .removal:
            guard let origin = try? reader.readParticipant(),
                let index = try? reader.readVarint(upTo: WireLimit.entryIndexMax)
            else { return nil }
            self = .removal(EntryName(origin: origin, index: index))
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
        case .activity(let stamp, let payload):
            writer.write(Kind.activity.rawValue)
            writer.writeVarint(stamp)
            writer.write(payload)
        case .attachment(let blob, let size, let metadata):
            writer.write(Kind.attachment.rawValue)
            writer.writeBlob(blob)
            writer.writeVarint(UInt(size))
            writer.write(metadata)
        case .removal(let entry):
            writer.write(Kind.removal.rawValue)
            writer.writeInteger(entry.origin.rawValue)
            writer.writeVarint(entry.index)
        }
        return writer.bytes
    }
}
