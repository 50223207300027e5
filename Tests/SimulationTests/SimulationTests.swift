import Foundation
import SessionSimulation
import Testing

@Suite struct SimulationTests {
    @Test(arguments: 1...10)
    func `a room comes right after faults`(seed: UInt64) {
        var simulation = Simulation(seed: seed)
        #expect(simulation.run().violation == nil)
    }

    @Test func `a large room comes right after faults`() {
        var simulation = Simulation(seed: 5, options: Options(participants: 12))
        #expect(simulation.run().violation == nil)
    }

    @Test(arguments: [3, 4])
    func `the same seed gives the same run`(seed: UInt64) {
        var first = Simulation(seed: seed)
        var second = Simulation(seed: seed)
        #expect(first.run().traceHash == second.run().traceHash)
    }

    @Test func `another seed gives another run`() {
        var first = Simulation(seed: 3)
        var second = Simulation(seed: 4)
        #expect(first.run().traceHash != second.run().traceHash)
    }

    @Test(arguments: ["no-repair", "reused-index", "no-duplicate-check", "unordered-messages"])
    func `a planted defect is found`(name: String) {
        var options = Options()
        let isPlanted = options.plant(name)
        #expect(isPlanted)
        let isFound = (1...8).contains { seed in
            var simulation = Simulation(seed: UInt64(seed), options: options)
            return simulation.run().violation != nil
        }
        #expect(isFound)
    }

    @Test(arguments: RememberedSeed.all)
    func `a seed that once failed does not fail again`(remembered: RememberedSeed) {
        let options = Options(participants: remembered.peers)
        var simulation = Simulation(seed: remembered.seed, options: options)
        #expect(simulation.run().violation == nil)
    }
}

/// A line of Tests/Fixtures/seeds.txt: a seed, perhaps `peers=N`, and after # what it found.
struct RememberedSeed: Sendable, CustomTestStringConvertible {
    var seed: UInt64
    var peers: Int?

    init?(_ line: Substring) {
        let words = line.prefix { $0 != "#" }.split(separator: " ")
        guard let first = words.first, let seed = UInt64(first) else { return nil }
        self.seed = seed
        for word in words.dropFirst() where word.hasPrefix("peers=") {
            peers = Int(word.dropFirst(6))
        }
    }

    var testDescription: String { "\(seed)" + (peers.map { " peers=\($0)" } ?? "") }

    static let all: [RememberedSeed] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/seeds.txt")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap(RememberedSeed.init)
    }()
}
