import Glibc

/// Time in milliseconds.
enum Stopwatch {
    /// On the monotonic clock.
    static var now: Double { read(CLOCK_MONOTONIC) }

    /// How many threads wanted a processor of late, on average: of a busy machine figures say less.
    static var load: Double {
        var loads = [0.0]
        return getloadavg(&loads, 1) == 1 ? loads[0] : 0
    }

    /// On the monotonic clock, which all processes of a machine share.
    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sleeps until `now` is that.
    static func sleep(until end: Double) {
        var time = timespec(
            tv_sec: Int(end / 1000), tv_nsec: Int(end.truncatingRemainder(dividingBy: 1000) * 1e6))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }

    /// Of this thread on a processor: what else the machine does counts little.
    static var processorTime: Double { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }

    /// How much of the processor something takes.
    static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = processorTime
        try body()
        return processorTime - start
    }

    /// How much of the processor something takes, several times.
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
