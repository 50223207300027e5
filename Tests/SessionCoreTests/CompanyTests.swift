import SessionSimulation
import Testing

@testable import SessionCore

/// PROTOCOL 7, among real nodes: how soon all know of each other, and that somebody is gone.
@Suite struct CompanyTests {
    /// Nodes that start together, their ids drawn.
    private func company(of count: Int, seed: UInt64, lossPermille: UInt64) -> Bus {
        var bus = Bus(seed: seed)
        bus.lossPermille = lossPermille
        var ids = RandomSource(seed: seed &+ 1_000_003)
        for _ in 0..<count { bus.addNode(id: ids.next()) }
        return bus
    }

    private static func isComplete(_ bus: Bus) -> Bool {
        bus.nodes.allSatisfy { $0.participants.count == bus.nodes.count - 1 }
    }

    @Test func `three that start together at 20 % loss know each other within a second`() {
        var late: [Double] = []
        for seed in 0..<100 as Range<UInt64> {
            var bus = company(of: 3, seed: seed, lossPermille: 200)
            let start = bus.now
            let isTogether = bus.run(within: .seconds(10), until: Self.isComplete)
            #expect(isTogether)
            let taken = (bus.now - start).inMilliseconds
            if taken > 1000 { late.append(taken) }
        }
        #expect(late.isEmpty, "\(late.count) of 100, at worst \(late.max() ?? 0) ms")
    }

    @Test func `64 that start together know each other within 3 s, each with 20 datagrams`() {
        var bus = company(of: 64, seed: 1, lossPermille: 20)
        let isTogether = bus.run(within: .seconds(3), until: Self.isComplete)
        #expect(isTogether)
        #expect(bus.datagrams < 64 * 20)
    }

    /// How long after one of a room fell silent the others say so, in milliseconds.
    private func lossTimes(_ count: Int, seed: UInt64, lossPermille: UInt64) throws -> [Double] {
        var bus = company(of: count, seed: seed, lossPermille: 0)
        let isTogether = bus.run(within: .seconds(10), until: Self.isComplete)
        try #require(isTogether)
        bus.lossPermille = lossPermille
        bus.run(for: .milliseconds(Int64(2000 + seed * 137)))
        let gone = Int(seed) % count
        let id = bus.nodes[gone].id
        bus.kill(gone)
        let start = bus.now
        var times: [Int: Double] = [:]
        bus.run(within: .seconds(8)) { bus in
            for other in bus.nodes.indices where other != gone && times[other] == nil {
                let isLost = bus.events[other].contains { event in
                    if case .participantLeft(id, .lost) = event { true } else { false }
                }
                if isLost { times[other] = (bus.now - start).inMilliseconds }
            }
            return times.count == count - 1
        }
        return times.keys.sorted().compactMap { times[$0] }
    }

    @Test(arguments: 0..<10)
    func `one of 32 that falls silent is lost for all others within 4.5 s`(seed: UInt64) throws {
        let times = try lossTimes(32, seed: seed, lossPermille: 0)
        #expect(times.count == 31 && times.allSatisfy { $0 <= 4500 }, "\(times.max() ?? 0) ms")
    }

    @Test(arguments: 10..<13)
    func `at 5 % loss, too, all others report it within 4.5 s`(seed: UInt64) throws {
        let times = try lossTimes(32, seed: seed, lossPermille: 50)
        #expect(times.count == 31 && times.allSatisfy { $0 <= 4500 }, "\(times.max() ?? 0) ms")
    }
}
