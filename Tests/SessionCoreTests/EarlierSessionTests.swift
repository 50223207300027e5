import Testing

@testable import SessionCore

/// What was before: kept, repaired and compared, for late ink.
struct EarlierSessionTests {
    static let next = Lineage.successor(of: Stage.home, activity: Stage.activity)

    /// A node that drew one stroke and then opened a new canvas.
    private func stage(players: [UInt64] = [1000, 2000]) throws -> Stage {
        var stage = Stage.entered(players: players)
        try stage.append([1])
        stage.with { $0.rotate(from: Stage.home, to: Stage.activity, at: $1) }
        for player in players.indices {
            stage.players[player].session = Self.next
            stage.players[player].isBeating = true
            stage.beat(player)
        }
        stage.run(for: .milliseconds(300))
        stage.forget()
        return stage
    }

    @Test func `late ink still comes to its own canvas`() throws {
        var stage = try stage()
        stage.say(0, .ink([9], at: 0), in: Stage.home)
        #expect(stage.bodies(in: Stage.home) == [[9]])
        #expect(stage.bodies(in: Self.next).isEmpty)
        #expect(stage.node.session.id == Self.next)
    }

    @Test func `an earlier session's entries are repaired there`() throws {
        var stage = try stage()
        let missing = MissingRanges(origin: stage.node.id, stream: .log, ranges: [1..<2])
        stage.say(0, .nack([missing]), in: Stage.home)
        #expect(stage.entries.map(\.part.index) == [1])
        #expect(stage.entries.map(\.session) == [Stage.home])
    }

    @Test func `an earlier session's digest that differs makes the node ask there`() throws {
        var stage = try stage()
        let digest = try #require(stage.node.replicas[Stage.home]?.digest)
        stage.players[0].earlier = StateFrame.Earlier(session: Stage.home, digest: digest)
        stage.beat(0)
        stage.run(for: .milliseconds(500))
        #expect(stage.asks.isEmpty)
        stage.players[0].earlier = StateFrame.Earlier(session: Stage.home, digest: digest &+ 1)
        stage.beat(0)
        stage.run(for: .milliseconds(200))
        #expect(stage.asks.map(\.session) == [Stage.home])
    }

    @Test func `whose digest of an earlier session agrees by then is not asked about it`() throws {
        var stage = try stage(players: [1000, 2000, 3000])
        let digest = try #require(stage.node.replicas[Stage.home]?.digest)
        stage.players[0].earlier = StateFrame.Earlier(session: Stage.home, digest: digest &+ 1)
        stage.beat(0)
        stage.say(1, .holding([:], asks: true), in: Stage.home)
        stage.players[0].earlier?.digest = digest
        stage.beat(0)
        stage.run(for: .seconds(3))
        #expect(stage.asks.isEmpty)
    }

    @Test func `who left a session while behind in it asks there until it is not`() {
        var stage = Stage.entered()
        stage.players[0].digest = 99
        stage.players[0].entries = 2
        stage.beat(0)
        stage.say(0, .ink([1], at: 1))
        stage.players[0].session = Self.next
        stage.players[0].digest = 0
        stage.players[0].entries = 0
        stage.players[0].isBeating = true
        stage.beat(0)
        stage.run(for: .milliseconds(500))
        #expect(stage.node.session.id == Self.next)
        #expect(stage.asks.filter { $0.session == Stage.home }.count >= 3)
        stage.say(0, .ink([2], at: 0), in: Stage.home)
        stage.forget()
        stage.run(for: .seconds(5))
        #expect(stage.asks.isEmpty)
    }

    @Test func `heartbeats show the digests of earlier sessions in turn`() throws {
        var stage = Stage.entered()
        var line: [SessionID] = []
        for step in 0..<3 as Range<UInt8> {
            try stage.append([step])
            line.append(stage.node.session.id)
            stage.with { node, now in
                node.rotate(from: node.session.id, to: Stage.activity, at: now)
            }
        }
        stage.forget()
        stage.players[0].session = stage.node.session.id
        stage.players[0].isBeating = true
        stage.run(for: .seconds(8))
        for session in line {
            let shown = stage.states.compactMap(\.part.earlier).filter { $0.session == session }
            #expect(shown.count >= 2)
            #expect(shown.allSatisfy { $0.digest == stage.node.replicas[session]?.digest })
        }
    }

    @Test func `the last eight are kept`() throws {
        var stage = Stage.entered()
        var line: [SessionID] = []
        for step in 0..<10 as Range<UInt8> {
            try stage.append([step])
            line.append(stage.node.session.id)
            stage.run(for: .milliseconds(10))
            stage.with { node, now in
                node.rotate(from: node.session.id, to: Stage.activity, at: now)
            }
        }
        let held = line.map { stage.node.entries(of: $0).filter { $0.channel == 1 }.map(\.body) }
        #expect(held == [[], []] + (2..<10).map { [[UInt8($0)]] })
        stage.forget()
        stage.say(0, .ink([9], at: 0), in: line[1])
        stage.say(0, .ink([9], at: 0), in: line[2])
        #expect(stage.bodies(in: line[1]).isEmpty)
        #expect(stage.bodies(in: line[2]) == [[9]])
    }

    @Test func `what nobody wrote in takes nobody's place`() throws {
        var stage = Stage.entered()
        try stage.append([1])
        for _ in 0..<12 {
            stage.with { node, now in
                node.rotate(from: node.session.id, to: Stage.activity, at: now)
            }
        }
        #expect(stage.node.entries(of: Stage.home).count == 2)
    }

    @Test func `in an earlier session an absent author's entry is asked for four times`() throws {
        var stage = try stage()
        stage.say(0, .holding([77: 1]), in: Stage.home)
        stage.run(for: .seconds(10))
        let asked = stage.nacks.filter {
            $0.session == Stage.home && $0.part[0].origin.rawValue == 77
        }
        #expect(asked.count == 4)
        #expect(stage.node.statistics.entriesOrphaned == 1)
    }

    @Test func `a false claim of a living author's is given up after ten tries, until a vector`()
        throws
    {
        var stage = try stage()
        let author = stage.players[0].id
        func asked(_ stage: Stage) -> [[Range<UInt32>]] {
            stage.nacks.filter { $0.session == Stage.home }.flatMap(\.part)
                .filter { $0.origin == author }.map(\.ranges)
        }
        stage.say(1, .holding([author.rawValue: 5]), in: Stage.home)
        stage.run(for: .seconds(10))
        #expect(asked(stage) == Array(repeating: [0..<5], count: 10))
        #expect(stage.node.statistics.entriesOrphaned == 5)
        stage.forget()
        stage.run(for: .seconds(10))
        #expect(asked(stage).isEmpty)
        stage.say(0, .holding([author.rawValue: 2]), in: Stage.home)
        stage.run(for: .milliseconds(50))
        #expect(asked(stage) == [[0..<2]])
        stage.say(0, .ink([8], at: 0), .ink([9], at: 1), in: Stage.home)
        #expect(stage.bodies(in: Stage.home) == [[8], [9]])
        stage.forget()
        stage.run(for: .seconds(5))
        #expect(asked(stage).isEmpty)
    }

    @Test func `another's entry in an earlier session does not bring one back`() throws {
        var stage = try stage()
        stage.say(0, .ink([9], at: 0), in: Stage.home)
        stage.run(for: .seconds(4))
        #expect(stage.entered.isEmpty)
    }

    @Test func `sessions of another activity are ignored`() {
        var stage = Stage.entered(players: [1000, 2000, 3000])
        for player in 1...2 {
            stage.players[player].activity.identifier = "other"
            stage.players[player].session = Lineage.successor(
                of: Stage.home, activity: stage.players[player].activity)
            stage.players[player].founding = SessionID(rawValue: 0)
            stage.players[player].flags = .written
            stage.players[player].isBeating = true
            stage.beat(player)
        }
        stage.say(0, .leave(HighFrame(log: 0)))
        stage.run(for: .seconds(4))
        #expect(stage.node.session.id == Stage.home)
    }
}
