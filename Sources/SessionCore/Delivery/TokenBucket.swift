/// How many multicast datagrams may be sent now, filled at a rate up to a depth.
struct TokenBucket: Sendable {
    private let depth: Int64
    /// Millionths of a datagram; may fall below zero, when what cannot wait was sent.
    private var tokens: Int64
    private var filledAt: Instant

    init(depth: Int64, at now: Instant) {
        self.depth = depth
        tokens = depth * 1_000_000
        filledAt = now
    }

    mutating func fill(rate: Int64, at now: Instant) {
        let elapsed = min((now - filledAt).microseconds, 60_000_000)
        filledAt = now
        tokens = min(tokens + max(elapsed, 0) * rate, depth * 1_000_000)
    }

    func holds(_ count: Int64) -> Bool { tokens >= count * 1_000_000 }

    mutating func take() {
        tokens = max(tokens - 1_000_000, -depth * 1_000_000)
    }

    /// When it will hold so many at this rate.
    func instant(holding count: Int64, rate: Int64) -> Instant {
        let lacking = count * 1_000_000 - tokens
        return lacking <= 0
            ? filledAt : filledAt + Interval(microseconds: lacking / max(rate, 1) + 1)
    }
}
