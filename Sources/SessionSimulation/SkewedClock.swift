import SessionCore

/// A node's monotonic clock: its own origin, and a rate that is wrong by up to 2 %.
struct SkewedClock {
    private let origin: Int64
    /// Parts per million by which this clock is fast.
    private let drift: Int64

    init(using generator: inout Generator, isSkewed: Bool) {
        origin = generator.within(0...3_600_000_000)
        drift = isSkewed ? generator.within(-20_000...20_000) : 0
    }

    /// What the clock shows at a true time.
    func reading(at time: Int64) -> Instant {
        Instant(microseconds: origin + time + time * drift / 1_000_000)
    }

    /// The first true time at which the clock shows `instant` or more.
    func time(of instant: Instant) -> Int64 {
        let elapsed = min(max(instant.microseconds - origin, 0), Self.horizon)
        var time = elapsed * 1_000_000 / (1_000_000 + drift)
        while time > 0, reading(at: time - 1) >= instant { time -= 1 }
        while reading(at: time) < instant, time < Self.horizon { time += 1 }
        return time
    }

    /// A day: no run lasts as long.
    private static let horizon: Int64 = 86_400_000_000
}
