/// A JSON value, read from bytes that nobody vouches for.
///
/// A reader of our own, as Foundation's makes up half of a statically linked program.
indirect enum JSON: Equatable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    /// Of a key that comes twice the last counts.
    case object([String: JSON])

    /// Lists and objects may lie in each other so deeply.
    static let depthMax = 32

    /// The value that the bytes are, as RFC 8259 has it; nil if they are not one, and nothing else.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        do throws(Reader.Malformed) {
            let value = try reader.value(depth: 0)
            reader.skipSpace()
            guard reader.isAtEnd else { return nil }
            self = value
        } catch {
            return nil
        }
    }
}

private struct Reader {
    struct Malformed: Error {}

    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }
    private var next: UInt8? { isAtEnd ? nil : bytes[index] }

    mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    mutating func value(depth: Int) throws(Malformed) -> JSON {
        guard depth < JSON.depthMax else { throw Malformed() }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .list(try list(depth: depth + 1))
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    // MARK: - Compounds

    private mutating func list(depth: Int) throws(Malformed) -> [JSON] {
        var values: [JSON] = []
        try items(closing: UInt8(ascii: "]")) { reader throws(Malformed) in
            values.append(try reader.value(depth: depth))
        }
        return values
    }

    private mutating func object(depth: Int) throws(Malformed) -> [String: JSON] {
        var values: [String: JSON] = [:]
        try items(closing: UInt8(ascii: "}")) { reader throws(Malformed) in
            reader.skipSpace()
            let key = try reader.text()
            reader.skipSpace()
            try reader.take(UInt8(ascii: ":"))
            values[key] = try reader.value(depth: depth)
        }
        return values
    }

    private mutating func items(
        closing end: UInt8, item: (inout Reader) throws(Malformed) -> Void
    ) throws(Malformed) {
        index += 1
        skipSpace()
        if next == end {
            index += 1
            return
        }
        while true {
            try item(&self)
            skipSpace()
            if next == end { break }
            try take(UInt8(ascii: ","))
        }
        index += 1
    }

    // MARK: - Plain values

    private mutating func take(_ byte: UInt8) throws(Malformed) {
        guard next == byte else { throw Malformed() }
        index += 1
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(Malformed) -> JSON {
        for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
            try take(byte)
        }
        return value
    }

    private mutating func number() throws(Malformed) -> Double {
        let start = index
        if next == UInt8(ascii: "-") { index += 1 }
        if next == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if next == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            index += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)),
            number.isFinite
        else { throw Malformed() }
        return number
    }

    private mutating func digits() throws(Malformed) {
        let start = index
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw Malformed() }
    }

    private mutating func text() throws(Malformed) -> String {
        try take(UInt8(ascii: "\""))
        var text: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw Malformed() }
            index += 1
            if byte == UInt8(ascii: "\\") {
                text += try escaped().utf8
            } else {
                text.append(byte)
            }
        }
        try take(UInt8(ascii: "\""))
        guard let valid = String(validating: text, as: UTF8.self) else { throw Malformed() }
        return valid
    }

    /// What stands behind a backslash.
    private mutating func escaped() throws(Malformed) -> String {
        guard let byte = next else { throw Malformed() }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return String(UnicodeScalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try escapedScalar()
        default: throw Malformed()
        }
    }

    /// Four digits, or twice four for a scalar beyond 16 bits.
    private mutating func escapedScalar() throws(Malformed) -> String {
        var units = [try escapedUnit()]
        if UTF16.isLeadSurrogate(units[0]) {
            try take(UInt8(ascii: "\\"))
            try take(UInt8(ascii: "u"))
            units.append(try escapedUnit())
        }
        guard let valid = String(validating: units, as: UTF16.self) else { throw Malformed() }
        return valid
    }

    private mutating func escapedUnit() throws(Malformed) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(UnicodeScalar(byte)).hexDigitValue
            else { throw Malformed() }
            index += 1
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
