import Glibc

/// Time on the monotonic clock.
enum Stopwatch {
    /// Milliseconds.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }

    /// How many milliseconds something takes.
    static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = now
        try body()
        return now - start
    }

    /// How many milliseconds something takes, several times.
    static func times(_ count: Int, _ body: (Int) throws -> Void) rethrows -> [Double] {
        try (0..<count).map { number in try time { try body(number) } }
    }
}

/// Numbers that are the same in every run: a linear congruential generator's upper bits.
struct Dice {
    private var state: UInt64 = 1

    mutating func roll(_ range: ClosedRange<Int>) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int(state >> 33) % range.count
    }
}
