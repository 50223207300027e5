public import FoundationEssentials
import SessionCore

/// What a participant shows of the person behind it.
public struct RoomProfile: Hashable, Sendable {
    /// Who the person is beyond one process: keep it on disk.
    public var person: UUID
    /// At most 64 bytes of UTF-8; longer names are cut at a character.
    public var name: String
    /// A colour of the palette, 1 to 64.
    public var color: UInt8

    /// A profile; without a person's id somebody new each time.
    public init(person: UUID = UUID(), name: String, color: UInt8 = 1) {
        self.person = person
        self.name = name
        self.color = color
    }
}

extension RoomProfile {
    init(_ core: Profile) {
        let person = UUID(high: core.person.high, low: core.person.low)
        self.init(person: person, name: core.name, color: core.color)
    }

    var core: Profile {
        let (high, low) = person.halves
        return Profile(person: PersonID(high: high, low: low), name: name, color: color)
    }
}

extension UUID {
    init(high: UInt64, low: UInt64) {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: high.bigEndian, as: UInt64.self)
            $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        self.init(uuid: bytes)
    }

    var halves: (high: UInt64, low: UInt64) {
        withUnsafeBytes(of: uuid) {
            (
                UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// The UUID (version 8, of our own making) that stands for a 64-bit id on every peer.
    ///
    /// - Parameter part: tells what belongs to that id apart from it, and from each other.
    init(standingFor number: UInt64, part: UInt32 = 0) {
        self.init(
            high: number & ~0xFFFF | 0x8000,
            low: 0x8000 << 48 | (number & 0xFFFF) << 32 | UInt64(part))
    }
}
