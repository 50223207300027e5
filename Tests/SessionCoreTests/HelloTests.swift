import Testing

@testable import SessionCore

/// PROTOCOL 7: entering a room, being introduced, leaving.
@Suite struct HelloTests {
    private func welcomes(_ circle: Circle, of peer: UInt64) -> Int {
        circle.said { frame -> Bool? in
            if case .welcome(ParticipantID(rawValue: peer), _) = frame { true } else { nil }
        }.count
    }

    @Test func `who enters says hello at 0, 100 and 300 ms, to all, as one who starts`() {
        var circle = Circle(alone: 1)
        let start = circle.now
        circle.run(for: .seconds(3))
        #expect(
            circle.hellos.map { $0.at - start } == [.zero, .milliseconds(100), .milliseconds(300)])
        #expect(circle.hellos.allSatisfy { $0.to == .group && $0.value.isStarting })
        #expect(circle.hellos.allSatisfy { $0.value.versions == 1...1 })
        #expect(circle.states.first.map { $0.at - start } == .milliseconds(500))
    }

    @Test func `who starts says nothing of a session of its own`() throws {
        var circle = Circle(alone: 1)
        try circle.append()
        circle.run(for: .milliseconds(499))
        let kinds = Set(circle.sent.flatMap(\.frames).map(\.kind))
        #expect(kinds == [.hello])
    }

    @Test func `a starting hello is answered with a heartbeat, at once where there are two`() {
        var circle = Circle(peers: 1)
        circle.hear(2, .hello(circle.hello(2, isStarting: true)))
        #expect(circle.states.map(\.at) == [circle.now])
        #expect(circle.states.first?.value.echoes.map(\.participant.rawValue).contains(2) == true)
    }

    @Test func `of several, the answers are spread over 4 g`() {
        let base = Circle(peers: 8)
        var late = 0
        for seed in 0..<50 as Range<UInt64> {
            var circle = base
            circle.node.random = RandomSource(seed: seed)
            circle.hear(20, .hello(circle.hello(20, isStarting: true)))
            if circle.states.isEmpty { late += 1 }
            circle.run(for: .milliseconds(40))
            #expect(!circle.states.isEmpty)
        }
        #expect(late > 40)
    }

    @Test func `another's heartbeat does for an answer; who came is echoed in its turn`() {
        var answers = 0
        for seed in 0..<50 as Range<UInt64> {
            var circle = Circle(peers: 60)
            circle.node.random = RandomSource(seed: seed)
            circle.hear(80, .hello(circle.hello(80, isStarting: true)))
            circle.hear(1, .state(circle.state()))
            guard circle.states.isEmpty else { continue }
            circle.run(for: .milliseconds(40), with: [])
            answers += circle.states.count
            circle.run(for: .milliseconds(271), with: [])
            let echoed = circle.states.flatMap { $0.value.echoes.map(\.participant.rawValue) }
            #expect(echoed.contains(80))
        }
        #expect(answers < 20)
    }

    @Test(arguments: [Defects(), .noWelcome])
    func `heartbeats carry hello and welcome until one that did is echoed`(defect: Defects) {
        var circle = Circle(peers: 1, defects: defect)
        circle.hear(2, .hello(circle.hello(2)), .state(circle.state()))
        circle.run(for: .seconds(3), with: [1, 2])
        #expect(circle.states.count >= 3)
        #expect(circle.hellos.count == circle.states.count)
        #expect((welcomes(circle, of: 2) == circle.states.count) == defect.isEmpty)
        circle.echo(by: [2])
        circle.forget()
        circle.run(for: .seconds(3), with: [1, 2])
        #expect(circle.states.count >= 2)
        #expect(circle.hellos.isEmpty)
        #expect(welcomes(circle, of: 2) == 0)
    }

    @Test func `an echo of what was sent before the introduction does not end it`() throws {
        var circle = Circle(peers: 1)
        circle.run(for: .seconds(2), with: [1])
        let before = try #require(circle.states.last)
        circle.hear(2, .hello(circle.hello(2)), .state(circle.state()))
        circle.run(for: .seconds(1), with: [1, 2])
        circle.hear(2, .state(circle.state(echoing: before)))
        circle.forget()
        circle.run(for: .seconds(3), with: [1, 2])
        #expect(welcomes(circle, of: 2) == circle.states.count)
    }

    @Test func `who echoes but says that no welcome has come is welcomed again`() throws {
        var circle = Circle(peers: 1)
        circle.hear(2, .hello(circle.hello(2)), .state(circle.state()))
        circle.run(for: .seconds(1), with: [1, 2])
        let first = try #require(circle.states.last)
        var state = circle.state(echoing: first)
        state.echoes[0].isWelcomed = false
        circle.hear(2, .state(state))
        circle.forget()
        circle.run(for: .seconds(3), with: [1, 2])
        #expect(welcomes(circle, of: 2) == circle.states.count)
        let second = try #require(circle.states.last)
        circle.hear(2, .state(circle.state(echoing: second)))
        circle.forget()
        circle.run(for: .seconds(3), with: [1, 2])
        #expect(welcomes(circle, of: 2) == 0)
    }

    @Test func `an echo says whether the welcome has come, in this session`() throws {
        var circle = Circle(peers: 1)
        func isWelcomed(_ circle: Circle) -> Bool? {
            circle.states.last?.value.echoes.last { $0.participant.rawValue == 2 }?.isWelcomed
        }
        circle.hear(2, .hello(circle.hello(2)), .state(circle.state()))
        circle.run(for: .milliseconds(500), with: [1, 2])
        #expect(isWelcomed(circle) == false)
        circle.hear(2, .welcome(Circle.nodeID, nextMessage: 0))
        circle.run(for: .seconds(2), with: [1, 2])
        #expect(isWelcomed(circle) == true)
    }

    @Test func `a changed profile is introduced again`() throws {
        var circle = Circle(peers: 1)
        let profile = Profile(person: PersonID(high: 1, low: 1), name: "Zoë", color: 9)
        circle.act { $0.setProfile(profile, at: $1) }
        #expect(circle.states.map(\.at) == [circle.now])
        #expect(circle.hellos.map(\.value.profile) == [profile])
        circle.run(for: .seconds(2), with: [1])
        circle.echo()
        circle.forget()
        circle.run(for: .seconds(2), with: [1])
        #expect(circle.hellos.isEmpty)
    }

    @Test func `a peer's changed profile is told`() {
        var circle = Circle(peers: 1)
        var hello = circle.hello(1)
        circle.hear(1, .hello(hello))
        hello.profile.name = "Other"
        circle.hear(1, .hello(hello))
        let names = circle.events.compactMap { event -> String? in
            if case .participantChanged(_, let profile) = event { profile.name } else { nil }
        }
        #expect(names == ["Other"])
    }

    @Test func `a hello in an older datagram does not bring an old profile back`() {
        var circle = Circle(peers: 1)
        func names(_ circle: Circle) -> [String] { circle.node.participants.map(\.profile.name) }
        let old = circle.hello(1)
        var new = old
        new.profile.name = "New"
        circle.hear(1, [.hello(new)], counter: 1000)
        circle.hear(1, [.hello(old)], counter: 999)
        #expect(names(circle) == ["New"])
        circle.run(for: .seconds(5))
        #expect(circle.departures == [.lost])
        circle.hear(1, [.hello(old), .state(circle.state())], counter: 998)
        circle.run(for: .milliseconds(100))
        circle.echo()
        #expect(names(circle) == ["New"])
        circle.hear(1, [.hello(old)], counter: 1002)
        #expect(names(circle) == [old.profile.name])
    }

    @Test func `a hello of somebody who does not start is neither answered nor echoed`() {
        var circle = Circle(peers: 1)
        var hello = circle.hello(2)
        hello.sendTime = 77
        circle.hear(2, .hello(hello))
        #expect(circle.states.isEmpty)
        circle.run(for: .seconds(3), with: [1])
        #expect(circle.states.count > 2)
        #expect(circle.states.flatMap(\.value.echoes).allSatisfy { $0.participant.rawValue == 1 })
    }

    @Test(arguments: [(1, 60), (10, 60)] as [(Int, Int64)])
    func `while somebody is met heartbeats of a small room come every 60 ms, for 3 s`(
        peers: Int, wait: Int64
    ) {
        var circle = Circle(peers: peers)
        circle.hear(99, .hello(circle.hello(99)), .state(circle.state()))
        let start = circle.now
        circle.run(for: .seconds(8), with: circle.peers + [99])
        let times = circle.states.map { ($0.at - start).inMilliseconds }
        let gaps = zip(times.dropFirst(), times).map { (at: $0, wait: $0 - $1) }
        let meeting = gaps.filter { $0.at > 300 && $0.at < 3000 }.map(\.wait)
        let share = Double(wait)
        #expect(meeting.count > 8)
        #expect(meeting.allSatisfy { abs($0 - share) <= share * 0.06 }, "\(meeting)")
        #expect(gaps.suffix(2).allSatisfy { $0.wait > 940 })
    }

    @Test func `the welcome's index stays what it was when it was said first`() throws {
        var circle = Circle(peers: 1)
        circle.hear(2, .hello(circle.hello(2)), .state(circle.state()))
        for _ in 0..<5 {
            circle.run(for: .milliseconds(100), with: [1, 2])
            try circle.act { node, now in try node.send([1], channel: 1, at: now) }
        }
        let indices = circle.said { frame -> UInt32? in
            if case .welcome(_, let index) = frame { index } else { nil }
        }
        #expect(indices.count > 5)
        #expect(Set(indices.map(\.value)) == [0])
    }

    @Test func `every second heartbeat names the room`() {
        var circle = Circle(peers: 1)
        circle.run(for: .seconds(6), with: [1])
        let names = circle.states.map(\.value.roomName)
        #expect(names.count > 4)
        #expect(zip(names, names.dropFirst()).allSatisfy { ($0 == nil) != ($1 == nil) })
        #expect(Set(names.compactMap(\.self)) == ["lobby"])
    }

    // MARK: - Leaving

    @Test func `a good-bye is said three times, 20 ms apart, and then nothing more`() throws {
        var circle = Circle(peers: 1)
        try circle.append(3)
        circle.run(for: .milliseconds(500))
        circle.forget()
        let start = circle.now
        circle.act { $0.leave(at: $1) }
        circle.run(for: .milliseconds(39))
        #expect(!circle.node.hasLeft)
        circle.run(for: .seconds(5))
        let leaves = circle.said { if case .leave(let high) = $0 { high } else { nil } }
        #expect(leaves.map { $0.at - start } == [.zero, .milliseconds(20), .milliseconds(40)])
        #expect(leaves.allSatisfy { $0.to == .group && $0.value == HighFrame(log: 4) })
        #expect(circle.node.hasLeft)
        #expect(circle.sent.count == 3)
        circle.hear(1, .probe(Circle.nodeID, token: 1), Circle.nack(1000, 0..<4))
        #expect(circle.sent.count == 3)
    }

    @Test func `who leaves is gone at once, and never comes back under that id`() {
        var circle = Circle(peers: 2)
        circle.hear(1, .leave(HighFrame(log: 0)))
        #expect(circle.departures == [.left])
        circle.hear(1, .hello(circle.hello(1, isStarting: true)), .state(circle.state()))
        #expect(!circle.knows(1))
        circle.hear(1, .leave(HighFrame(log: 0)))
        #expect(circle.departures == [.left])
        #expect(circle.node.participants.map(\.id.rawValue) == [2])
    }

    @Test func `what a leaver wrote last is asked of the others`() {
        var circle = Circle(peers: 3)
        circle.hear(2, circle.disagreement)
        circle.hear(1, Circle.entry(0), .leave(HighFrame(log: 3)))
        circle.run(for: .milliseconds(45))
        #expect(circle.nacks.map(\.value) == [[Circle.missing(1, [1..<3])]])
    }
}
