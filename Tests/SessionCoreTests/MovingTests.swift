import SessionSimulation
import Testing

@testable import SessionCore

/// The wait before a move, and what calls it off.
struct MovingTests {
    static let theirs = SessionID(rawValue: 0x11)

    /// A node alone in a session that is to yield to that of two others, whom it has just heard.
    private func stage(
        seed: UInt64 = 1, isWritten: Bool = true, defects: Defects = []
    ) -> Stage {
        var stage = Stage.entered(
            players: [1000, 2000, 3000], seed: seed, defects: defects
        ) { player in
            if isWritten { player.flags = .written }
            if player.id.rawValue > 1000 {
                player.session = Self.theirs
                player.founding = Self.theirs
                player.isEchoing = false
                player.activity.identifier = "other"
            }
        }
        stage.say(0, .leave(HighFrame(log: 0)))
        stage.forget()
        for player in 1...2 {
            stage.players[player].activity = Stage.activity
            stage.players[player].flags = .written
            stage.players[player].isBeating = true
        }
        stage.beat(1)
        return stage
    }

    /// How long a node waits before it is in the others' session.
    private func wait(_ stage: consuming Stage) -> Interval {
        let start = stage.now
        stage.run(within: .seconds(3)) { $0.node.session.id == Self.theirs }
        return stage.now - start
    }

    @Test(arguments: [[], .noMoveWait] as [Defects])
    func `a move waits a random time of up to a second`(defects: Defects) {
        let waits = (0..<200 as Range<UInt64>).map {
            wait(stage(seed: $0, defects: defects)).microseconds
        }
        guard defects.isEmpty else {
            #expect(waits.allSatisfy { $0 == 0 })
            return
        }
        #expect(waits.allSatisfy { $0 > 0 && $0 <= 1_000_000 })
        #expect((430_000...570_000).contains(waits.reduce(0) { $0 + $1 / 200 }))
        #expect(waits.contains { $0 < 100_000 } && waits.contains { $0 > 900_000 })
    }

    @Test func `who is alone where nobody wrote moves at once, and says so at once`() {
        let stage = stage(isWritten: false)
        #expect(stage.node.session.id == Self.theirs)
        #expect(stage.entered.map(\.cause) == [.yielded])
        #expect(stage.states.last?.at == stage.now)
        #expect(stage.states.last?.session == Self.theirs)
    }

    @Test func `the move is called off when the others have gone by then`() {
        var stage = stage()
        for player in 1...2 {
            stage.players[player].isBeating = false
            stage.say(player, .leave(HighFrame(log: 0)))
        }
        stage.run(for: .seconds(2))
        #expect(stage.node.session.id == Stage.home)
        #expect(stage.node.statistics.movesCalledOff == 1)
    }

    @Test func `the move is called off when its reason has gone by then`() {
        var stage = stage()
        // Of two with nobody but one each, the lower founding id stays.
        for player in 1...2 {
            stage.players[player].founding = SessionID(rawValue: 0xFFFF)
            stage.players[player].people = 1
        }
        stage.beat(1)
        stage.run(for: .seconds(2))
        #expect(stage.node.session.id == Stage.home)
        #expect(stage.node.statistics.movesCalledOff >= 1)
    }

    @Test func `where two alone meet, one moves, once`() throws {
        for lower in 0..<2 {
            var bus = Bus()
            bus.parts = [[0], [1]]
            for index in 0..<2 { bus.addNode(id: UInt64(index == lower ? 10 : 11)) }
            bus.run(for: .seconds(1))
            for index in 0..<2 {
                try bus.with(index) { _ = try $0.append([1], channel: 1, at: $1) }
            }
            bus.run(for: .seconds(1))
            let low = try #require(bus.nodes.map(\.session.id).min())
            bus.parts = []
            bus.run(for: .seconds(4))
            #expect(bus.nodes.allSatisfy { $0.session.id == low })
            #expect(bus.nodes.map(\.statistics.chainsMet).sorted() == [0, 1])
        }
    }
}
