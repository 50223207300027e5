import SessionCore

/// A story with a promise at its end, told on a plain wire: where `Simulation` asks whether
/// everything comes right, this asks how soon, and at what cost.
package struct Scenario: Sendable {
    package let name: String
    /// What is promised.
    package let promise: String
    private let tell: @Sendable (UInt64) throws(Broken) -> String

    /// The promise was broken.
    package struct Broken: Error {
        package var what: String
    }

    init(
        _ name: String, _ promise: String,
        _ tell: @escaping @Sendable (UInt64) throws(Broken) -> String
    ) {
        self.name = name
        self.promise = promise
        self.tell = tell
    }

    /// Tells the story once; what was measured is returned.
    package func run(seed: UInt64) throws(Broken) -> String { try tell(seed) }

    package static let all = [crowd, split, rotations, survivor, vast]

    /// Those that are called so, or all.
    package static func named(_ name: String) -> [Scenario] {
        all.filter { name == "all" || $0.name == name }
    }
}

/// Fails the story unless a condition holds.
func demand(_ isTrue: Bool, _ what: @autoclosure () -> String) throws(Scenario.Broken) {
    guard isTrue else { throw Scenario.Broken(what: what()) }
}

extension Bus {
    /// Nodes that know each other, and are at rest.
    static func company(
        of count: Int, seed: UInt64, lossPermille: UInt64 = 0
    ) throws(Scenario.Broken) -> Bus {
        var bus = Bus(seed: seed)
        bus.keepsEvents = false
        for index in 0..<count { bus.addNode(id: bus.id(index, seed)) }
        let isTogether = bus.run(within: .seconds(10)) { bus in
            bus.nodes.allSatisfy { $0.participants.count == count - 1 }
        }
        try demand(isTogether, "\(count) do not come together")
        bus.lossPermille = lossPermille
        return bus
    }

    /// Drawn, so that who is first is not always the lowest.
    func id(_ index: Int, _ seed: UInt64) -> UInt64 {
        var random = RandomSource(seed: seed &* 1_000 &+ UInt64(index))
        return random.next()
    }

    /// A participant draws so many strokes, each an entry of so many bytes, all at once.
    mutating func draw(_ index: Int, strokes: Int, bytes: Int = 60) throws(Scenario.Broken) {
        let isDrawn = with(index) { node, now in
            for stroke in 0..<strokes {
                let body = [UInt8](repeating: UInt8(truncatingIfNeeded: stroke), count: bytes)
                guard (try? node.append(body, channel: 1, at: now)) != nil else { return false }
            }
            return true
        }
        try demand(isDrawn, "\(index) may not draw")
    }

    func agree(_ some: some Sequence<Int>) -> Bool {
        var known: (session: SessionID, digest: UInt64)?
        for index in some {
            let mine = (session: nodes[index].session.id, digest: nodes[index].logDigest)
            if let known, known != mine { return false }
            known = mine
        }
        return true
    }
}

// MARK: - The stories

extension Scenario {
    private static let logEntries = 12_000

    /// How long so many joiners take to hold all, and what everybody sends meanwhile.
    private static func join(
        _ count: Int, seed: UInt64
    ) throws(Broken) -> (milliseconds: Int64, bytes: Int, donors: Int) {
        var bus = try Bus.company(of: 2, seed: seed)
        try bus.draw(0, strokes: logEntries)
        let isDrawn = bus.run(within: .seconds(60)) { $0.agree(0..<2) }
        try demand(isDrawn, "two do not agree")
        bus.run(for: .seconds(5))
        bus.lossPermille = 50
        let (start, bytes) = (bus.now, bus.bytesSent)
        for index in 2..<2 + count {
            bus.addNode(id: bus.id(index, seed))
            bus.run(for: Interval(microseconds: 10_000 / Int64(count)))
        }
        let isComplete = bus.run(within: .seconds(20)) { $0.agree(0..<2 + count) }
        try demand(isComplete, "\(count) joiners are not complete after 20 s")
        let donors = bus.nodes.count { $0.statistics.chunksSent > 0 }
        return ((bus.now - start).microseconds / 1000, bus.bytesSent - bytes, donors)
    }

    static let crowd = Scenario(
        "crowd",
        "32 join at once at 5 % loss: complete within 2 s, for twice the bytes of one"
    ) { seed throws(Broken) in
        let one = try join(1, seed: seed)
        let many = try join(32, seed: seed)
        let line =
            "\(many.milliseconds) ms and \(many.bytes) B from \(many.donors), "
            + "one: \(one.milliseconds) ms and \(one.bytes) B from \(one.donors)"
        try demand(many.milliseconds <= 2_000 && many.bytes <= 2 * one.bytes, line)
        return line
    }

    static let split = Scenario(
        "split", "32 in three parts draw 50 strokes each: one picture within 3 s of the heal"
    ) { seed throws(Broken) in
        var bus = try Bus.company(of: 32, seed: seed)
        bus.parts = (0..<3).map { part in (0..<32).filter { $0 % 3 == part } }
        bus.run(for: .seconds(6))
        for stroke in 0..<50 {
            for index in 0..<32 { try bus.draw(index, strokes: 1, bytes: 40 + stroke) }
            bus.run(for: .milliseconds(100))
        }
        bus.parts = []
        let start = bus.now
        let isOne = bus.run(within: .seconds(30)) { $0.agree(0..<32) }
        let taken = (bus.now - start).microseconds / 1000
        let count = bus.nodes[0].entryCount
        let line = "\(taken) ms, \(count) entries"
        try demand(isOne && taken <= 3_000 && count == 32 * 51, line)
        return line
    }

    static let rotations = Scenario(
        "rotations", "split in two, new canvases in one half, both, or twice in one: one session"
    ) { seed throws(Broken) in
        var lines: [String] = []
        for openers in [[0], [0, 1], [0, 0]] {
            var bus = try Bus.company(of: 8, seed: seed)
            let first = bus.nodes[0].session.id
            bus.parts = (0..<2).map { part in (0..<8).filter { $0 % 2 == part } }
            bus.run(for: .seconds(6))
            for index in 0..<8 { try bus.draw(index, strokes: 20) }
            bus.run(for: .seconds(2))
            var opened: [SessionID] = []
            for opener in openers {
                bus.with(opener) { node, now in
                    node.rotate(from: node.session.id, to: node.session.activity, at: now)
                }
                opened.append(bus.nodes[opener].session.id)
                bus.run(for: .seconds(1))
                for index in 0..<8 where index % 2 == opener {
                    try bus.draw(index, strokes: 10)
                }
                bus.run(for: .seconds(1))
            }
            bus.parts = []
            let start = bus.now
            let last = opened[opened.count - 1]
            let isOne = bus.run(within: .seconds(20)) { bus in
                bus.agree(0..<8) && bus.nodes[0].session.id == last
                    && bus.nodes.allSatisfy { $0.entries(of: first).count == 8 * 21 }
            }
            let taken = (bus.now - start).microseconds / 1000
            try demand(isOne, "opened by \(openers): not one after \(taken) ms")
            lines.append("\(taken) ms")
        }
        return lines.joined(separator: ", ")
    }

    static let survivor = Scenario(
        "survivor", "all but one, who is incomplete, die while somebody catches up: nothing spins"
    ) { seed throws(Broken) in
        var bus = try Bus.company(of: 6, seed: seed)
        try bus.draw(0, strokes: logEntries)
        let isDrawn = bus.run(within: .seconds(60)) { $0.agree(0..<6) }
        try demand(isDrawn, "six do not agree")
        // Two join, one a little later, and the others die before either has all.
        bus.lossPermille = 100
        for index in 6..<8 {
            bus.addNode(id: bus.id(index, seed))
            bus.run(for: .milliseconds(3))
        }
        let least = Int(300 + seed % 1_000)
        let isBegun = bus.run(within: .seconds(10)) { $0.nodes[6].entryCount >= least }
        try demand(isBegun, "nothing came within 10 s")
        let (held, heldLate) = (bus.nodes[6].entryCount, bus.nodes[7].entryCount)
        for index in 0..<6 { bus.kill(index) }
        bus.lossPermille = 0
        let isOne = bus.run(within: .seconds(30)) { bus in
            bus.agree(6..<8) && bus.nodes[6].isComplete && bus.nodes[7].isComplete
        }
        let line = "\(held) and \(heldLate) entries of 2001, both \(bus.nodes[7].entryCount)"
        try demand(isOne && bus.nodes[7].entryCount >= max(held, heldLate), "\(line), not settled")
        bus.run(for: .seconds(10))
        let before = bus.datagrams
        bus.run(for: .seconds(10))
        let sent = bus.datagrams - before
        try demand(sent <= 2 * 12, "\(line), then \(sent) datagrams in 10 s")
        return line
    }

    static let vast = Scenario(
        "vast", "200,000 entries reach a late joiner, and the cap is told"
    ) { seed throws(Broken) in
        var bus = try Bus.company(of: 2, seed: seed)
        bus.keepsEvents = true
        for _ in 0..<200 where bus.nodes[0].entryCount < 199_000 {
            try bus.draw(0, strokes: 1_000, bytes: 8)
            bus.run(for: .milliseconds(900))
        }
        let isDrawn = bus.run(within: .seconds(120)) { $0.agree(0..<2) }
        try demand(isDrawn, "two do not agree")
        let isTold = bus.events[0].contains {
            if case .notice(.sessionNearlyFull) = $0 { true } else { false }
        }
        try demand(isTold, "the author was not told that the session is nearly full")
        bus.keepsEvents = false
        bus.lossPermille = 50
        let start = bus.now
        bus.addNode(id: bus.id(2, seed))
        let isComplete = bus.run(within: .seconds(60)) { $0.agree(0..<3) }
        let line = "\((bus.now - start).microseconds / 1000) ms, \(bus.nodes[2].entryCount) entries"
        try demand(isComplete, line)
        return line
    }
}
