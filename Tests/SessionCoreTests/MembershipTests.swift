import SessionSimulation
import Testing

@testable import SessionCore

/// PROTOCOL 7: who is confirmed, and how many there may be.
@Suite struct MembershipTests {
    private func echo(_ peer: UInt64, _ time: UInt32, in circle: inout Circle) {
        var state = circle.state()
        state.echoes = [
            .init(participant: Circle.nodeID, sendTime: time, hold: 0, isWelcomed: false)
        ]
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
            .init(
                participant: ParticipantID(rawValue: 3), sendTime: circle.now.wireTime, hold: 0,
                isWelcomed: true)
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
            hold: UInt32((said.at - heard).microseconds), isWelcomed: true)
        #expect(said.value.echoes == [expected])
    }

    /// What a node says that 50 know and 14 strangers have joined, in a session with a large payload.
    private func crowded(payloadBytes: Int) -> Circle {
        var circle = Circle(peers: 50)
        let payload = Array(repeating: 7 as UInt8, count: payloadBytes)
        circle.act { node, now in
            let activity = Activity(identifier: Bus.activity.identifier, payload: payload)
            node.rotate(from: Circle.session, to: activity, at: now)
        }
        circle.forget()
        let here = circle.node.session
        for peer in circle.peers + Array(100..<114) {
            var state = circle.state()
            state.activity = here.activity
            circle.hear(peer, [.state(state)], in: here.id)
        }
        return circle
    }

    @Test(arguments: [(3, 28...32), (512, 8...16)] as [(Int, ClosedRange<Int>)])
    func `a heartbeat echoes at most 32 and leaves as many welcomes room, and all get their turn`(
        payloadBytes: Int, share: ClosedRange<Int>
    ) {
        var circle = crowded(payloadBytes: payloadBytes)
        circle.run(for: .seconds(3))
        var echoed: [UInt64] = []
        var welcomed: [UInt64] = []
        for frames in circle.sent.map(\.frames) where echoed.count < 64 {
            var welcomes = 0
            for frame in frames {
                if case .state(let state) = frame {
                    echoed += state.echoes.map(\.participant.rawValue)
                    #expect(share.contains(state.echoes.count) || echoed.count >= 64)
                }
                if case .welcome(let participant, _) = frame {
                    welcomed.append(participant.rawValue)
                    welcomes += 1
                }
            }
            #expect(welcomes == 0 || welcomes >= share.lowerBound)
        }
        #expect(Set(echoed.prefix(64)).count == 64)
        #expect(Set(welcomed.prefix(64)).count == min(welcomed.count, 64))
    }

    @Test func `who was not welcomed for want of room is not taken for one who was`() throws {
        var circle = crowded(payloadBytes: 512)
        circle.run(for: .milliseconds(400))
        let first = try #require(circle.sent.first { $0.frames.contains { $0.kind == .state } })
        let welcomed = Set(
            first.frames.compactMap { frame -> UInt64? in
                if case .welcome(let participant, _) = frame { participant.rawValue } else { nil }
            })
        #expect((1..<64).contains(welcomed.count))
        for index in circle.node.roster.peers.indices {
            let peer = circle.node.roster.peers.keys[index].rawValue
            guard case .sent(let start, _) = circle.node.roster.peers.values[index].introduction
            else { continue }
            #expect(welcomed.contains(peer) == (start == first.at))
        }
    }

    @Test func `of a crowd of newcomers all are echoed by one heartbeat, in their turn`() {
        var circle = Circle(peers: 1)
        circle.run(for: .seconds(2), with: [1])
        circle.forget()
        let start = circle.now
        for peer in 100..<120 as Range<UInt64> { circle.hear(peer, .state(circle.state())) }
        circle.run(for: .milliseconds(109), with: [1])
        let first = circle.states.first
        #expect(first?.value.echoes.count ?? 0 >= 20)
        // Some 22 are heard, of 200 heartbeats a second.
        #expect(first.map { $0.at - start <= .milliseconds(110) } ?? false)
        #expect(circle.states.count <= 2)
    }

    @Test func `the round trip is the 90th percentile of the last 16, within 1 and 200 ms`() {
        let start = Instant(microseconds: 0)
        var roster = Roster(Configuration(), session: Circle.session, at: start)
        #expect(roster.roundTrip == .milliseconds(10))
        roster.noteRoundTrip(.zero, at: start)
        #expect(roster.roundTrip == .milliseconds(1))
        for sample in 1...16 as ClosedRange<Int64> {
            roster.noteRoundTrip(.milliseconds(sample), at: start)
        }
        // The first of 1…16 that nine tenths do not exceed.
        #expect(roster.roundTrip == .milliseconds(15))
        for _ in 0..<16 { roster.noteRoundTrip(.seconds(3), at: start) }
        #expect(roster.roundTrip == .milliseconds(200))
        for _ in 0..<16 { roster.noteRoundTrip(.milliseconds(7), at: start) }
        #expect(roster.roundTrip == .milliseconds(7))
        // Two of sixteen are more than a tenth, one is not.
        for _ in 0..<2 { roster.noteRoundTrip(.milliseconds(90), at: start) }
        for _ in 0..<14 { roster.noteRoundTrip(.milliseconds(7), at: start) }
        #expect(roster.roundTrip == .milliseconds(90))
        roster.noteRoundTrip(.milliseconds(7), at: start)
        #expect(roster.roundTrip == .milliseconds(7))
    }

    @Test func `round trips older than 5 s count no more where four are newer`() {
        let start = Instant(microseconds: 0)
        var roster = Roster(Configuration(), session: Circle.session, at: start)
        for _ in 0..<16 { roster.noteRoundTrip(.milliseconds(180), at: start) }
        let later = start + Interval.milliseconds(5001)
        for _ in 0..<3 { roster.noteRoundTrip(.milliseconds(3), at: later) }
        #expect(roster.roundTrip == .milliseconds(180))
        roster.noteRoundTrip(.milliseconds(3), at: later)
        #expect(roster.roundTrip == .milliseconds(3))
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

    @Test func `nobody is told of who has not echoed me, or is elsewhere`() {
        var circle = Circle(peers: 1)
        circle.hear(2, .hello(circle.hello(2)), .state(circle.state()))
        circle.run(for: .milliseconds(100))
        #expect(circle.node.participants.map(\.id.rawValue) == [1])
        var state = circle.state()
        state.echoes = [
            .init(
                participant: Circle.nodeID, sendTime: circle.now.wireTime, hold: 0,
                isWelcomed: true)
        ]
        circle.hear(3, [.hello(circle.hello(3)), .state(state)], in: SessionID(rawValue: .max))
        #expect(isConfirmed(3, in: circle))
        #expect(circle.node.participants.map(\.id.rawValue) == [1])
    }

    @Test func `who has welcomed me since it was echoed is echoed in the next heartbeat`() {
        var circle = Circle(peers: 20)
        for peer in circle.peers { circle.hear(peer, .state(circle.state())) }
        circle.run(for: .seconds(3), with: circle.peers)
        for peer in [4, 17] as [UInt64] {
            circle.forget()
            circle.hear(peer, .welcome(Circle.nodeID, nextMessage: 0))
            circle.run(within: .seconds(2), with: circle.peers) { !$0.states.isEmpty }
            #expect(circle.states.first?.value.echoes.first?.participant.rawValue == peer)
        }
    }

    @Test func `who is not confirmed is echoed in every heartbeat`() {
        var circle = Circle(peers: 20)
        circle.hear(99, .state(circle.state()))
        circle.run(for: .seconds(5), with: circle.peers + [99])
        #expect(circle.states.count > 4)
        let hasEcho = circle.states.map {
            $0.value.echoes.contains { $0.participant.rawValue == 99 }
        }
        #expect(!hasEcho.contains(false))
    }

    @Test(arguments: [Defects(), .noWaking])
    func `after a sleep nobody is lost, and all are told at once who is back`(defect: Defects) {
        var stage = Stage.entered(defects: defect)
        stage.sleep(for: .seconds(60))
        stage.with { $0.wake(at: $1) }
        stage.run(for: .milliseconds(1))
        let isTold = stage.states.count == 1 && stage.hellos.count >= 1
        stage.run(for: .seconds(3))
        let isLost = stage.told.contains {
            if case .participantLeft = $0.event { true } else { false }
        }
        #expect((isTold && !isLost) == defect.isEmpty)
    }
}
