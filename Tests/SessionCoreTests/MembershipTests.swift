import Testing

@testable import SessionCore

/// PROTOCOL 7: who is confirmed, and how many there may be.
@Suite struct MembershipTests {
    private func echo(_ peer: UInt64, _ time: UInt32, in circle: inout Circle) {
        var state = circle.state()
        state.echoes = [.init(participant: Circle.nodeID, sendTime: time, hold: 0)]
        circle.hear(peer, .state(state))
    }

    private func isConfirmed(_ peer: UInt64, in circle: Circle) -> Bool {
        circle.node.roster.isConfirmed(ParticipantID(rawValue: peer))
    }

    @Test func `who echoes a send time of mine is confirmed, and joins once it has a profile`() {
        var circle = Circle(peers: 1)
        circle.hear(2, .state(circle.state()))
        #expect(!isConfirmed(2, in: circle))
        echo(2, circle.now.wireTime, in: &circle)
        #expect(isConfirmed(2, in: circle))
        #expect(circle.node.participants.map(\.id.rawValue) == [1])
        circle.hear(2, .hello(circle.hello(2)))
        #expect(circle.node.participants.map(\.id.rawValue) == [1, 2])
    }

    @Test(
        arguments: [
            (-59_999_999, true), (-60_000_000, false), (1, false), (1_000_000, false), (0, true),
        ] as [(Int64, Bool)])
    func `only a send time of the last minute confirms`(offset: Int64, confirms: Bool) {
        var circle = Circle(peers: 1)
        let time = Instant(microseconds: circle.now.microseconds + offset).wireTime
        echo(2, time, in: &circle)
        #expect(isConfirmed(2, in: circle) == confirms)
    }

    @Test func `an echo of somebody else's clock confirms nobody`() {
        var circle = Circle(peers: 1)
        var state = circle.state()
        state.echoes = [
            .init(participant: ParticipantID(rawValue: 3), sendTime: circle.now.wireTime, hold: 0)
        ]
        circle.hear(2, .state(state))
        #expect(!isConfirmed(2, in: circle))
    }

    @Test func `at most 32 wait to be confirmed, and the one longest silent makes room`() {
        var circle = Circle(peers: 1)
        for peer in 100..<132 as Range<UInt64> {
            circle.hear(peer, .state(circle.state()))
            circle.run(for: Interval(microseconds: 10))
        }
        circle.hear(100, .high(HighFrame(log: 0)))
        #expect(circle.node.roster.peers.count == 33)
        circle.hear(200, .state(circle.state()))
        #expect(circle.node.roster.peers.count == 33)
        #expect(circle.knows(200) && circle.knows(100) && !circle.knows(101) && circle.knows(1))
    }

    @Test func `the sixty-fifth is refused`() {
        var circle = Circle(peers: 64)
        #expect(circle.node.participants.count == 64)
        circle.hear(99, .hello(circle.hello(99)), .state(circle.state()))
        #expect(!circle.knows(99))
        #expect(circle.node.statistics.sendersRefused == 1)
    }

    @Test func `those who wait while the last place is taken are not confirmed beyond it`() {
        var circle = Circle(peers: 60)
        for peer in 100..<132 as Range<UInt64> { circle.hear(peer, .state(circle.state())) }
        for peer in 100..<132 as Range<UInt64> { echo(peer, circle.now.wireTime, in: &circle) }
        let confirmed = circle.node.roster.peers.values.filter(\.isConfirmed).count
        #expect(confirmed == 64)
    }

    @Test func `a heartbeat echoes who was not echoed or confirmed, and two others in turn`() {
        var circle = Circle(peers: 5)
        for peer in circle.peers { circle.hear(peer, .state(circle.state())) }
        circle.run(for: .seconds(3), with: circle.peers)
        let echoed = circle.states.map { $0.value.echoes.map(\.participant.rawValue) }
        #expect(echoed.count >= 3 && echoed.allSatisfy { $0.count == 2 })
        #expect(Set(echoed.prefix(3).joined()) == [1, 2, 3, 4, 5])
        circle.forget()
        circle.hear(9, .state(circle.state()))
        circle.run(for: .milliseconds(40))
        #expect(circle.states.first?.value.echoes.first?.participant.rawValue == 9)
        #expect(circle.states.first?.value.echoes.count == 3)
    }

    @Test func `an echo tells the sender's clock, and how long ago it was heard`() throws {
        var circle = Circle(peers: 1)
        var state = circle.state()
        state.sendTime = 123_456
        let heard = circle.now
        circle.hear(1, .state(state))
        circle.run(for: .seconds(2), with: [1])
        let said = try #require(circle.states.first)
        let expected = StateFrame.Echo(
            participant: ParticipantID(rawValue: 1), sendTime: 123_456,
            hold: UInt32((said.at - heard).microseconds))
        #expect(said.value.echoes == [expected])
    }

    @Test func `a heartbeat echoes at most eight, and all who wait get their turn`() {
        var circle = Circle(peers: 1)
        let waiting = 100..<120 as Range<UInt64>
        for peer in waiting { circle.hear(peer, .state(circle.state())) }
        circle.run(for: .seconds(4), with: [1] + Array(waiting))
        #expect(circle.states.allSatisfy { $0.value.echoes.count <= 8 })
        let echoed = Set(circle.states.flatMap(\.value.echoes).map(\.participant.rawValue))
        #expect(echoed.isSuperset(of: waiting))
    }

    @Test func `the round trip is the 90th percentile of the last 16, within 1 and 200 ms`() {
        var roster = Roster(
            Configuration(), session: Circle.session, at: Instant(microseconds: 0))
        #expect(roster.roundTrip == .milliseconds(10))
        roster.noteRoundTrip(.zero)
        #expect(roster.roundTrip == .milliseconds(1))
        for sample in 1...16 as ClosedRange<Int64> { roster.noteRoundTrip(.milliseconds(sample)) }
        // The first of 1…16 that nine tenths do not exceed.
        #expect(roster.roundTrip == .milliseconds(15))
        for _ in 0..<16 { roster.noteRoundTrip(.seconds(3)) }
        #expect(roster.roundTrip == .milliseconds(200))
        for _ in 0..<16 { roster.noteRoundTrip(.milliseconds(7)) }
        #expect(roster.roundTrip == .milliseconds(7))
        // Two of sixteen are more than a tenth, one is not.
        for _ in 0..<2 { roster.noteRoundTrip(.milliseconds(90)) }
        for _ in 0..<14 { roster.noteRoundTrip(.milliseconds(7)) }
        #expect(roster.roundTrip == .milliseconds(90))
        roster.noteRoundTrip(.milliseconds(7))
        #expect(roster.roundTrip == .milliseconds(7))
    }

    @Test(arguments: [(2, 4500), (64, 5550)] as [(Int, Int64)])
    func `somebody heard only in another session for 3.5 H + 1 s has left mine`(
        peers: Int, presence: Int64
    ) {
        var circle = Circle(peers: peers)
        let others = circle.peers.filter { $0 != 2 }
        var written = circle.state()
        written.flags = [.written]
        circle.hear(1, .state(written))
        circle.hear(2, .state(written))
        let elsewhere = SessionID(rawValue: 0xE)
        circle.forget()
        let end = circle.now + .milliseconds(presence)
        while circle.now < end {
            #expect(circle.departures.isEmpty)
            circle.hear(2, [.state(circle.state())], in: elsewhere)
            let rest = end - circle.now - Interval(microseconds: 1)
            circle.run(
                for: max(min(.milliseconds(500), rest), Interval(microseconds: 1)), with: others)
        }
        circle.run(for: Interval(microseconds: 1))
        #expect(circle.departures == [.left])
        #expect(circle.node.participants.map(\.id.rawValue) == others)
        #expect(circle.node.session.id == Circle.session)
    }
}
