import Testing

@testable import SessionCore

/// When a heartbeat whose digest differs makes a node ask who holds more.
struct DigestTests {
    /// A node that just took one entry of the first player's.
    private func stage(
        players: [UInt64] = [1000], seed: UInt64 = 1, roundTrip: Interval = .milliseconds(10),
        defects: Defects = []
    ) -> Stage {
        var stage = Stage.entered(
            players: players, seed: seed, roundTrip: roundTrip, defects: defects)
        stage.say(0, .ink([1], at: 0))
        stage.players[0].digest = 99
        return stage
    }

    @Test(arguments: [1, 10, 40] as [Int64])
    func `a difference is asked about after 4g + 50 ms of stillness, and no sooner`(
        roundTrip: Int64
    ) {
        let stillness = Interval.milliseconds(4 * roundTrip + 50)
        var stage = stage(roundTrip: .milliseconds(roundTrip))
        stage.run(for: stillness - Interval(microseconds: 1))
        stage.beat(0)
        #expect(stage.asks.isEmpty)
        stage.run(for: Interval(microseconds: 1))
        stage.beat(0)
        #expect(stage.asks.map(\.at) == [stage.now])
        #expect(stage.asks.map(\.to) == [.group])
    }

    @Test func `what one appended oneself breaks the stillness too`() throws {
        var stage = stage()
        stage.run(for: .milliseconds(80))
        try stage.append([2])
        stage.run(for: .milliseconds(89))
        stage.beat(0)
        #expect(stage.asks.isEmpty)
        stage.run(for: .milliseconds(1))
        stage.beat(0)
        #expect(stage.asks.count == 1)
    }

    @Test func `while entries come, a difference is asked about when it is a second old`() {
        var stage = stage()
        stage.beat(0)
        let start = stage.now
        for index in 1...100 as ClosedRange<UInt32> {
            stage.run(for: .milliseconds(20))
            stage.say(0, .ink([1], at: index))
            stage.beat(0)
            guard stage.asks.isEmpty else { break }
        }
        #expect(stage.asks.map(\.at) == [start + .seconds(1)])
    }

    @Test func `a digest that agrees in between makes the second begin anew`() {
        var stage = stage()
        stage.beat(0)
        for index in 1...70 as ClosedRange<UInt32> {
            stage.run(for: .milliseconds(20))
            stage.say(0, .ink([1], at: index))
            stage.players[0].digest = index == 25 ? nil : 99
            stage.beat(0)
        }
        #expect(stage.asks.isEmpty)
    }

    @Test func `each sender's second is its own`() {
        var stage = stage(players: [1000, 2000])
        stage.players[1].digest = 98
        stage.beat(0)
        for index in 1...70 as ClosedRange<UInt32> {
            stage.run(for: .milliseconds(20))
            stage.say(0, .ink([1], at: index))
            if index >= 30 { stage.beat(1) }
        }
        #expect(stage.asks.isEmpty)
        for index in 71...90 as ClosedRange<UInt32> {
            stage.run(for: .milliseconds(20))
            stage.say(0, .ink([1], at: index))
            stage.beat(1)
        }
        #expect(!stage.asks.isEmpty)
    }

    @Test func `who holds nothing asks at the first heartbeat`() {
        var stage = Stage()
        stage.start()
        stage.players[0].digest = 99
        stage.players[0].entries = 5
        stage.run(for: .milliseconds(3))
        stage.beat(0)
        #expect(stage.asks.map(\.at) == [stage.now])
        #expect(stage.asks.map(\.session) == [Stage.home])
    }

    @Test func `who holds more leaves it to the other to ask`() {
        var stage = stage()
        stage.players[0].isBeating = true
        stage.players[0].entries = 0
        stage.run(for: .seconds(5))
        #expect(stage.asks.isEmpty)
        stage.players[0].entries = 1
        stage.run(for: .seconds(2))
        #expect(!stage.asks.isEmpty)
    }

    @Test func `who holds nothing does not ask where there is nothing`() {
        var stage = Stage.entered()
        for _ in 0..<50 {
            stage.run(for: .milliseconds(100))
            stage.beat(0)
        }
        #expect(stage.node.statistics.vectorsSent == 0)
    }

    @Test func `equal digests are never asked about`() {
        var stage = stage()
        stage.players[0].digest = nil
        stage.players[0].isBeating = true
        stage.run(for: .seconds(20))
        #expect(stage.node.statistics.vectorsSent == 0)
    }

    @Test(arguments: [[], .noDigestCompare] as [Defects])
    func `without the comparison nobody asks`(defects: Defects) {
        var stage = stage(defects: defects)
        stage.players[0].isBeating = true
        stage.run(for: .seconds(5))
        #expect(stage.asks.isEmpty == defects.contains(.noDigestCompare))
    }

    @Test func `of three, one asks after a random wait of at most 4g`() {
        let waits = (0..<200 as Range<UInt64>).map { seed -> Int64 in
            var stage = stage(players: [1000, 2000], seed: seed)
            stage.run(for: .milliseconds(200))
            stage.beat(0)
            let start = stage.now
            stage.run(within: .milliseconds(60)) { !$0.asks.isEmpty }
            return stage.asks.first.map { ($0.at - start).microseconds } ?? .max
        }
        #expect(waits.allSatisfy { $0 <= 40_000 })
        // The mean of TruncExp(T, 3) is T (e^λ/(e^λ − 1) − 1/λ): 26.5 ms.
        let mean = waits.reduce(0) { $0 + $1 / 200 }
        #expect((24_000...29_000).contains(mean))
    }

    @Test func `another's question puts mine off by 100 ms + 4g`() {
        var stage = stage(players: [1000, 2000])
        stage.run(for: .milliseconds(200))
        stage.beat(0)
        let start = stage.now
        stage.say(1, .holding([1000: 1], asks: true))
        stage.run(for: .milliseconds(300))
        #expect(stage.asks.map(\.at) == [start + .milliseconds(140)])
    }

    @Test func `another's vector that does not ask puts nothing off`() {
        var stage = stage(players: [1000, 2000])
        stage.run(for: .milliseconds(200))
        stage.beat(0)
        let start = stage.now
        stage.say(1, .holding([1000: 1]))
        stage.run(for: .milliseconds(300))
        #expect(stage.asks.count == 1)
        #expect(stage.asks.allSatisfy { $0.at - start <= .milliseconds(40) })
    }

    @Test func `a digest that agrees before I asked makes the question needless`() {
        var stage = stage(players: [1000, 2000])
        stage.run(for: .milliseconds(200))
        stage.beat(0)
        stage.players[0].digest = nil
        stage.beat(0)
        stage.run(for: .milliseconds(300))
        #expect(stage.asks.isEmpty)
    }

    @Test func `nobody asks twice within 100 ms + 4g`() {
        var stage = stage()
        stage.run(for: .milliseconds(200))
        for _ in 0..<200 {
            stage.beat(0)
            stage.run(for: .milliseconds(5))
        }
        let times = stage.asks.map(\.at)
        #expect(times.count > 2)
        for (first, second) in zip(times, times.dropFirst()) {
            #expect(second - first >= .milliseconds(140))
        }
    }

    @Test func `who is behind and gets no answer asks six times at doubling intervals`() {
        var stage = Stage()
        stage.start()
        stage.players[0].digest = 99
        stage.players[0].entries = 5
        stage.beat(0)
        stage.run(for: .seconds(3))
        let times = stage.asks.map(\.at)
        let waits = zip(times, times.dropFirst()).map { ($1 - $0).microseconds / 1000 }
        #expect(waits == [140, 240, 440, 840])
        stage.run(for: .seconds(20))
        #expect(stage.asks.count == 6)
    }
}
