/// Appends varints and bytes to an entry's body.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(byte: UInt8) {
        bytes.append(byte)
    }

    mutating func write(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func write(varint value: UInt32) {
        write(varint: UInt64(value))
    }

    mutating func write(zigzag value: Int32) {
        write(varint: UInt32(bitPattern: (value << 1) ^ (value >> 31)))
    }

    mutating func write(author: AuthorID) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: author.rawValue >> UInt64(shift)))
        }
    }

    mutating func write(dot: Dot) {
        let dot = dot.clamped
        write(zigzag: dot.x)
        write(zigzag: dot.y)
    }

    mutating func write(text: String) {
        let fitting = text.utf8(atMost: CanvasLimit.textBytesMax)
        write(varint: UInt64(fitting.count))
        bytes.append(contentsOf: fitting)
    }

    mutating func write(raw: [UInt8]) {
        bytes.append(contentsOf: raw)
    }
}

extension String {
    /// As many whole scalars as fit into so many bytes of UTF-8.
    package func utf8(atMost limit: Int) -> [UInt8] {
        var bytes = Array(utf8)
        guard bytes.count > limit else { return bytes }
        var end = limit
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        bytes.removeSubrange(end...)
        return bytes
    }
}
