import InkCanvas

/// Builds the body of a message: bytes, and varints of seven bits a byte, lowest first.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(byte: UInt8) {
        bytes.append(byte)
    }

    mutating func put(unsigned value: UInt32) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Small numbers of either sign become small unsigned ones (zigzag).
    mutating func put(signed value: Int32) {
        put(unsigned: UInt32(bitPattern: (value << 1) ^ (value >> 31)))
    }

    mutating func put(_ object: ObjectID) {
        put(unsigned: UInt32(truncatingIfNeeded: object.author.rawValue))
        put(unsigned: UInt32(truncatingIfNeeded: object.author.rawValue >> 32))
        put(unsigned: object.number)
    }

    mutating func put(_ dot: Dot) {
        put(signed: dot.x)
        put(signed: dot.y)
    }
}
