import Testing

@testable import SessionCore

/// What moves along when a node yields or adopts.
struct CarryingTests {
    /// A node in a session of its own, to which it has founded nothing else.
    private func founder(defects: Defects = []) -> Stage {
        var configuration = Configuration()
        configuration.defects = defects
        var stage = Stage(configuration: configuration)
        stage.players[0].flags = .written
        stage.players[0].founding = SessionID(rawValue: 0)
        stage.start()
        return stage
    }

    /// Others are heard in a session to which the node is to yield; it does.
    private func yield(_ stage: inout Stage) {
        stage.players[0].isBeating = true
        stage.beat(0)
        stage.run(within: .seconds(2)) { $0.node.session.id == Stage.home }
        #expect(stage.node.session.id == Stage.home)
    }

    @Test(arguments: [[], .noCarry] as [Defects])
    func `what was drawn while listening is appended anew, in order, once`(defects: Defects)
        throws
    {
        var stage = founder(defects: defects)
        for body in 1...3 as ClosedRange<UInt8> { try stage.append([body]) }
        yield(&stage)
        stage.run(for: .seconds(5))
        #expect(stage.bodies(in: Stage.home) == (defects.isEmpty ? [[1], [2], [3]] : []))
        #expect(stage.node.statistics.entriesCarried == (defects.isEmpty ? 3 : 0))
        guard defects.isEmpty else { return }
        let sent = stage.entries.filter { $0.session == Stage.home }
        #expect(Set(sent.map(\.part.index)) == [0, 1, 2, 3])
        #expect(stage.node.entries(of: Stage.home).map(\.channel) == [0, 1, 1, 1])
    }

    @Test func `the ink of the first 10 s comes along, and later ink stays`() throws {
        var stage = founder()
        let start = stage.now
        try stage.append([1])
        stage.run(for: start + .milliseconds(9999) - stage.now)
        try stage.append([2])
        stage.run(for: .milliseconds(1))
        try stage.append([3])
        yield(&stage)
        #expect(stage.bodies(in: Stage.home) == [[1], [2]])
    }

    @Test func `the 10 s run from the founding, not from the first stroke`() throws {
        var stage = founder()
        stage.run(for: .seconds(9))
        try stage.append([1])
        stage.run(for: .milliseconds(1000))
        try stage.append([2])
        yield(&stage)
        #expect(stage.bodies(in: Stage.home) == [[1]])
    }

    @Test func `an ending does not come along`() throws {
        var stage = founder()
        try stage.append([1])
        stage.with { $0.end(at: $1) }
        yield(&stage)
        #expect(stage.bodies(in: Stage.home) == [[1]])
        #expect(!stage.endings.contains(Stage.home))
    }

    @Test func `from a session that somebody else founded nothing comes along`() throws {
        var stage = Stage(players: [1000, 2000])
        let other = SessionID(rawValue: 0xFFFF)
        stage.players[1].session = other
        stage.players[1].founding = other
        stage.start()
        stage.beat(1)
        try stage.append([1])
        stage.say(1, .leave(HighFrame(log: 0)))
        stage.players[0].flags = .written
        stage.players[0].founding = SessionID(rawValue: 0)
        yield(&stage)
        #expect(stage.bodies(in: Stage.home).isEmpty)
        #expect(stage.notices == [.inkLeftBehind(other)])
    }

    @Test func `from a session that follows the first nothing comes along`() throws {
        var stage = founder()
        stage.run(for: .milliseconds(600))
        let own = stage.node.session.id
        stage.with { $0.rotate(from: own, to: Stage.activity, at: $1) }
        let second = stage.node.session.id
        try stage.append([1])
        yield(&stage)
        #expect(stage.bodies(in: Stage.home).isEmpty)
        #expect(stage.notices == [.inkLeftBehind(second)])
    }

    @Test func `from a session reopened nothing comes along`() throws {
        var stage = founder()
        stage.run(for: .milliseconds(600))
        stage.with { node, _ in node.withReplica { $0.isReopened = true } }
        try stage.append([1])
        yield(&stage)
        #expect(stage.bodies(in: Stage.home).isEmpty)
    }

    @Test func `on opening a session nothing comes along, and nobody is told of ink`() throws {
        var stage = founder()
        stage.run(for: .milliseconds(600))
        try stage.append([1])
        let own = stage.node.session.id
        stage.with { $0.rotate(from: own, to: Stage.activity, at: $1) }
        #expect(stage.node.entryCount == 0)
        #expect(stage.notices.isEmpty)
    }

    @Test func `nobody is told of ink where all came along, or where there was none`() throws {
        var stage = founder()
        try stage.append([1])
        yield(&stage)
        #expect(stage.notices.isEmpty)
        var empty = founder()
        empty.run(for: .milliseconds(600))
        yield(&empty)
        #expect(empty.notices.isEmpty)
    }

    @Test func `one is told where a part of the ink stayed behind`() throws {
        var stage = founder()
        let own = stage.node.session.id
        try stage.append([1])
        stage.run(for: .seconds(11))
        try stage.append([2])
        yield(&stage)
        #expect(stage.bodies(in: Stage.home) == [[1]])
        #expect(stage.notices == [.inkLeftBehind(own)])
    }

    @Test func `who goes back and comes again carries nothing twice`() throws {
        var stage = Stage(players: [1000, 2000, 3000])
        stage.players[0].flags = .written
        stage.players[0].founding = SessionID(rawValue: 0)
        stage.start()
        let own = stage.node.session.id
        stage.run(for: .milliseconds(600))
        try stage.append([1])
        yield(&stage)
        // The others of home leave; two are heard in the node's own session.
        stage.say(0, .leave(HighFrame(log: 0)))
        for player in 1...2 {
            stage.players[player].session = own
            stage.players[player].founding = own
            stage.players[player].flags = .written
            stage.players[player].isBeating = true
            stage.beat(player)
        }
        stage.run(within: .seconds(3)) { $0.node.session.id == own }
        try #require(stage.node.session.id == own)
        for player in 1...2 {
            stage.players[player].session = Stage.home
            stage.players[player].founding = SessionID(rawValue: 0)
        }
        stage.beat(1)
        stage.beat(2)
        stage.run(within: .seconds(8)) { $0.node.session.id == Stage.home }
        try #require(stage.node.session.id == Stage.home)
        #expect(stage.node.entries(of: Stage.home).filter { $0.channel == 1 }.map(\.body) == [[1]])
    }

    @Test func `who comes again is told all that was there, once, and what is new after it`() throws
    {
        var stage = founder()
        let own = stage.node.session.id
        stage.run(for: .milliseconds(600))
        for body in 1...200 as ClosedRange<UInt8> { try stage.append([body]) }
        yield(&stage)
        stage.players[0].session = own
        stage.say(0, Frame.ink([201], at: 0), in: own)
        stage.forget()
        for player in 0...1 {
            stage.players.append(Stage.Player(2000 + UInt64(player)))
            stage.players[player].session = own
            stage.players[player].founding = SessionID(rawValue: 0)
            stage.players[player].flags = .written
            stage.players[player].isBeating = true
            stage.beat(player)
        }
        stage.run(within: .seconds(8)) { $0.node.session.id == own }
        try #require(stage.node.session.id == own)
        #expect(stage.bodies(in: own).sorted { $0[0] < $1[0] } == (1...201).map { [$0] })
        try stage.append([202])
        #expect(stage.bodies(in: own).last == [202])
        #expect(stage.bodies(in: own).count == 202)
    }
}
