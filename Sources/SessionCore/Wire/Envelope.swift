/// An entry's content: channel, time, body, and room for an authenticator.
struct Envelope: Hashable, Sendable {
    /// 0 is the library's own.
    var channel: UInt8
    /// Since the author's first entry of the session.
    var milliseconds: UInt64
    var body: [UInt8]

    /// What an envelope may take, with an authenticator of 64 bytes.
    static let bytesMax = WireLimit.entryBodyBytesMax + 80

    init(channel: UInt8, milliseconds: UInt64, body: [UInt8]) {
        self.channel = channel
        self.milliseconds = milliseconds
        self.body = body
    }

    init(parsing bytes: [UInt8]) throws(WireError) {
        guard bytes.count <= Self.bytesMax else { throw .outOfBounds }
        var reader = ByteReader(bytes)
        channel = try reader.readByte()
        milliseconds = try reader.readVarint()
        body = try reader.readBlock(upTo: WireLimit.entryBodyBytesMax)
        _ = try reader.readBlock(upTo: 64)
    }

    var encoded: [UInt8] {
        var writer = ByteWriter(reserving: body.count + 16)
        writer.write(channel)
        writer.writeVarint(milliseconds)
        writer.writeBlock(body)
        writer.writeVarint(UInt(0))
        return writer.bytes
    }
}
