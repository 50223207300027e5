/// A hash that is the same in every process and on every machine.
struct Fingerprint {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 32
    }

    mutating func add(_ dot: Dot) {
        add(UInt64(UInt32(bitPattern: dot.x)) << 32 | UInt64(UInt32(bitPattern: dot.y)))
    }

    mutating func add(_ entry: EntryID) {
        add(entry.author.rawValue)
        add(UInt64(entry.index))
    }

    mutating func add(_ bytes: [UInt8]) {
        add(UInt64(bytes.count))
        for byte in bytes {
            value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        add(0)
    }

    /// Spreads every bit over the whole word, so that sums of many do not cancel out.
    var mixed: UInt64 {
        var word = value
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
