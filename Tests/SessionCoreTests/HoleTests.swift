import Testing

@testable import SessionCore

/// PROTOCOL 6, "What is known to exist" and "Asking".
@Suite struct HoleTests {
    @Test(arguments: [(1, 2), (2, 2), (6, 3), (100, 50)] as [(Int64, Int64)])
    func `of two, one asks the other alone after max(2 ms, g / 2)`(g: Int64, wait: Int64) throws {
        var circle = Circle(peers: 1, roundTrip: .milliseconds(g))
        let start = circle.now
        circle.hear(1, Circle.entry(0), Circle.entry(2))
        circle.run(for: .milliseconds(wait))
        let nack = try #require(circle.nacks.first)
        #expect(nack.at - start == .milliseconds(wait))
        #expect(nack.to == .peer(PeerAddress(rawValue: 1)))
        #expect(nack.value == [Circle.missing(1, [1..<2])])
        #expect(circle.node.statistics.nacksSent == 1)
    }

    @Test(arguments: [2, 8])
    func `of several, one asks the group after g / 2 and a random spread of 4 g`(peers: Int) {
        let base = Circle(peers: peers)
        var sum = 0.0
        for seed in 0..<200 as Range<UInt64> {
            var circle = base
            circle.node.random = RandomSource(seed: seed)
            circle.hear(1, Circle.entry(0), Circle.entry(2))
            circle.run(for: .milliseconds(45))
            #expect(circle.nacks.map(\.to) == [.group])
            let wait = ((circle.nacks.first?.at ?? base.now) - base.now).inMilliseconds
            #expect(wait >= 5 && wait < 45)
            sum += (wait - 5) / 40
        }
        let mean = truncatedExponentialMean(groupSize: peers + 1)
        #expect(abs(sum / 200 - mean) < 0.05)
    }

    @Test func `all that is due, of all origins and both streams, is asked for in one datagram`() {
        var circle = Circle(peers: 1)
        circle.hear(
            1, Circle.entry(2), Circle.entry(1, .messages), Circle.repair(77, 1),
            Circle.repair(78, 4))
        circle.run(for: .milliseconds(5))
        #expect(
            circle.nacks.map(\.value) == [
                [
                    Circle.missing(1, [0..<2]), Circle.missing(77, [0..<1]),
                    Circle.missing(78, [0..<4]), Circle.missing(1, [0..<1], stream: .messages),
                ]
            ])
    }

    @Test func `of several, one asks in one datagram for what is asked for again within 4 g`() {
        var circle = Circle(peers: 2)
        circle.hear(1, Circle.entry(0), Circle.entry(2), circle.disagreement)
        circle.run(for: .milliseconds(20))
        circle.hear(1, Circle.repair(77, 1))
        circle.run(for: .seconds(1), with: [1, 2])
        let together = [Circle.missing(1, [1..<2]), Circle.missing(77, [0..<1])]
        #expect(circle.nacks.map(\.value).first == [together[0]])
        #expect(circle.nacks.filter { $0.value == together }.count > 3)
        let times = circle.nacks.dropFirst(2).map(\.at)
        #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 > .milliseconds(40) })
    }

    @Test func `what does not fit into one request goes in as few as it fits`() {
        var circle = Circle(peers: 1)
        for index in 0...200 as ClosedRange<UInt32> { circle.hear(1, Circle.entry(index * 2)) }
        circle.run(for: .milliseconds(5))
        #expect(circle.nacks.count == 2)
        #expect(
            circle.nacks.flatMap(\.value).flatMap(\.ranges)
                == (0..<200 as Range<UInt32>).map { $0 * 2 + 1..<$0 * 2 + 2 })
        #expect(circle.sent.allSatisfy { $0.bytes <= Datagram.bytesMax })
    }

    @Test func `what comes before it was asked for is not asked for`() {
        var circle = Circle(peers: 1)
        circle.hear(1, Circle.entry(0), Circle.entry(3))
        circle.run(for: .milliseconds(4))
        circle.hear(1, Circle.entry(2))
        circle.run(for: .milliseconds(1))
        #expect(circle.nacks.map(\.value) == [[Circle.missing(1, [1..<2])]])
        circle.hear(1, Circle.entry(1))
        circle.forget()
        circle.run(for: .seconds(3), with: [1])
        #expect(circle.nacks.isEmpty)
    }

    @Test func `of two, waits between requests double from 4 g + 4 ms to 4 g + 250 ms`() {
        var circle = Circle(peers: 1)
        circle.hear(1, Circle.entry(0), Circle.entry(2), circle.disagreement)
        circle.run(for: .seconds(5), with: [1])
        let times = circle.nacks.map(\.at)
        let waits = zip(times.dropFirst(), times).map { ($0 - $1).inMilliseconds }
        #expect(waits.prefix(8) == [44, 48, 56, 72, 104, 168, 290, 290])
        // From then on once a second, as long as the origin is there.
        #expect(waits.dropFirst(8) == [1000, 1000, 1000])
        #expect(circle.node.statistics.entriesOrphaned == 0)
    }

    @Test func `of several, a random spread of 4 g comes on top of every wait`() {
        var excess: [Double] = []
        for seed in 0..<20 as Range<UInt64> {
            var circle = Circle(peers: 2, seed: seed)
            circle.hear(1, Circle.entry(0), Circle.entry(2), circle.disagreement)
            circle.run(for: .seconds(2), with: [1, 2])
            let times = circle.nacks.map(\.at)
            for (number, wait) in zip(times.dropFirst(), times).map({ $0 - $1 }).prefix(8)
                .enumerated()
            {
                let least = Double(40 + min(4 << number, 250))
                excess.append(wait.inMilliseconds - least)
            }
        }
        #expect(excess.count == 160)
        #expect(excess.allSatisfy { $0 >= 0 && $0 < 40 })
        let mean = excess.reduce(0, +) / 160 / 40
        #expect(abs(mean - truncatedExponentialMean(groupSize: 3)) < 0.06)
    }

    @Test func `after eight tries the group is asked who holds what`() throws {
        var circle = Circle(peers: 1)
        circle.hear(1, Circle.entry(0), Circle.entry(2), circle.disagreement)
        circle.run(for: .seconds(2), with: [1])
        let vector = try #require(circle.vectors.first)
        #expect(circle.nacks.filter { $0.at < vector.at }.count == 8)
        #expect(vector.to == .group)
        #expect(vector.value.asks)
    }

    @Test func `messages are not asked for by a vector`() {
        var circle = Circle(peers: 1)
        circle.hear(1, Circle.entry(0, .messages), Circle.entry(2, .messages))
        circle.run(for: .seconds(3), with: [1])
        #expect(circle.nacks.count > 8)
        #expect(circle.vectors.isEmpty)
    }

    // MARK: - What is known to exist

    static let signs: [(name: String, frame: Frame, origin: UInt64, holes: [Range<UInt32>])] = [
        ("an entry", Circle.entry(3), 1, [0..<3]),
        ("a repair", Circle.repair(77, 3), 77, [0..<3]),
        ("how far the streams go", .high(HighFrame(log: 3)), 1, [0..<3]),
        ("a good-bye", .leave(HighFrame(log: 3)), 1, [0..<3]),
        ("a vector", Circle.vector(77, 3), 77, [0..<3]),
    ]

    @Test(arguments: signs.map(\.name))
    func `a confirmed sender shows what exists`(name: String) throws {
        let sign = try #require(Self.signs.first { $0.name == name })
        var circle = Circle(peers: 1)
        circle.hear(1, sign.frame)
        #expect(circle.holes(of: sign.origin) == sign.holes)
    }

    @Test(arguments: signs.map(\.name))
    func `a sender that has not echoed me shows nothing`(name: String) throws {
        let sign = try #require(Self.signs.first { $0.name == name })
        var circle = Circle(peers: 1)
        circle.hear(9, sign.frame)
        let origin = sign.origin == 1 ? 9 : sign.origin
        #expect(circle.holes(of: origin).isEmpty)
        circle.run(for: .milliseconds(100))
        #expect(circle.nacks.isEmpty)
    }

    @Test func `at most 4,096 holes of one origin are open, and more as they are filled`() {
        var circle = Circle(peers: 1)
        circle.hear(1, .high(HighFrame(log: 10_000)))
        #expect(circle.holes(of: 1) == [0..<4096])
        circle.hear(1, Circle.entry(0), .high(HighFrame(log: 10_000)))
        #expect(circle.holes(of: 1).map(\.upperBound).max() == 4097)
        #expect(circle.holes(of: 1).reduce(0) { $0 + $1.count } == 4096)
    }

    @Test func `n counts the confirmed who were heard in my session in the last 4.5 s`() {
        var circle = Circle(peers: 3)
        #expect(circle.node.groupSize == 4)
        circle.hear(9, .state(circle.state()))
        #expect(circle.node.groupSize == 4)
        circle.hear(1, .high(HighFrame(log: 0)))
        let heard = circle.now
        circle.run(for: .milliseconds(4499), with: [2])
        #expect(heard >= circle.node.presenceStart)
        circle.hear(3, [.probe(ParticipantID(rawValue: 5), token: 1)])
        circle.run(for: .milliseconds(200), with: [2])
        #expect(circle.node.groupSize == 2)
    }

    @Test func `the latest word of a sender closes the holes from there on, an older one does not`()
    {
        for (counter, isClosed) in [(101, true), (99, false)] as [(UInt64, Bool)] {
            var circle = Circle(peers: 1)
            circle.hear(1, [.high(HighFrame(log: 5))], counter: 100)
            #expect(circle.holes(of: 1) == [0..<5])
            circle.hear(1, [.high(HighFrame(log: 2))], counter: counter)
            #expect(circle.holes(of: 1) == [isClosed ? 0..<2 : 0..<5])
        }
    }

    @Test func `of who is here a vector shows no more than it says itself`() {
        var circle = Circle(peers: 2)
        circle.hear(1, circle.disagreement, .high(HighFrame(log: 2)))
        circle.hear(2, Circle.vector(1, 50))
        #expect(circle.holes(of: 1) == [0..<2])
        circle.hear(2, Circle.vector(77, 50))
        #expect(circle.holes(of: 77) == [0..<50])
    }

    @Test func `of what a vector shows far ahead 64 are asked for, and nothing between`() {
        var circle = Circle(peers: 1)
        let holding = VectorFrame.Holding(
            origin: ParticipantID(rawValue: 77), contiguous: 1, ranges: [100_000..<100_100])
        circle.hear(
            1,
            .vector(
                VectorFrame(
                    first: ParticipantID(rawValue: 0), last: ParticipantID(rawValue: .max),
                    holdings: [holding], asks: false)))
        #expect(circle.holes(of: 77) == [0..<4096, 100_000..<100_064])
    }

    @Test func `messages are not asked for before their sender's welcome`() {
        var circle = Circle(alone: 1, peers: 1)
        circle.hear(1, .hello(circle.hello(1)), .state(circle.state()))
        circle.run(for: .milliseconds(10))
        guard let last = circle.states.last else { return #expect(Bool(false)) }
        circle.hear(1, .state(circle.state(echoing: last)))
        circle.hear(1, .high(HighFrame(log: 0, messages: 7)))
        circle.run(for: .milliseconds(100))
        #expect(circle.nacks.isEmpty)
    }
}
