import SessionSimulation
import Testing

@testable import SessionCore

/// PROTOCOL 6, messages and log entries as they are delivered.
@Suite struct MessageTests {
    @Test(arguments: [Defects(), .unorderedMessages])
    func `messages are delivered in order`(defect: Defects) {
        var circle = Circle(peers: 1, defects: defect)
        for index in [1, 3, 0, 2] as [UInt32] { circle.hear(1, Circle.entry(index, .messages)) }
        #expect((circle.messages == [[0], [1], [2], [3]]) == defect.isEmpty)
    }

    @Test func `a message is delivered once`() {
        var circle = Circle(peers: 1)
        for _ in 0..<3 { circle.hear(1, Circle.entry(0, .messages)) }
        circle.hear(1, .repair(ParticipantID(rawValue: 1), Circle.sequenced(0, .messages)))
        #expect(circle.messages == [[0]])
    }

    @Test func `senders do not wait for each other`() {
        var circle = Circle(peers: 2)
        circle.hear(1, Circle.entry(1, .messages))
        circle.hear(2, Circle.entry(0, .messages))
        #expect(circle.messages == [[0]])
    }

    @Test func `messages before a sender's welcome wait for it, and those below it are not mine`() {
        var circle = Circle(alone: 1, peers: 1)
        circle.hear(1, .hello(circle.hello(1)), .state(circle.state()))
        for index in [4, 5, 6] as [UInt32] { circle.hear(1, Circle.entry(index, .messages)) }
        #expect(circle.messages.isEmpty)
        circle.hear(1, .welcome(ParticipantID(rawValue: 5), nextMessage: 4))
        #expect(circle.messages.isEmpty)
        circle.hear(1, .welcome(Circle.nodeID, nextMessage: 5))
        #expect(circle.messages == [[5], [6]])
        // The first welcome counts.
        circle.hear(1, .welcome(Circle.nodeID, nextMessage: 9))
        circle.hear(1, Circle.entry(7, .messages))
        #expect(circle.messages == [[5], [6], [7]])
    }

    @Test func `messages below the welcome are not asked for`() {
        var circle = Circle(alone: 1, peers: 1)
        circle.hear(1, .hello(circle.hello(1)), .state(circle.state()))
        circle.hear(1, .welcome(Circle.nodeID, nextMessage: 5))
        circle.echo()
        circle.hear(1, .high(HighFrame(log: 0, messages: 7)))
        circle.run(for: .milliseconds(20))
        #expect(circle.nacks.map(\.value) == [[Circle.missing(1, [5..<7], stream: .messages)]])
    }

    @Test(arguments: [Defects(), .noWelcome])
    func `a newcomer is welcomed with the index of the next message`(defect: Defects) throws {
        var circle = Circle(peers: 1, defects: defect)
        for _ in 0..<3 {
            try circle.act { node, now in try node.send([1], channel: 1, at: now) }
        }
        circle.run(for: .seconds(1), with: [1])
        circle.forget()
        circle.hear(2, .hello(circle.hello(2)), .state(circle.state()))
        circle.run(for: .milliseconds(40))
        let welcomes = circle.said { frame -> UInt32? in
            guard case .welcome(ParticipantID(rawValue: 2), let next) = frame else { return nil }
            return next
        }
        #expect((Set(welcomes.map(\.value)) == [3]) == defect.isEmpty)
    }

    @Test(arguments: [Defects(), .noDuplicateCheck])
    func `a log entry is delivered once, in whatever order`(defect: Defects) {
        var circle = Circle(peers: 2, defects: defect)
        for index in [2, 0, 0, 1, 2] as [UInt32] { circle.hear(1, Circle.entry(index)) }
        circle.hear(2, Circle.repair(1, 1))
        #expect((circle.entriesTold.map(\.index) == [2, 0, 1]) == defect.isEmpty)
    }

    @Test(arguments: [Defects(), .reusedIndex])
    func `each entry has an index of its own`(defect: Defects) throws {
        var circle = Circle(peers: 1, defects: defect)
        try circle.append(20)
        #expect((circle.entries.map(\.value.index) == Array(0...20)) == defect.isEmpty)
    }

    @Test func `the author's entry is first in every log`() throws {
        var circle = Circle(peers: 1)
        try circle.append()
        #expect(circle.entriesTold.map(\.index) == [0, 1])
        let first = try #require(circle.entries.first)
        let envelope = try Envelope(parsing: first.value.envelope)
        #expect(envelope.channel == 0 && envelope.milliseconds == 0)
        let author = ControlEntry(parsing: envelope.body)
        #expect(author == .author(circle.node.profile))
    }

    @Test func `an entry says how long after the author's first it was written`() throws {
        var circle = Circle(peers: 1)
        try circle.append()
        circle.run(for: .milliseconds(1234), with: [1])
        try circle.append()
        #expect(circle.entriesTold.map(\.milliseconds) == [0, 0, 1234])
    }

    // MARK: - How long messages are held

    private func lowest(_ circle: Circle) -> UInt32? {
        circle.said { if case .high(let high) = $0 { high.lowestMessage } else { nil } }.last?.value
    }

    @Test(arguments: [(29_900, 0), (30_001, 1)] as [(Int64, UInt32)])
    func `messages are held for 30 s`(age: Int64, expected: UInt32) throws {
        var circle = Circle(peers: 1)
        try circle.act { node, now in try node.send([0], channel: 1, at: now) }
        circle.run(for: .milliseconds(age), with: [1])
        try circle.act { node, now in try node.send([1], channel: 1, at: now) }
        circle.run(for: .milliseconds(25))
        #expect(lowest(circle) == expected)
        circle.forget()
        circle.hear(1, Circle.nack(1000, 0..<1, stream: .messages))
        let isRepaired = circle.entries.contains { $0.value.index == 0 }
        #expect(isRepaired == (expected == 0))
    }

    @Test func `of messages at most so many bytes are held`() throws {
        var configuration = Configuration()
        #expect(configuration.messageBytesMax == 4 << 20)
        configuration.messageBytesMax = 5000
        var circle = Circle(peers: 1, configuration: configuration)
        for _ in 0..<40 {
            try circle.act { node, now in
                try node.send(Array(repeating: 1, count: 800), channel: 1, at: now)
            }
            circle.run(for: .milliseconds(1100), with: [1])
            let held = circle.node.replica.messages[Circle.nodeID]?.store.byteCount ?? 0
            #expect(held <= 5000 + 2 * 810)
        }
        #expect(try #require(lowest(circle)) >= 32)
    }

    @Test func `messages of an ended session are refused, and too long ones`() throws {
        var circle = Circle(peers: 1)
        let limit = 256 << 10
        #expect(throws: SessionError.tooLarge(actual: limit + 1, limit: limit)) {
            try circle.act { node, now in
                try node.send(Array(repeating: 1, count: limit + 1), channel: 1, at: now)
            }
        }
        circle.act { $0.end(at: $1) }
        #expect(throws: SessionError.notInSession) {
            try circle.act { node, now in try node.send([1], channel: 1, at: now) }
        }
    }

    @Test func `who says nothing more forgets what is older than 30 s all the same`() throws {
        var circle = Circle(peers: 1)
        try circle.act { node, now in try node.send([0], channel: 1, at: now) }
        circle.run(for: .milliseconds(31_500), with: [1])
        #expect(lowest(circle) == 1)
    }

    @Test func `of each other's messages at most 1 MiB is held`() {
        var configuration = Configuration()
        #expect(configuration.othersMessageBytesMax == 1 << 20)
        configuration.othersMessageBytesMax = 5000
        var circle = Circle(peers: 1, configuration: configuration)
        for index in 0..<40 as Range<UInt32> {
            let envelope = Circle.envelope(index, bytes: 800)
            circle.hear(
                1,
                .entry(SequencedEntry(stream: .messages, index: index, envelope: envelope)))
            let held = circle.node.replica.messages[ParticipantID(rawValue: 1)]?.store.byteCount
            #expect(held ?? 0 <= 5000 + 2 * 810)
        }
        #expect(circle.messages.count == 40)
    }

    @Test func `a message of another session is not taken`() {
        var circle = Circle(peers: 2)
        let former = Circle.session
        circle.act { $0.rotate(from: former, to: Bus.activity, at: $1) }
        circle.hear(1, Circle.entry(0, .messages))
        #expect(circle.messages.isEmpty)
        let kept = circle.node.replicas[former]?.messages[ParticipantID(rawValue: 1)]
        #expect(kept?.store.count ?? 0 == 0)
    }
}
