/// The simulator's own randomness (SplitMix64): one seed, one sequence, on every machine.
package struct Generator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A generator whose numbers have nothing to do with those that follow here.
    mutating func fork() -> Generator {
        Generator(seed: next())
    }

    /// Uniform in 0 ..< `bound`; 0 where the bound is not positive.
    mutating func below(_ bound: Int) -> Int {
        guard bound > 0 else { return 0 }
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func within(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(below(Int(range.upperBound - range.lowerBound) + 1))
    }

    /// True in `portion` of 10,000 cases.
    mutating func chance(_ portion: Int) -> Bool {
        portion > 0 && below(10_000) < portion
    }

    mutating func pick<Element>(_ choices: [Element]) -> Element? {
        choices.isEmpty ? nil : choices[below(choices.count)]
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<count { bytes.append(UInt8(truncatingIfNeeded: next() >> 56)) }
        return bytes
    }
}
