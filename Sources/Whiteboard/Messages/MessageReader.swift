import InkCanvas

/// Takes the body of a message apart; any bytes at all may come in, and nil says they are wrong.
struct MessageReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func unsigned() -> UInt32? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 28, by: 7) {
            guard let next = byte() else { return nil }
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return UInt32(exactly: value) }
        }
        return nil
    }

    mutating func signed() -> Int32? {
        guard let value = unsigned() else { return nil }
        return Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1)
    }

    mutating func objectID() -> ObjectID? {
        guard let low = unsigned(), let high = unsigned(), let number = unsigned() else {
            return nil
        }
        let author = AuthorID(rawValue: UInt64(high) << 32 | UInt64(low))
        return ObjectID(author: author, number: number)
    }

    /// All bytes that are left.
    mutating func rest() -> ArraySlice<UInt8> {
        defer { position = bytes.count }
        return bytes[position...]
    }

    /// A place within the canvas, as its distance from another.
    mutating func dot(from base: Dot = Dot(x: 0, y: 0)) -> Dot? {
        guard let dx = signed(), let dy = signed() else { return nil }
        let (x, xOverflows) = base.x.addingReportingOverflow(dx)
        let (y, yOverflows) = base.y.addingReportingOverflow(dy)
        let dot = Dot(x: x, y: y)
        return xOverflows || yOverflows || dot != dot.clamped ? nil : dot
    }
}
