import Testing

@testable import SessionCore

/// PROTOCOL 6, "Rate", and the receive rate of section 3.
@Suite struct RateTests {
    /// Multicast datagrams that went out within so long.
    private func count(_ circle: Circle, from start: Instant, for interval: Interval) -> Int {
        circle.sent.filter { $0.to == .group && $0.at >= start && $0.at < start + interval }.count
    }

    @Test func `a burst of 32 goes at once, then a datagram every millisecond`() throws {
        var circle = Circle(peers: 1)
        let start = circle.now
        try circle.append(200, bytes: 900)
        circle.run(for: .milliseconds(100))
        #expect(count(circle, from: start, for: Interval(microseconds: 1)) == 32)
        let burst = count(circle, from: start, for: .milliseconds(100))
        #expect((131...132).contains(burst))
    }

    @Test func `entries that wait are all sent, in order, each for the first time once`() throws {
        var circle = Circle(peers: 1)
        try circle.append(500, bytes: 900)
        circle.run(for: .seconds(1), with: [1])
        var next: UInt32 = 0
        for index in circle.entries.map(\.value.index) {
            #expect(index <= next)
            next = max(next, index + 1)
        }
        #expect(next == 501)
        #expect(circle.entries.count < 510)
    }

    @Test func `small entries share datagrams`() throws {
        var circle = Circle(peers: 1)
        try circle.append(50, bytes: 10)
        #expect(circle.sent.count == 1)
        #expect(circle.entries.count == 51)
        // While the bucket is empty they gather too.
        try circle.append(40, bytes: 900)
        circle.forget()
        for _ in 0..<8 {
            try circle.append(10, bytes: 10)
            circle.run(for: Interval(microseconds: 500))
        }
        circle.run(for: .milliseconds(20))
        #expect(circle.sent.count < 20)
        #expect(Set(circle.entries.map(\.value.index)).isSuperset(of: 91...170))
    }

    @Test(arguments: [0, 1, 3])
    func `those who sent an entry in the last 2 s share the rate`(others: Int) throws {
        var circle = Circle(peers: 3)
        for peer in circle.peers.prefix(others) { circle.hear(peer, Circle.entry(0)) }
        circle.run(for: .milliseconds(100))
        let start = circle.now
        try circle.append(400, bytes: 900)
        circle.run(for: .seconds(1), with: circle.peers)
        let share = 1000 / (others + 1)
        #expect(abs(count(circle, from: start, for: .milliseconds(200)) - 32 - share / 5) <= 2)
    }

    @Test func `who sent nothing for 2 s has no share`() throws {
        var circle = Circle(peers: 2)
        circle.hear(1, Circle.entry(0))
        circle.run(for: .milliseconds(2001))
        let start = circle.now
        try circle.append(200, bytes: 900)
        circle.run(for: .milliseconds(101))
        #expect(abs(count(circle, from: start, for: .milliseconds(100)) - 132) <= 2)
    }

    @Test func `control frames do not wait, but are counted`() throws {
        var circle = Circle(peers: 2)
        try circle.append(300, bytes: 900)
        circle.run(for: .milliseconds(10))
        circle.forget()
        let start = circle.now
        for origin in 2..<12 as Range<UInt64> {
            circle.hear(1, .probe(Circle.nodeID, token: 1), Circle.repair(origin + 100, 1))
        }
        let asking = circle.node.statistics.nacksSent
        circle.run(for: .milliseconds(45))
        #expect(circle.node.statistics.nacksSent > asking)
        #expect(circle.nacks.allSatisfy { $0.at < start + .milliseconds(45) })
        #expect(count(circle, from: start, for: .milliseconds(45)) <= 46)
    }

    @Test func `a unicast answer is outside the budget`() throws {
        var circle = Circle(peers: 1)
        let start = circle.now
        try circle.append(100, bytes: 900)
        for token in 0..<20 as Range<UInt32> {
            circle.hear(1, .probe(Circle.nodeID, token: token))
        }
        circle.run(for: .milliseconds(50))
        #expect(circle.sent.filter { $0.to != .group && $0.at == start }.count == 20)
        #expect((81...82).contains(count(circle, from: start, for: .milliseconds(50))))
    }

    @Test func `ephemeral values wait for a quarter of the bucket`() throws {
        var circle = Circle(peers: 1)
        let start = circle.now
        // With the author's entry, 40 datagrams: the last of them takes the last token at 8 ms.
        try circle.append(39, bytes: 900)
        try circle.append(1, bytes: 600)
        try circle.act { node, now in
            try node.setEphemeral([1], channel: 1, key: 1, timeToLive: .seconds(1), at: now)
        }
        circle.run(for: .milliseconds(50))
        let entry = try #require(circle.entries.last { $0.value.index == 40 })
        let value = try #require(circle.ephemerals.first)
        #expect(entry.at - start < .milliseconds(10))
        #expect(value.at - entry.at >= .milliseconds(7))
        #expect(value.at - entry.at <= .milliseconds(9))
    }

    @Test func `all that answers one question goes at once, though the budget is used up`() throws {
        var circle = Circle(peers: 2)
        for origin in 2000..<2300 as Range<UInt64> { circle.hear(1, Circle.repair(origin, 0)) }
        try circle.append(60, bytes: 900)
        circle.forget()
        circle.hear(
            1,
            .vector(
                VectorFrame(
                    first: ParticipantID(rawValue: 0), last: ParticipantID(rawValue: .max),
                    holdings: [], asks: true)))
        circle.run(for: .milliseconds(50))
        #expect(circle.vectors.count > 2)
        #expect(Set(circle.vectors.map(\.at)).count == 1)
    }

    // MARK: - Receiving

    private func flood(_ circle: inout Circle, _ count: Int, from address: UInt64 = 7) {
        for _ in 0..<count {
            circle.hear(1, [.probe(ParticipantID(rawValue: 5), token: 1)], address: address)
        }
    }

    @Test func `of one address 2,000 datagrams a second are taken, of another as many`() {
        var circle = Circle(peers: 1)
        flood(&circle, 2500)
        #expect(circle.node.statistics.datagramsOverRate == 500)
        flood(&circle, 2000, from: 8)
        #expect(circle.node.statistics.datagramsOverRate == 500)
        circle.run(for: .milliseconds(10))
        flood(&circle, 30)
        #expect(circle.node.statistics.datagramsOverRate == 510)
    }

    @Test func `a donor that is being pulled from is not measured`() {
        var circle = Circle(peers: 1)
        circle.hear(1, [Circle.vector(77, 5000)], address: 7)
        #expect(circle.node.statistics.pullsSent > 0)
        flood(&circle, 2500)
        #expect(circle.node.statistics.datagramsOverRate == 0)
    }
}
