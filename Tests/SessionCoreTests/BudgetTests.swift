import Testing

@testable import SessionCore

/// The values that budgets, waits and rosters are made of, each against a plain model.
@Suite struct BudgetTests {
    private func at(_ microseconds: Int64) -> Instant { Instant(microseconds: microseconds) }

    // MARK: - TokenBucket

    @Test func `a bucket gives its depth at once, and then at its rate`() {
        var bucket = TokenBucket(depth: 32, at: at(0))
        for _ in 0..<32 {
            #expect(bucket.holds(1))
            bucket.take()
        }
        #expect(!bucket.holds(1))
        bucket.fill(rate: 1000, at: at(999))
        #expect(!bucket.holds(1))
        bucket.fill(rate: 1000, at: at(1000))
        #expect(bucket.holds(1) && !bucket.holds(2))
        bucket.fill(rate: 1000, at: at(1_000_000_000))
        #expect(bucket.holds(32) && !bucket.holds(33))
    }

    @Test func `a bucket owes at most its depth`() {
        var bucket = TokenBucket(depth: 4, at: at(0))
        for _ in 0..<100 { bucket.take() }
        bucket.fill(rate: 1000, at: at(5000))
        #expect(bucket.holds(1) && !bucket.holds(2))
    }

    @Test func `a bucket holds what it says from the moment it names, and never gives more`() {
        var random = RandomSource(seed: 11)
        var bucket = TokenBucket(depth: 8, at: at(0))
        var (now, taken) = (Int64(0), Int64(0))
        for _ in 0..<5000 {
            let rate = Int64(random.next() % 1000) + 1
            let count = Int64(random.next() % 8) + 1
            let due = bucket.instant(holding: count, rate: rate)
            let isHeld = bucket.holds(count)
            #expect((due <= at(now)) == isHeld)
            if !isHeld {
                let early = at(due.microseconds - 2)
                var before = bucket
                before.fill(rate: rate, at: early)
                #expect(!before.holds(count))
                now = due.microseconds
                bucket.fill(rate: rate, at: due)
                #expect(bucket.holds(count))
            }
            bucket.take()
            taken += 1
            #expect(taken <= 8 + now / 1000 + 1)
        }
    }

    @Test func `a clock that goes back fills nothing`() {
        var bucket = TokenBucket(depth: 2, at: at(1_000_000))
        bucket.take()
        bucket.take()
        bucket.fill(rate: 1000, at: at(0))
        #expect(!bucket.holds(1))
    }

    // MARK: - SourceLimiter

    private func admit(_ limiter: inout SourceLimiter, _ address: UInt64, _ time: Int64) -> Bool {
        limiter.admit(
            PeerAddress(rawValue: address), rateMax: 20, sourcesMax: 3, at: at(time))
    }

    @Test func `an address may send a second's worth at once, then at its rate`() {
        var limiter = SourceLimiter()
        let burst = (0..<30).filter { _ in admit(&limiter, 1, 0) }.count
        #expect(burst == 20)
        let before = admit(&limiter, 1, 49_999)
        let after = admit(&limiter, 1, 50_000)
        let again = admit(&limiter, 1, 50_000)
        #expect(!before && after && !again)
        let later = (0..<30).filter { _ in admit(&limiter, 1, 100_000_000) }.count
        #expect(later == 20)
    }

    @Test func `so many addresses are remembered, the oldest makes room`() {
        var limiter = SourceLimiter()
        for _ in 0..<20 { _ = admit(&limiter, 1, 0) }
        _ = admit(&limiter, 2, 0)
        _ = admit(&limiter, 3, 0)
        let isHeld = admit(&limiter, 1, 0)
        _ = admit(&limiter, 4, 0)
        let isForgotten = admit(&limiter, 1, 0)
        #expect(!isHeld && isForgotten)
    }

    // MARK: - Heartbeat

    @Test func `a heartbeat's interval doubles from the tail to its longest, within 5 percent`() {
        var heartbeat = Heartbeat(at: at(0))
        heartbeat.sent(at: at(0), intervalMax: .seconds(1), jitter: 0.5)
        #expect(heartbeat.due == at(1_000_000))
        heartbeat.restart(after: .milliseconds(20), at: at(0))
        #expect(heartbeat.due == at(20_000))
        var waits: [Int64] = []
        for jitter in [0, 0.999_999, 0.5, 0.5, 0.5, 0.5, 0.5] {
            let start = heartbeat.due
            heartbeat.sent(at: start, intervalMax: .seconds(1), jitter: jitter)
            waits.append((heartbeat.due - start).microseconds)
        }
        #expect(waits == [38_000, 83_999, 160_000, 320_000, 640_000, 1_000_000, 1_000_000])
    }

    @Test func `neither an entry nor a hurry puts a heartbeat off`() {
        var heartbeat = Heartbeat(at: at(0))
        heartbeat.sent(at: at(0), intervalMax: .milliseconds(10), jitter: 0.5)
        heartbeat.restart(after: .milliseconds(20), at: at(0))
        #expect(heartbeat.due == at(10_000))
        heartbeat.hurry(to: at(50_000))
        #expect(heartbeat.due == at(10_000))
        heartbeat.hurry(to: at(4))
        #expect(heartbeat.due == at(4))
    }

    // MARK: - Random waits

    @Test(arguments: [1, 2, 3, 10, 65])
    func `a truncated exponential is that of RFC 5401`(size: Int) {
        var random = RandomSource(seed: UInt64(size))
        let limit = Interval.seconds(1)
        var waits: [Double] = []
        for _ in 0..<4000 {
            let wait = random.nextTruncatedExponential(upTo: limit, groupSize: size)
            #expect(wait >= .zero && wait < limit)
            waits.append(Double(wait.microseconds) / 1_000_000)
        }
        let mean = waits.reduce(0, +) / 4000
        #expect(abs(mean - truncatedExponentialMean(groupSize: size)) < 0.02)
        // F(1/2) = 1 / (e^(λ/2) + 1).
        let lambda = logarithm(Double(max(size, 2))) + 1
        let early = Double(waits.filter { $0 < 0.5 }.count) / 4000
        #expect(abs(early - 1 / (exponential(lambda / 2) + 1)) < 0.03)
    }

    @Test func `logarithm and exponential undo each other`() {
        for value in [0.001, 0.5, 1, 1.5, 2, 10, 64, 1000] {
            #expect(abs(exponential(logarithm(value) + 10) / value / exponential(10) - 1) < 1e-9)
        }
        #expect(abs(logarithm(2.718_281_828_459_045) - 1) < 1e-12)
    }

    // MARK: - Roster

    @Test func `a roster of random comers never has more than it may, and keeps the confirmed`() {
        var random = RandomSource(seed: 4)
        var configuration = Configuration()
        configuration.participantsMax = 6
        configuration.pendingMax = 4
        var roster = Roster(configuration, session: Circle.session, at: at(0))
        var confirmed = Set<ParticipantID>()
        for step in 0..<3000 as Range<Int64> {
            let id = ParticipantID(rawValue: random.next() % 40)
            let index = roster.index(of: id, from: PeerAddress(rawValue: 1), at: at(step))
            #expect(index != nil || confirmed.count == 6)
            guard let index else { continue }
            #expect(roster.peers.keys[index] == id)
            roster.peers.values[index].lastHeard = at(step)
            switch random.next() % 8 {
            case 0 where confirmed.count < 6:
                roster.confirm(index, at: at(step))
                confirmed.insert(id)
            case 1, 2:
                roster.remove(at: index, reason: .lost, at: at(step))
                confirmed.remove(id)
            default: break
            }
            #expect(roster.confirmedCount == confirmed.count)
            #expect(roster.peers.count - confirmed.count <= 4)
            #expect(confirmed.allSatisfy { roster.isConfirmed($0) })
        }
    }
}
