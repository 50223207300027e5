/// When to try again what failed: after a second at first, a minute at last.
struct Backoff {
    private var failures = 0
    private var retryAt: Int64 = 0

    func isDue(at now: Int64) -> Bool { failures == 0 || now >= retryAt }

    /// Notes a failure; true if it is news.
    mutating func failed(at now: Int64) -> Bool {
        let seconds = min(Int64(1) << Int64(min(failures, 6)), 60)
        retryAt = now + seconds * 1_000_000
        failures += 1
        return failures == 1
    }

    /// Notes a success; true if it is news.
    mutating func succeeded() -> Bool {
        defer { failures = 0 }
        return failures > 0
    }

    /// Makes the next try due at once; the fault stays known.
    mutating func retrySoon() { retryAt = 0 }
}
