/// Writes fields in the wire's form; the counterpart of `ByteReader`.
package struct ByteWriter {
    package private(set) var bytes: [UInt8]

    package init(reserving capacity: Int = 64) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    package var count: Int { bytes.count }

    package mutating func write(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Writes a big-endian integer of the type's size.
    package mutating func writeInteger<T: FixedWidthInteger & UnsignedInteger>(_ value: T) {
        var shift = T.bitWidth
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> T(shift)))
        }
    }

    package mutating func writeVarint(_ value: some FixedWidthInteger & UnsignedInteger) {
        var rest = UInt64(value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func write(_ block: [UInt8]) {
        bytes.append(contentsOf: block)
    }

    /// Writes a length and the bytes.
    package mutating func writeBlock(_ block: [UInt8]) {
        writeVarint(UInt(block.count))
        bytes.append(contentsOf: block)
    }

    package mutating func writeText(_ text: String) {
        writeBlock(Array(text.utf8))
    }

    /// The bytes that a varint of this value takes.
    package static func varintSize(_ value: some FixedWidthInteger & UnsignedInteger) -> Int {
        max((64 - UInt64(value).leadingZeroBitCount + 6) / 7, 1)
    }
}
