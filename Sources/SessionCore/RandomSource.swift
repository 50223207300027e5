/// A deterministic source of randomness: SplitMix64 (Steele, Lea and Flood, 2014).
package struct RandomSource: Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// Evenly from 0 up to, and without, 1.
    package mutating func nextUnit() -> Double {
        Double(next() >> 11) / 9_007_199_254_740_992
    }

    /// Evenly between zero and an interval.
    package mutating func nextInterval(upTo limit: Interval) -> Interval {
        Interval(microseconds: Int64(nextUnit() * Double(max(limit.microseconds, 0))))
    }

    /// RFC 5401's truncated exponential over `limit` for a group of `size`.
    ///
    /// Most draws fall near the limit and few near zero, so that of many waiting only a few speak.
    package mutating func nextTruncatedExponential(
        upTo limit: Interval, groupSize size: Int
    ) -> Interval {
        let lambda = logarithm(Double(max(size, 2))) + 1
        let power = exponential(lambda)
        let unit = nextUnit()
        // F(t) = (e^(λ t / T) − 1) / (e^λ − 1), inverted.
        let fraction = logarithm(1 + unit * (power - 1)) / lambda
        return Interval(microseconds: Int64(fraction * Double(limit.microseconds)))
    }
}
