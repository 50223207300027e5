/// When the next heartbeat is due: soon after an entry, then at doubling intervals.
struct Heartbeat: Sendable {
    private(set) var interval: Interval = .zero
    private(set) var due: Instant
    private(set) var count = 0

    init(at now: Instant) {
        due = now
    }

    /// A heartbeat went out.
    mutating func sent(at now: Instant, intervalMax: Interval, jitter: Double) {
        count += 1
        interval = interval == .zero ? intervalMax : min(interval * 2, intervalMax)
        let spread = Double(interval.microseconds) * (0.95 + jitter * 0.1)
        due = now + Interval(microseconds: Int64(spread))
    }

    /// An entry went out: what may have been lost is to be noticed soon.
    mutating func restart(after tail: Interval, at now: Instant) {
        interval = tail
        due = min(due, now + tail)
    }

    mutating func hurry(to instant: Instant) {
        due = min(due, instant)
    }
}
