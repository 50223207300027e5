import SessionSimulation
import Testing

@testable import SessionCore

/// Bulk from one donor: windows, stalls, and who comes next.
struct PullTests {
    /// Without progress for so long a pull has stalled, for the first time to the fifth:
    /// 4g + 10, 20, 40, 80 and 100 ms.
    private static let stalls = [50, 60, 80, 120, 140].map { Interval.milliseconds($0) }

    /// A node that lacks much of some logs, which the first player has shown that it holds.
    private func stage(
        _ counts: [UInt64: UInt32], players: [UInt64] = [1000, 2000]
    ) -> Stage {
        var stage = Stage.entered(players: players)
        for player in players.indices.dropFirst() { stage.players[player].isBeating = true }
        stage.say(0, .holding(counts))
        return stage
    }

    /// The donor sends all that was asked for in a pull, up to a number of entries.
    private func give(
        _ stage: inout Stage, _ wanted: [MissingRanges], from player: Int = 0,
        upTo count: Int = .max
    ) {
        var left = count
        for item in wanted {
            for range in item.ranges {
                for start in stride(from: range.lowerBound, to: range.upperBound, by: 50) {
                    let end = min(start + 50, range.upperBound)
                    guard left >= Int(end - start) else { return }
                    left -= Int(end - start)
                    stage.say(
                        player,
                        .chunk(for: stage.node.id, of: item.origin.rawValue, start..<end))
                }
            }
        }
    }

    @Test func `windows double from 32 chunks to 256, each as half of the last has come`() {
        let origins = (0..<6 as Range<UInt64>).map { 70 + $0 }
        var stage = stage([:])
        // Envelopes of 16 bytes, with 4 around them: 58 in a chunk.
        stage.say(
            0, .holding(Dictionary(uniqueKeysWithValues: origins.map { ($0, 4000) })))
        var windows = [stage.pulls[0].part.entryCount / 58]
        var queue = stage.pulls[0].part
        var (answered, outstanding, given) = (1, queue.entryCount, 0)
        while let item = queue.first {
            queue.removeFirst()
            for range in item.ranges {
                for start in stride(from: range.lowerBound, to: range.upperBound, by: 50) {
                    let chunk = start..<min(start + 50, range.upperBound)
                    stage.run(for: Interval(microseconds: 100))
                    stage.say(0, .chunk(for: stage.node.id, of: item.origin.rawValue, chunk))
                    given += chunk.count
                    outstanding -= chunk.count
                    guard answered < stage.pulls.count else { continue }
                    // Asked again when half had come, and no sooner; for what the logs still hold.
                    #expect(outstanding <= (windows.last ?? 0) * 58 / 2 + 58)
                    for pull in stage.pulls[answered...] {
                        outstanding += pull.part.entryCount
                        queue += pull.part
                    }
                    answered = stage.pulls.count
                    windows.append(outstanding / 58)
                }
            }
        }
        #expect(given == 24_000)
        #expect(stage.bodies(in: Stage.home).count == 24_000)
        #expect(windows.prefix(4) == [32, 64, 128, 256])
        #expect(windows.allSatisfy { $0 <= 256 })
    }

    @Test func `what has not come for 4g + 10 ms is asked for again, and what has is not`() {
        var stage = stage([77: 1000])
        let first = stage.pulls[0].part
        #expect(first.entryCount == 1000)
        stage.run(for: .milliseconds(10))
        give(&stage, first, upTo: 200)
        let progress = stage.now
        stage.forget()
        stage.run(for: .milliseconds(200))
        #expect(stage.pulls.first?.at == progress + Self.stalls[0])
        #expect(stage.pulls.first?.part.flatMap(\.ranges) == [200..<1000])
    }

    @Test func `what the donor has passed over is asked for again without a wait`() {
        var stage = stage([77: 4000])
        stage.run(for: .milliseconds(20))
        give(&stage, [stage.pulled(0..<100), stage.pulled(150..<1000)])
        #expect(stage.pulls.count == 2)
        #expect(stage.pulls.last?.at == stage.now)
        #expect(stage.pulls.last?.part.flatMap(\.ranges).first == 100..<150)
    }

    @Test func `what was asked for within two round trips may still be under way`() {
        var stage = stage([77: 4000])
        stage.run(for: .milliseconds(19))
        give(&stage, [stage.pulled(0..<100), stage.pulled(150..<1000)])
        #expect(stage.pulls.count == 2)
        #expect(stage.pulls.last?.part.flatMap(\.ranges).first == 1856..<4000)
    }

    @Test func `one chunk in twenty that is lost costs a wait only at the end`() throws {
        let times = try (1...5 as ClosedRange<UInt64>).map { seed in
            var bus = Bus(seed: seed)
            for _ in 0..<2 { bus.addNode() }
            bus.run(for: .seconds(2))
            for _ in 0..<8000 {
                try bus.with(0) {
                    _ = try $0.append(Array(repeating: 1, count: 60), channel: 1, at: $1)
                }
                bus.run(for: Interval(microseconds: 300))
            }
            bus.run(for: .seconds(3))
            let late = bus.addNode()
            bus.run(within: .seconds(2)) { $0.nodes[late].entryCount > 100 }
            bus.lossPermille = 50
            let start = bus.now
            bus.run(within: .seconds(1)) { $0.haveEqualLogs }
            return bus.now - start
        }
        // 460 chunks at 32,000 a second and some round trips; and 4g + 10 ms.
        #expect(times.sorted()[2] < .milliseconds(35))
        #expect(times.allSatisfy { $0 < .milliseconds(100) })
    }

    @Test func `a stall halves the window`() {
        var stage = stage([77: 4000, 78: 4000])
        // Half of 32 chunks: the window grows to 64.
        give(&stage, stage.pulls[0].part, upTo: 1000)
        let window = stage.node.replica.catchUp.window
        #expect(window == 64)
        stage.run(for: Self.stalls[0])
        #expect(stage.node.replica.catchUp.window == 32)
        stage.run(for: Self.stalls[1])
        #expect(stage.node.replica.catchUp.window == 32, "and never below")
    }

    @Test func `at the fifth stall somebody else is sought, and found`() {
        var stage = stage([77: 1000])
        let start = stage.now
        var times = [start]
        for stall in Self.stalls {
            #expect(stage.pulls.map(\.at) == times && stage.asks.isEmpty)
            stage.run(for: stall)
            times.append(stage.now)
        }
        #expect(stage.asks.map(\.at) == times.suffix(1))
        #expect(stage.pulls.map(\.at) == times.dropLast())
        stage.say(1, .holding([77: 1000]))
        #expect(stage.pulls.last?.to == .peer(stage.address(1)))
        #expect(stage.pulls.last?.at == stage.now)
        give(
            &stage,
            [MissingRanges(origin: ParticipantID(rawValue: 77), stream: .log, ranges: [0..<1000])],
            from: 1)
        #expect(stage.bodies(in: Stage.home).count == 1000)
    }

    @Test func `any progress makes the stalls count anew`() {
        var stage = stage([77: 1000])
        let wanted = stage.pulls[0].part
        for round in 1...4 {
            stage.run(for: Self.stalls.dropLast().reduce(.zero, +))
            give(
                &stage,
                [
                    MissingRanges(
                        origin: wanted[0].origin, stream: .log,
                        ranges: [UInt32(round * 50)..<UInt32(round * 50 + 50)])
                ])
        }
        #expect(stage.asks.isEmpty)
        #expect(stage.pulls.allSatisfy { $0.to == .peer(stage.address(0)) })
    }

    @Test func `from who holds only a part only that part is pulled, then others are asked`() {
        var stage = stage([77: 100])
        #expect(stage.pulls[0].part.flatMap(\.ranges) == [0..<100])
        stage.say(1, .holding([77: 300]))
        #expect(stage.pulls.count == 1)
        give(&stage, stage.pulls[0].part)
        stage.run(within: .seconds(1)) { !$0.asks.isEmpty }
        stage.say(1, .holding([77: 300]))
        #expect(stage.pulls.last?.to == .peer(stage.address(1)))
        #expect(stage.pulls.last?.part.flatMap(\.ranges) == [100..<300])
    }

    @Test func `the donor's good-bye makes the node look for another`() {
        var stage = stage([77: 1000])
        stage.say(0, .leave(HighFrame(log: 0)))
        stage.run(for: .milliseconds(300))
        #expect(!stage.asks.isEmpty)
    }

    @Test func `a donor that dies in the middle costs less than a second`() throws {
        var bus = Bus()
        bus.delay = .milliseconds(2)
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(2))
        for step in 0..<8000 {
            try bus.with(step % 2) {
                _ = try $0.append(Array(repeating: 1, count: 60), channel: 1, at: $1)
            }
            if step % 10 == 0 { bus.run(for: .milliseconds(5)) }
        }
        #expect(bus.run(within: .seconds(9)) { $0.haveEqualLogs })
        bus.run(for: .seconds(2))
        let late = bus.addNode()
        bus.run(within: .seconds(2)) { $0.nodes[late].entryCount > 500 }
        let donor = try #require(
            bus.nodes.indices.first { bus.nodes[$0].statistics.chunksSent > 0 })
        bus.kill(donor)
        let other = (donor + 1) % 3
        let isWhole = bus.run(within: .seconds(1)) {
            $0.nodes[late].logDigest == $0.nodes[other].logDigest
        }
        #expect(isWhole)
        #expect(bus.bodies(at: late).count == 8000)
    }

    // MARK: - Being told

    @Test func `one is told once that all is here, with what it took`() throws {
        var stage = Stage()
        stage.start()
        stage.players[0].digest = 99
        stage.players[0].entries = 300
        stage.beat(0)
        let start = stage.now
        stage.run(for: .milliseconds(7))
        stage.say(0, .holding([77: 300]), .offer(stage.node.id, entries: 300))
        give(&stage, stage.pulls[0].part)
        stage.players[0].digest = nil
        stage.players[0].isBeating = true
        let end = stage.now
        stage.run(for: .seconds(5))
        let told = stage.told.compactMap { told -> (Int, Int, Interval)? in
            guard case .caughtUp(let entries, let bytes, let elapsed) = told.event else {
                return nil
            }
            return (entries, bytes, elapsed)
        }
        try #require(told.count == 1)
        #expect(told[0] == (300, 300 * 16, end - start))
        let links = stage.told.compactMap { told -> LinkState? in
            if case .link(let link) = told.event { link } else { nil }
        }
        #expect(links.contains(.catchingUp(held: 0, known: 300)))
        #expect(links.last == .connected)
        #expect(stage.node.isComplete)
    }
}

extension Stage {
    /// A range of the log that is pulled.
    fileprivate func pulled(_ range: Range<UInt32>) -> MissingRanges {
        MissingRanges(origin: ParticipantID(rawValue: 77), stream: .log, ranges: [range])
    }
}
