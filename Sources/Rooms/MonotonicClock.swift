import Glibc
import SessionCore

/// The clocks of the machine, and whether it slept.
struct MonotonicClock {
    static let gapMax = Interval.seconds(2)

    private var asleep = MonotonicClock.boottimeAhead()
    private var previous = MonotonicClock.now()

    /// Microseconds that only go forward, and stand still while the machine sleeps.
    static func now() -> Instant {
        Instant(microseconds: microseconds(CLOCK_MONOTONIC))
    }

    /// Whether the machine slept, or this thread was not run for long, since the last call.
    ///
    /// - Parameter expected: when the thread meant to wake at the latest.
    mutating func notesSleep(at now: Instant, expected: Instant?) -> Bool {
        defer { (asleep, previous) = (MonotonicClock.boottimeAhead(), now) }
        return hasSlept(at: now, expected: expected)
    }

    /// The same, for somebody else to know before the thread does.
    func hasSlept(at now: Instant, expected: Instant?) -> Bool {
        let due = max(previous, expected ?? now)
        return MonotonicClock.boottimeAhead() - asleep > MonotonicClock.gapMax
            || now - due > MonotonicClock.gapMax
    }

    private static func boottimeAhead() -> Interval {
        let monotonic = microseconds(CLOCK_MONOTONIC)
        return Interval(microseconds: microseconds(CLOCK_BOOTTIME) - monotonic)
    }

    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
