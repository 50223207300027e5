/// Reads fields from bytes that nobody vouches for; every read is checked.
package struct ByteReader {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    package init(_ bytes: [UInt8]) {
        self.init(bytes, 0..<bytes.count)
    }

    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        let range = range.clamped(to: 0..<bytes.count)
        position = range.lowerBound
        end = range.upperBound
    }

    package var remaining: Int { end - position }
    package var isAtEnd: Bool { position == end }

    package mutating func readByte() throws(WireError) -> UInt8 {
        guard position < end else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a big-endian integer of the type's size.
    package mutating func readInteger<T: FixedWidthInteger & UnsignedInteger>(
        as type: T.Type
    ) throws(WireError) -> T {
        let size = T.bitWidth / 8
        guard remaining >= size else { throw .truncated }
        var value: T = 0
        for offset in 0..<size {
            value = value << 8 | T(truncatingIfNeeded: bytes[position + offset])
        }
        position += size
        return value
    }

    /// Reads a varint (seven bits a byte, lowest first) of at most ten bytes.
    package mutating func readVarint() throws(WireError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try readByte()
            let bits = UInt64(byte & 0x7F)
            guard shift < 63 || bits <= 1 else { throw .outOfBounds }
            value |= bits << shift
            if byte & 0x80 == 0 { return value }
        }
        throw .outOfBounds
    }

    /// Reads a varint that must not exceed `limit`.
    package mutating func readVarint(upTo limit: UInt32) throws(WireError) -> UInt32 {
        let value = try readVarint()
        guard value <= UInt64(limit) else { throw .outOfBounds }
        return UInt32(value)
    }

    package mutating func readBytes(_ count: Int) throws(WireError) -> [UInt8] {
        guard count >= 0, count <= remaining else { throw .truncated }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    package mutating func readRest() -> [UInt8] {
        defer { position = end }
        return Array(bytes[position..<end])
    }

    /// Reads a length and as many bytes.
    package mutating func readBlock(upTo limit: Int) throws(WireError) -> [UInt8] {
        let count = try readVarint()
        guard count <= UInt64(limit) else { throw .outOfBounds }
        return try readBytes(Int(count))
    }

    /// Reads a length and as much UTF-8; what is not UTF-8 is replaced.
    package mutating func readText(upTo limit: Int) throws(WireError) -> String {
        String(decoding: try readBlock(upTo: limit), as: UTF8.self)
    }

    /// Gives a reader of the next bytes, and goes behind them.
    package mutating func readPart(_ count: Int) throws(WireError) -> ByteReader {
        guard count >= 0, count <= remaining else { throw .truncated }
        defer { position += count }
        return ByteReader(bytes, position..<position + count)
    }

    /// Reads a varint length and gives a reader of as many bytes.
    package mutating func readPart() throws(WireError) -> ByteReader {
        let count = try readVarint()
        guard count <= UInt64(remaining) else { throw .truncated }
        return try readPart(Int(count))
    }
}
