import SessionSimulation
import Testing

@testable import SessionCore

/// How a node enters a room.
struct StartTests {
    @Test func `hello is said at 0, 100 and 300 ms, and nothing else before 500 ms`() {
        var stage = Stage(players: [])
        let start = stage.now
        stage.start()
        stage.run(for: Interval(microseconds: 499_999))
        let times = stage.sent.map { $0.at - start }
        #expect(times == [.zero, .milliseconds(100), .milliseconds(300)])
        #expect(stage.hellos.count == 3)
        #expect(stage.hellos.allSatisfy { $0.part.isStarting && $0.to == .group })
    }

    @Test func `after 500 ms of silence a node announces the session it was in from the start`() {
        var stage = Stage(players: [])
        let start = stage.now
        stage.start()
        #expect(stage.entered.map(\.cause) == [.founded])
        stage.run(within: .seconds(1)) { !$0.states.isEmpty }
        #expect(stage.now - start == .milliseconds(500))
        #expect(stage.states.map(\.session) == [stage.entered[0].session.id])
        #expect(stage.states.map(\.part.founding) == [stage.entered[0].session.id])
        #expect(stage.entered.count == 1)
    }

    @Test func `sessions founded by different seeds have different ids`() {
        let ids = (0..<100 as Range<UInt64>).map { Stage(seed: $0).node.session.id }
        #expect(Set(ids).count == 100)
    }

    @Test func `the first heartbeat is adopted, and answered at once`() {
        var stage = Stage(players: [1000, 2000])
        stage.players[1].session = SessionID(rawValue: 0x0001)
        stage.players[1].founding = SessionID(rawValue: 0x0001)
        stage.start()
        stage.run(for: .milliseconds(499))
        stage.beat(0)
        #expect(stage.entered.map(\.cause) == [.founded, .adopted])
        #expect(stage.node.session.id == Stage.home)
        #expect(stage.states.map(\.at) == [stage.now])
        #expect(stage.states.map(\.session) == [Stage.home])
    }

    @Test func `a heartbeat of another activity is not adopted`() {
        var stage = Stage()
        stage.players[0].activity.identifier = "other"
        stage.start()
        stage.beat(0)
        stage.run(for: .seconds(1))
        #expect(stage.entered.map(\.cause) == [.founded])
    }

    @Test(
        arguments: [
            (4999, true, 1000), (5001, true, 500), (4999, false, 500),
        ] as [(UInt64, Bool, Int64)])
    func `only a starting hello of a lower id makes a node wait 500 ms more`(
        id: UInt64, isStarting: Bool, founded: Int64
    ) {
        var stage = Stage(players: [id])
        let start = stage.now
        stage.start()
        stage.run(for: .milliseconds(200))
        stage.say(0, .hello(stage.hello(0, isStarting: isStarting)))
        stage.run(within: .seconds(3)) { !$0.states.isEmpty }
        #expect(stage.now - start == .milliseconds(founded))
    }

    @Test func `the wait is made longer once only`() {
        var stage = Stage(players: [4000, 3000])
        let start = stage.now
        stage.start()
        stage.say(0, .hello(stage.hello(0, isStarting: true)))
        stage.run(for: .milliseconds(700))
        stage.say(1, .hello(stage.hello(1, isStarting: true)))
        stage.run(within: .seconds(3)) { !$0.states.isEmpty }
        #expect(stage.now - start == .seconds(1))
    }

    @Test(arguments: [[3, 1, 2], [1, 2, 3], [9, 7, 4, 8, 5]] as [[UInt64]])
    func `of racing starters the lowest founds, and nobody moves`(ids: [UInt64]) throws {
        var bus = Bus()
        for id in ids { bus.addNode(id: id * 1000) }
        let first = try #require(ids.indices.min { ids[$0] < ids[$1] })
        let session = bus.nodes[first].session.id
        let met = bus.run(within: .milliseconds(1100)) { bus in
            bus.nodes.allSatisfy { !$0.isListening && $0.session.id == session }
        }
        #expect(met)
        #expect(bus.nodes.allSatisfy { $0.statistics.chainsMet == 0 })
    }

    @Test func `one can draw from the first moment, and nothing of it goes out before 500 ms`()
        throws
    {
        var stage = Stage(players: [])
        stage.start()
        let own = stage.node.session.id
        try stage.append([7])
        #expect(stage.bodies(in: own) == [[7]])
        stage.run(for: .milliseconds(499))
        #expect(stage.entries.isEmpty)
        stage.run(for: .milliseconds(1))
        #expect(stage.entries.map(\.part.index) == [0, 1])
    }

    @Test func `whoever opens a new canvas while listening goes on listening`() {
        var stage = Stage()
        stage.start()
        let own = stage.node.session.id
        stage.run(for: .milliseconds(200))
        stage.with { $0.rotate(from: own, to: Stage.activity, at: $1) }
        #expect(stage.states.isEmpty)
        stage.run(for: .milliseconds(200))
        stage.beat(0)
        #expect(stage.node.session.id == Stage.home)
    }

    @Test func `who leaves while listening says nothing more`() {
        var stage = Stage(players: [])
        stage.start()
        stage.forget()
        stage.with { $0.leave(at: $1) }
        stage.run(for: .seconds(2))
        #expect(stage.sent.isEmpty)
        #expect(stage.node.hasLeft)
    }
}
