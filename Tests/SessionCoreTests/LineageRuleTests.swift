import SessionSimulation
import Testing

@testable import SessionCore

/// Successors, and who follows whom along a chain.
struct LineageRuleTests {
    static let line = Lineage.descendants(of: Stage.home, activity: Stage.activity, steps: 65)
    static let wait = Interval.milliseconds(1001)

    @Test func `a successor's id is hashed from session, identifier and payload`() {
        // { printf 'inkcast session '; printf '\x00\x00\x00\x00\x00\x00\xa0\x00';
        //   printf '\x04test'; printf '\x03\x01\x02\x03'; } | sha256sum
        let successor = Lineage.successor(of: Stage.home, activity: Stage.activity)
        #expect(successor == SessionID(rawValue: 0x9fb1_f288_5420_e7b4))
    }

    @Test func `a session opened is announced at once, with its opener and its chain`() {
        var stage = Stage.entered()
        stage.with { $0.rotate(from: Stage.home, to: Stage.activity, at: $1) }
        #expect(stage.entered.map(\.session.id) == [Self.line[0]])
        #expect(stage.entered.map(\.cause) == [.rotated(by: stage.node.id)])
        #expect(stage.entered.map(\.session.parent) == [Stage.home])
        #expect(stage.entered.map(\.session.generation) == [1])
        #expect(stage.states.map(\.at) == [stage.now])
        #expect(stage.states.map(\.session) == [Self.line[0]])
        #expect(stage.states.map(\.part.founding) == [Stage.home])
        #expect(stage.states.map(\.part.opener) == [stage.node.id])
    }

    @Test(arguments: [[], .rotateTwice] as [Defects])
    func `what was meant for a session that has passed opens nothing`(defects: Defects) {
        var stage = Stage.entered(defects: defects)
        stage.with { $0.rotate(from: Stage.home, to: Stage.activity, at: $1) }
        stage.with { $0.rotate(from: Stage.home, to: Stage.activity, at: $1) }
        #expect((stage.node.session.id == Self.line[0]) == defects.isEmpty)
    }

    @Test func `of racers the lowest id is named as the opener`() {
        for opener in [4000, 6000] as [UInt64] {
            var stage = Stage.entered()
            stage.with { $0.rotate(from: Stage.home, to: Stage.activity, at: $1) }
            stage.players[0].session = Self.line[0]
            stage.players[0].opener = opener
            stage.beat(0)
            stage.run(for: .seconds(2))
            #expect(stage.states.last?.part.opener.rawValue == min(opener, 5000))
        }
    }

    @Test func `split halves that open the same thing meet without anybody moving`() {
        var bus = Bus()
        for _ in 0..<4 { bus.addNode() }
        bus.run(for: .seconds(2))
        let session = bus.nodes[0].session.id
        bus.parts = [[0, 1], [2, 3]]
        for index in [0, 3] {
            bus.with(index) { $0.rotate(from: session, to: Bus.activity, at: $1) }
        }
        bus.run(for: .seconds(2))
        bus.parts = []
        bus.run(for: .seconds(2))
        #expect(Set(bus.nodes.map(\.session.id)).count == 1)
        #expect(bus.nodes.allSatisfy { $0.session.generation == 1 && $0.statistics.chainsMet == 0 })
    }

    // MARK: - Descendants

    @Test(arguments: [0, 2, 63], [[], .noFollow] as [Defects])
    func `somebody heard in my session is followed at once, up to 64 steps`(
        step: Int, defects: Defects
    ) {
        var stage = Stage.entered(players: [1000, 2000], defects: defects)
        stage.players[0].session = Self.line[step]
        stage.players[0].opener = 777
        stage.beat(0)
        #expect((stage.node.session.id == Self.line[step]) == defects.isEmpty)
        guard defects.isEmpty else { return }
        #expect(stage.entered.map(\.cause) == [.rotated(by: ParticipantID(rawValue: 777))])
        #expect(stage.node.session.generation == UInt32(step + 1))
    }

    @Test func `65 steps away is another chain, and is not followed`() {
        var stage = Stage.entered(players: [1000, 2000])
        stage.players[1].isBeating = true
        stage.players[0].session = Self.line[64]
        stage.players[0].founding = SessionID(rawValue: .max)
        for _ in 0..<4 {
            stage.beat(0)
            stage.run(for: .seconds(1))
        }
        #expect(stage.node.session.id == Stage.home)
    }

    /// A node among others; one of them is about to be heard again, so long after the last time.
    private func stage(silentFor silence: Interval) -> Stage {
        var stage = Stage.entered(players: [1000, 2000]) { $0.flags = .written }
        stage.players[1].isBeating = true
        stage.beat(0)
        let heard = stage.now
        stage.run(for: .seconds(3))
        // It is there, but says nothing about a session.
        stage.say(0, .probeAcknowledgement(stage.node.id, token: 0), in: SessionID(rawValue: 1))
        stage.run(for: heard + silence - stage.now)
        stage.players[0].session = Self.line[0]
        return stage
    }

    @Test func `who was heard in my session 4.5 s ago is followed, and later not`() {
        var stage = stage(silentFor: .milliseconds(4500))
        stage.beat(0)
        #expect(stage.node.session.id == Self.line[0])
        stage = self.stage(silentFor: Interval(microseconds: 4_500_001))
        stage.beat(0)
        stage.run(for: Self.wait)
        #expect(stage.node.session.id == Stage.home)
    }

    @Test func `who was heard between mine and theirs is followed`() {
        var stage = Stage.entered(players: [1000])
        stage.players[0].isBeating = true
        stage.players.append(Stage.Player(3000))
        stage.players[1].people = 1
        stage.players[1].session = Self.line[0]
        stage.beat(1)
        stage.run(for: Self.wait)
        #expect(stage.node.session.id == Stage.home)
        stage.players[1].session = Self.line[1]
        stage.beat(1)
        #expect(stage.node.session.id == Self.line[1])
    }

    /// A node, alone or in company, hears strangers in a later or an earlier session.
    private func meet(
        in session: SessionID, from home: SessionID = Stage.home, hasCompany: Bool,
        strangers: Int, people: UInt32, isWritten: Bool = true
    ) -> Stage {
        var stage = Stage.entered(players: [1000, 2000, 3000]) {
            $0.session = home
            if isWritten { $0.flags = .written }
            $0.isEchoing = $0.id.rawValue == 1000
        }
        if !hasCompany { stage.say(0, .leave(HighFrame(log: 0))) }
        stage.players[0].isBeating = hasCompany
        // The strangers were never heard here.
        stage.run(for: .seconds(6))
        for player in 1...2 {
            stage.players[player].session = session
            stage.players[player].people = people
            stage.players[player].isBeating = player <= strangers
        }
        for player in (1...strangers).reversed() { stage.beat(player) }
        stage.beat(1)
        return stage
    }

    @Test(
        arguments: [
            (false, 1, 1, true), (true, 1, 1, false), (true, 1, 9, false), (true, 2, 1, false),
            (true, 2, 2, true),
        ] as [(Bool, Int, UInt32, Bool)])
    func `a stranger's later session is moved to, but not from company to one alone`(
        hasCompany: Bool, strangers: Int, people: UInt32, moves: Bool
    ) {
        var stage = meet(
            in: Self.line[2], hasCompany: hasCompany, strangers: strangers, people: people)
        #expect(stage.node.session.id == Stage.home, "not at once")
        stage.run(for: Self.wait + .seconds(1))
        #expect((stage.node.session.id == Self.line[2]) == moves)
    }

    @Test func `who is alone where nobody wrote moves to a later session at once`() {
        let stage = meet(
            in: Self.line[2], hasCompany: false, strangers: 1, people: 1, isWritten: false)
        #expect(stage.node.session.id == Self.line[2])
    }

    // MARK: - Ancestors

    @Test(
        arguments: [
            (false, 2, 2, true), (true, 2, 2, false), (false, 1, 9, false), (false, 2, 1, false),
        ] as [(Bool, Int, UInt32, Bool)])
    func `who is alone goes back to an earlier session that has several`(
        hasCompany: Bool, strangers: Int, people: UInt32, moves: Bool
    ) {
        var stage = meet(
            in: Stage.home, from: Self.line[0], hasCompany: hasCompany, strangers: strangers,
            people: people)
        stage.run(for: Self.wait + .seconds(1))
        #expect((stage.node.session.id == Stage.home) == moves)
    }

    @Test(arguments: [(4_999_999, false), (5_000_000, true)] as [(Int64, Bool)])
    func `nobody goes back within 5 s of opening a session`(age: Int64, moves: Bool) {
        var stage = Stage.entered(players: [1000, 2000])
        stage.players[0].isBeating = true
        stage.players[1].isBeating = true
        stage.with { $0.rotate(from: Stage.home, to: Stage.activity, at: $1) }
        let rotated = stage.now
        stage.run(for: .milliseconds(4999))
        #expect(stage.node.session.id == Self.line[0])
        stage.players[0].isBeating = false
        stage.players[1].isBeating = false
        stage.run(for: rotated + Interval(microseconds: age) - stage.now)
        stage.beat(0)
        #expect((stage.node.session.id == Stage.home) == moves)
    }

    @Test func `nobody goes back within 5 s of following`() {
        var stage = Stage.entered(players: [1000, 2000, 3000])
        stage.players[2].session = Self.line[0]
        stage.beat(2)
        let followed = stage.now
        stage.say(2, .leave(HighFrame(log: 0)))
        for player in 0...1 { stage.players[player].isBeating = true }
        stage.run(within: .seconds(9)) { $0.node.session.id == Stage.home }
        #expect(stage.node.session.id == Stage.home)
        #expect(stage.now - followed >= .seconds(5))
    }

    @Test func `of 32 unknown sessions a second the lineage is hashed`() {
        var stage = Stage.entered(players: [1000, 2000])
        for second in 0..<2 {
            for number in 0..<40 as Range<UInt64> {
                stage.players[1].session = SessionID(
                    rawValue: 1 << 40 + UInt64(second) * 100 + number)
                stage.beat(1)
            }
            #expect(stage.node.statistics.lineagesRefused == 8 * (second + 1))
            stage.run(for: .seconds(1))
        }
    }
}
