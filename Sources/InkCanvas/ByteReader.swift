/// Reads an entry's body; every read is checked, and no count is trusted.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var remaining: Int { bytes.count - position }

    mutating func byte() throws(CanvasError) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func varint() throws(CanvasError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let next = try byte()
            let part = UInt64(next & 0x7F)
            guard shift < 63 || part <= 1 else { throw .malformed }
            value |= part << shift
            if next < 0x80 { return value }
        }
        throw .malformed
    }

    mutating func varint32() throws(CanvasError) -> UInt32 {
        guard let value = UInt32(exactly: try varint()) else { throw .malformed }
        return value
    }

    /// A signed number, clamped to ±2^22 so that sums of two cannot overflow.
    mutating func zigzag() throws(CanvasError) -> Int32 {
        let raw = try varint()
        let value = Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
        return Int32(max(-(1 << 22), min(1 << 22, value)))
    }

    mutating func author() throws(CanvasError) -> AuthorID {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            value |= UInt64(try byte()) << shift
        }
        return AuthorID(rawValue: value)
    }

    mutating func dot() throws(CanvasError) -> Dot {
        let x = try zigzag()
        let y = try zigzag()
        return Dot(x: x, y: y).clamped
    }

    /// A count of things that take at least `size` bytes each, bounded by the bytes left.
    mutating func count(of size: Int) throws(CanvasError) -> Int {
        let value = try varint()
        guard value <= UInt64(remaining / size) else { throw .truncated }
        return Int(value)
    }

    mutating func text() throws(CanvasError) -> String {
        let count = try count(of: 1)
        guard count <= CanvasLimit.textBytesMax else { throw .malformed }
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }

    mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }
}
