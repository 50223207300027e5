import Testing

@testable import SessionCore

/// PROTOCOL 7: silence, probes, coming back, waking up.
@Suite struct ProbeTests {
    /// The last word of peer 1, who is silent from then on.
    private func silence(_ circle: inout Circle) -> Instant {
        circle.hear(1, .high(HighFrame(log: 0)))
        circle.forget()
        return circle.now
    }

    @Test(
        arguments: [
            (10, [3500, 3550, 3650, 3850]), (60, [3500, 3620, 3740, 3940]),
            (200, [3500, 3800, 4100, 4400]),
        ] as [(Int64, [Double])],
        [Defects(), .noProbe])
    func `after 3.5 heartbeats of silence three probes follow, then the peer is lost`(
        plan: (g: Int64, times: [Double]), defect: Defects
    ) throws {
        var circle = Circle(peers: 1, roundTrip: .milliseconds(plan.g), defects: defect)
        let start = silence(&circle)
        circle.run(for: Interval(microseconds: Int64(plan.times[3] * 1000) - 1))
        let here = PeerAddress(rawValue: 1)
        let holds =
            circle.probes.map { ($0.at - start).inMilliseconds } == Array(plan.times.prefix(3))
            && circle.probes.map(\.to) == [.peer(here), .peer(here), .group]
            && circle.departures.isEmpty
        #expect(holds == defect.isEmpty)
        circle.run(for: Interval(microseconds: 1))
        #expect(circle.departures == [.lost])
        #expect(!circle.knows(1))
    }

    @Test func `any datagram ends the probing`() {
        var circle = Circle(peers: 1)
        _ = silence(&circle)
        circle.run(for: .milliseconds(3700))
        #expect(circle.probes.count == 3)
        circle.hear(1, .probeAcknowledgement(Circle.nodeID, token: 1))
        circle.run(for: .milliseconds(3499))
        #expect(circle.probes.count == 3)
        #expect(circle.departures.isEmpty)
        circle.run(for: .milliseconds(1))
        #expect(circle.probes.count == 4)
        #expect(circle.probes.last?.to == .peer(PeerAddress(rawValue: 1)))
    }

    @Test func `who was not confirmed is forgotten without a probe`() {
        var circle = Circle(peers: 1)
        circle.hear(9, .state(circle.state()))
        circle.run(for: .milliseconds(3501), with: [1])
        #expect(!circle.knows(9))
        #expect(circle.probes.isEmpty)
    }

    @Test func `any datagram brings a lost peer back, with its profile and its old counters`() {
        var circle = Circle(peers: 1)
        _ = silence(&circle)
        circle.run(for: .seconds(4))
        #expect(circle.departures == [.lost])
        circle.hear(1, .high(HighFrame(log: 0)))
        #expect(circle.knows(1))
        circle.hear(1, [Circle.entry(0)], counter: 1)
        #expect(circle.node.statistics.duplicatesDropped == 1)
        circle.hear(1, .state(circle.state()))
        circle.run(for: .milliseconds(100))
        circle.echo()
        #expect(circle.node.participants.map(\.profile.name) == ["Peer 1"])
        let joined = circle.events.contains {
            if case .participantJoined = $0 { true } else { false }
        }
        #expect(joined)
    }

    @Test func `a probe is answered with an acknowledgement and a hello, to who asked alone`() {
        var circle = Circle(peers: 2)
        circle.hear(1, .probe(Circle.nodeID, token: 77))
        #expect(circle.sent.map(\.to) == [.peer(PeerAddress(rawValue: 1))])
        let frames = circle.sent.first?.frames ?? []
        #expect(frames.contains(.probeAcknowledgement(ParticipantID(rawValue: 1), token: 77)))
        #expect(circle.hellos.map(\.value.profile.name) == ["Node"])
        #expect(circle.hellos.map(\.value.isStarting) == [false])
        circle.forget()
        circle.hear(1, .probe(ParticipantID(rawValue: 2), token: 77))
        #expect(circle.sent.isEmpty)
    }

    @Test func `a stranger's probe is answered to where it came from`() {
        var circle = Circle(peers: 1)
        circle.hear(9, [.probe(Circle.nodeID, token: 1)], address: 44)
        #expect(circle.sent.map(\.to).contains(.peer(PeerAddress(rawValue: 44))))
    }

    @Test func `a confirmed participant without a profile is probed until it says who it is`() {
        var circle = Circle(peers: 1)
        var state = circle.state()
        state.echoes = [
            .init(
                participant: Circle.nodeID, sendTime: circle.now.wireTime, hold: 0,
                isWelcomed: false)
        ]
        circle.hear(2, .state(state))
        #expect(circle.probes.map(\.value.rawValue) == [2])
        #expect(circle.probes.map(\.to) == [.peer(PeerAddress(rawValue: 2))])
        circle.hear(2, .hello(circle.hello(2)))
        #expect(circle.node.participants.count == 2)
        circle.forget()
        circle.run(for: .seconds(2), with: [1, 2])
        #expect(circle.probes.isEmpty)
    }

    @Test func `on waking nobody's silence counts, and it is measured anew`() {
        var circle = Circle(peers: 2)
        circle.run(for: .milliseconds(1), with: circle.peers)
        circle.forget()
        circle.sleep(for: .seconds(1000))
        let woke = circle.now
        #expect(circle.departures.isEmpty)
        #expect(circle.hellos.map(\.at) == [woke] && circle.hellos.map(\.to) == [.group])
        #expect(circle.states.map(\.at) == [woke])
        circle.run(for: .milliseconds(3849), with: [2])
        #expect(circle.departures.isEmpty)
        #expect(circle.probes.first?.at == woke + .milliseconds(3500))
        circle.run(for: .milliseconds(1), with: [2])
        #expect(circle.departures == [.lost])
        #expect(circle.node.participants.map(\.id.rawValue) == [2])
    }
}
