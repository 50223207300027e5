import SessionSimulation
import Testing

@testable import SessionCore

/// How vectors are answered: by repairs where little is missing, by an offer where much is.
struct OfferTests {
    /// A node that holds so many own entries, the author's included.
    private func stage(
        entries: Int, players: [UInt64] = [1000], seed: UInt64 = 1, defects: Defects = []
    ) throws -> Stage {
        var stage = Stage.entered(players: players, seed: seed, defects: defects)
        for _ in 1..<entries { try stage.append([1]) }
        for player in stage.players.indices { stage.players[player].isBeating = true }
        stage.run(for: .seconds(2))
        stage.forget()
        return stage
    }

    @Test(arguments: [[], .noRepair] as [Defects])
    func `up to 64 entries that the asker lacks are sent at once`(defects: Defects) throws {
        var stage = try stage(entries: 64, defects: defects)
        stage.say(0, .holding([:], asks: true))
        let count = stage.entries.filter { $0.at == stage.now }.count
        #expect(count == (defects.isEmpty ? 64 : 0))
        #expect(stage.offers.isEmpty)
    }

    @Test func `65 entries that the asker lacks are offered, with a vector, to all`() throws {
        var stage = try stage(entries: 65)
        stage.say(0, .holding([:], asks: true))
        #expect(stage.entries.isEmpty)
        #expect(stage.offers.map(\.part) == [stage.players[0].id])
        #expect(stage.offers.map(\.to) == [.group])
        #expect(stage.vectors.map(\.part.asks) == [false])
        #expect(stage.vectors.first?.part.holdings.first?.contiguous == 65)
    }

    @Test func `a vector that does not ask gets no answer`() throws {
        var stage = try stage(entries: 65)
        stage.say(0, .holding([:]))
        stage.run(for: .milliseconds(500))
        #expect(stage.offers.isEmpty && stage.entries.isEmpty)
    }

    @Test func `somebody not confirmed gets no answer`() throws {
        var stage = try stage(entries: 10)
        stage.players.append(Stage.Player(3000))
        stage.say(1, .holding([:], asks: true))
        #expect(stage.entries.isEmpty)
    }

    @Test func `only what lies within a vector's slice is answered`() {
        var stage = Stage.entered(players: [1000, 2000, 3000])
        for player in 0..<3 {
            stage.say(player, .ink([UInt8(player)], at: 0))
            stage.players[player].isBeating = true
        }
        stage.run(for: .seconds(1))
        stage.forget()
        let slice = VectorFrame(
            first: ParticipantID(rawValue: 1500), last: ParticipantID(rawValue: 2500),
            holdings: [], asks: true)
        stage.say(0, .vector(slice))
        stage.run(for: .milliseconds(200))
        let origins = stage.heard { frame -> ParticipantID? in
            if case .repair(let origin, _) = frame { origin } else { nil }
        }
        #expect(origins.map(\.part.rawValue) == [2000])
    }

    @Test func `of three, one offers after a random wait of at most 4g`() throws {
        var waits: Set<Int64> = []
        for seed in 0..<40 as Range<UInt64> {
            var stage = try stage(entries: 65, players: [1000, 2000], seed: seed)
            let start = stage.now
            stage.say(0, .holding([:], asks: true))
            stage.run(within: .milliseconds(60)) { !$0.offers.isEmpty }
            let offer = try #require(stage.offers.first)
            #expect(offer.at - start <= .milliseconds(40))
            waits.insert((offer.at - start).microseconds)
        }
        #expect(waits.count > 30)
    }

    @Test(arguments: [[], .noSuppression] as [Defects])
    func `another's offer makes mine needless`(defects: Defects) throws {
        var stage = try stage(entries: 65, players: [1000, 2000], defects: defects)
        stage.say(0, .holding([:], asks: true))
        stage.say(1, .offer(stage.players[0].id, entries: 65))
        stage.run(for: .milliseconds(100))
        #expect(stage.offers.isEmpty == defects.isEmpty)
        #expect(stage.node.statistics.offersSuppressed == (defects.isEmpty ? 1 : 0))
    }

    @Test func `another's offer to somebody else, or of another session, leaves mine be`() throws {
        var stage = try stage(entries: 65, players: [1000, 2000])
        stage.say(0, .holding([:], asks: true))
        stage.say(1, .offer(stage.players[1].id, entries: 65))
        stage.say(1, .offer(stage.players[0].id, entries: 65), in: SessionID(rawValue: 1))
        stage.run(for: .milliseconds(100))
        #expect(stage.offers.count == 1)
    }

    @Test func `an offer to who lacks little, or to somebody else, is not taken`() {
        var stage = Stage.entered()
        stage.say(0, .holding([77: 64]))
        stage.say(0, .offer(stage.node.id, entries: 64))
        stage.say(0, .offer(ParticipantID(rawValue: 3), entries: 500))
        #expect(stage.pulls.isEmpty)
        stage.run(for: .milliseconds(5))
        #expect(stage.nacks.map(\.part.entryCount) == [64])
    }

    @Test func `who sees 65 entries more with somebody pulls them from there, by unicast`() {
        var stage = Stage.entered(players: [1000, 2000])
        stage.say(1, .holding([77: 65]))
        #expect(stage.pulls.map(\.to) == [.peer(stage.address(1))])
        #expect(stage.pulls.map(\.part.entryCount) == [65])
        #expect(stage.sent.contains { $0.part == .pull(stage.players[1].id, stage.pulls[0].part) })
        stage.run(for: .milliseconds(60))
        #expect(stage.nacks.isEmpty)
    }

    @Test func `in a room at rest a newcomer asks whom it can pull from`() throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            var bus = Bus(seed: seed)
            for _ in 0..<2 { bus.addNode() }
            bus.run(for: .seconds(2))
            for _ in 0..<200 {
                try bus.with(0) { _ = try $0.append([1], channel: 1, at: $1) }
                bus.run(for: .milliseconds(2))
            }
            bus.run(for: .seconds(3))
            bus.addNode(id: seed * 700 + 1)
            // 4 g of spread and some round trips.
            let isSoon = bus.run(within: .milliseconds(20)) { $0.haveEqualLogs }
            #expect(isSoon)
            #expect(bus.nodes.map(\.statistics.requestsRefused) == [0, 0, 0])
        }
    }

    @Test func `who asks again meanwhile does not put my offer off`() throws {
        var stage = try stage(entries: 65, players: [1000, 2000])
        let start = stage.now
        for _ in 0..<20 {
            stage.say(0, .holding([:], asks: true))
            stage.run(for: .milliseconds(2))
        }
        let offer = try #require(stage.offers.first)
        #expect(offer.at - start <= .milliseconds(40))
    }

    // MARK: - Vectors

    @Test func `what a vector shows and I lack is asked for, once the sender is confirmed`() {
        for isEchoing in [false, true] {
            var stage = Stage.entered { $0.isEchoing = isEchoing }
            let start = stage.now
            stage.say(0, .holding([77: 3]))
            stage.run(for: .milliseconds(20))
            // Among two: max(2 ms, g/2) later, and by unicast.
            #expect(stage.nacks.map(\.at) == (isEchoing ? [start + .milliseconds(5)] : []))
            #expect(stage.nacks.allSatisfy { $0.to == .peer(stage.address(0)) })
        }
    }

    @Test func `a vector of many logs comes in slices without gap or overlap`() throws {
        var stage = Stage.entered()
        let origins = (0..<100 as Range<UInt64>).map { 10_000 + $0 * 37 }
        for origin in origins {
            stage.say(0, .chunk(for: ParticipantID(rawValue: 1), of: origin, 0..<1))
        }
        stage.players[0].digest = 99
        stage.run(for: .milliseconds(200))
        stage.beat(0)
        let slices = stage.asks.map(\.part)
        #expect(slices.count > 1)
        #expect(stage.datagramBytesMax <= 1200)
        #expect(slices.first?.first.rawValue == 0)
        #expect(slices.last?.last.rawValue == .max)
        for (left, right) in zip(slices, slices.dropFirst()) {
            #expect(left.last.rawValue + 1 == right.first.rawValue)
        }
        for slice in slices {
            #expect(
                slice.holdings.allSatisfy { $0.origin >= slice.first && $0.origin <= slice.last })
        }
        #expect(slices.flatMap(\.holdings).map(\.origin.rawValue) == origins)
    }

    @Test(arguments: [[], .noOrphan] as [Defects])
    func `what nobody holds is given up, until a vector shows it`(defects: Defects) {
        var stage = Stage.entered(defects: defects)
        stage.players[0].isBeating = true
        stage.say(0, .holding([77: 3]))
        stage.run(for: .seconds(5))
        #expect(stage.node.statistics.entriesOrphaned == (defects.isEmpty ? 3 : 0))
        stage.forget()
        stage.run(for: .seconds(20))
        #expect(stage.nacks.isEmpty == defects.isEmpty)
        guard defects.isEmpty else { return }
        stage.say(0, .holding([77: 2]))
        stage.run(for: .milliseconds(1))
        #expect(stage.nacks.map(\.part.entryCount) == [2])
    }

    // MARK: - Requests for much

    @Test func `a request for more than 64 entries of the log is answered by an offer`() throws {
        for count in 64...65 as ClosedRange<UInt32> {
            var stage = try stage(entries: 65, players: [1000, 2000])
            stage.say(
                0,
                .nack([MissingRanges(origin: stage.node.id, stream: .log, ranges: [0..<count])]))
            stage.run(for: .milliseconds(50))
            #expect(stage.entries.count == (count == 64 ? 64 : 0))
            #expect(stage.offers.map(\.part) == (count == 64 ? [] : [stage.players[0].id]))
        }
    }

    @Test func `a newcomer among people who draw makes nobody repeat the log`() throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            var bus = Bus(seed: seed)
            for _ in 0..<3 { bus.addNode() }
            bus.run(for: .seconds(2))
            func draw(_ bus: inout Bus, _ count: Int) throws {
                for number in 0..<count {
                    try bus.with(number % 2) { _ = try $0.append([1], channel: 1, at: $1) }
                    bus.run(for: .milliseconds(5))
                }
            }
            try draw(&bus, 1000)
            bus.addNode(id: seed * 700 + 1)
            try draw(&bus, 60)
            bus.run(for: .seconds(1))
            let isComplete = bus.haveEqualLogs
            #expect(isComplete)
            #expect(bus.nodes.map(\.statistics.entriesRepaired).reduce(0, +) < 64)
            #expect(bus.nodes.map(\.statistics.chunksSent).count { $0 > 0 } == 1)
        }
    }

    @Test func `of eight holders one or two offer to a newcomer`() throws {
        var bus = Bus()
        bus.delay = .milliseconds(1)
        for _ in 0..<8 { bus.addNode() }
        bus.run(for: .seconds(3))
        for _ in 0..<200 {
            try bus.with(0) { _ = try $0.append([1], channel: 1, at: $1) }
            bus.run(for: .milliseconds(2))
        }
        bus.run(for: .seconds(3))
        let before = bus.nodes.reduce(0) { $0 + $1.statistics.offersSent }
        bus.addNode()
        bus.run(for: .milliseconds(500))
        #expect(bus.haveEqualLogs)
        let count = bus.nodes.reduce(0) { $0 + $1.statistics.offersSent } - before
        #expect((1...2).contains(count))
    }

    /// Each question would bring the next offer, at the network's pace.
    @Test func `who is offered again and again what is not lacking does not ask each time`() {
        var stage = Stage.entered(players: [1000, 2000])
        stage.say(1, .high(HighFrame(log: 500)))
        stage.forget()
        for _ in 0..<100 {
            stage.say(0, .holding([2000: 0, 3000: 1]), .offer(stage.node.id, entries: 100))
            stage.run(for: .milliseconds(5))
        }
        #expect((1...5).contains(stage.asks.count))
    }
}
