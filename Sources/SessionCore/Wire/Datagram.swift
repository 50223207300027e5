/// A datagram: who sent it, and its frames.
///
///     magic "IK", version, flags   4
///     room tag                     4
///     sender                       8
///     counter                      8
///     frames                       …
///     tag                         16   SipHash-2-4-128 of all before it, keyed by the room's id
package struct Datagram: Sendable {
    package var sender: ParticipantID
    /// One counter of its sender for everything it sends, on every path.
    package var counter: UInt64
    package var frames: [Frame]

    package static let bytesMax = 1200
    /// Where the sender stands, most significant byte first.
    package static let senderOffset = 8
    package static let headerBytes = 24
    package static let tagBytes = 16
    /// What frames may take in one datagram.
    package static let framesBytesMax = bytesMax - headerBytes - tagBytes
    static let version: UInt8 = 1

    package init(sender: ParticipantID, counter: UInt64, frames: [Frame]) {
        self.sender = sender
        self.counter = counter
        self.frames = frames
    }

    /// Reads a datagram of a room: checks magic, version, room and tag, then every frame.
    package init(parsing bytes: [UInt8], room: Room) throws(WireError) {
        let header = try DatagramHeader(parsing: bytes)
        guard header.roomTag == room.tag else { throw .otherRoom }
        try header.checkTag(of: bytes, room: room)
        sender = header.sender
        counter = header.counter
        frames = try Frame.parse(
            ByteReader(bytes, Self.headerBytes..<bytes.count - Self.tagBytes))
    }

    package func encoded(for room: Room) -> [UInt8] {
        var writer = ByteWriter(reserving: Self.bytesMax)
        for frame in frames { frame.write(to: &writer) }
        return Self.sealed(writer.bytes, sender: sender, counter: counter, room: room)
    }

    /// Puts header and tag around frames that are already bytes.
    package static func sealed(
        _ frames: [UInt8], sender: ParticipantID, counter: UInt64, room: Room
    ) -> [UInt8] {
        var writer = ByteWriter(reserving: headerBytes + frames.count + tagBytes)
        writer.write(UInt8(ascii: "I"))
        writer.write(UInt8(ascii: "K"))
        writer.write(version)
        writer.write(0)
        writer.writeInteger(room.tag)
        writer.writeInteger(sender.rawValue)
        writer.writeInteger(counter)
        writer.write(frames)
        let tag = SipHash.tag(writer.bytes, count: writer.count, key: room.key)
        writer.writeInteger(tag.0.byteSwapped)
        writer.writeInteger(tag.1.byteSwapped)
        return writer.bytes
    }
}

/// The fixed fields at a datagram's start.
struct DatagramHeader {
    let roomTag: UInt32
    let sender: ParticipantID
    let counter: UInt64

    init(parsing bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        guard try reader.readByte() == UInt8(ascii: "I"),
            try reader.readByte() == UInt8(ascii: "K")
        else { throw .notInkcast }
        let version = try reader.readByte()
        guard version == Datagram.version else { throw .otherVersion(version) }
        guard try reader.readByte() == 0 else { throw .outOfBounds }
        roomTag = try reader.readInteger(as: UInt32.self)
        sender = ParticipantID(rawValue: try reader.readInteger(as: UInt64.self))
        counter = try reader.readInteger(as: UInt64.self)
    }

    func checkTag(of bytes: [UInt8], room: Room) throws(WireError) {
        let count = bytes.count - Datagram.tagBytes
        guard count >= Datagram.headerBytes, bytes.count <= Datagram.bytesMax else {
            throw .truncated
        }
        let tag = SipHash.tag(bytes, count: count, key: room.key)
        var reader = ByteReader(bytes, count..<bytes.count)
        guard try reader.readInteger(as: UInt64.self) == tag.0.byteSwapped,
            try reader.readInteger(as: UInt64.self) == tag.1.byteSwapped
        else { throw .badTag }
    }
}
