import Testing

@testable import SessionCore

/// PROTOCOL 6, "Tail and piggyback", and the heartbeat of section 5.
@Suite struct TailTests {
    @Test(arguments: [Defects(), .noTail])
    func `a heartbeat follows an entry within 20 ms, then at doubling intervals`(defect: Defects)
        throws
    {
        var circle = Circle(peers: 1, defects: defect)
        let start = circle.now
        try circle.append()
        circle.run(for: .seconds(5), with: [1])
        let times = [start] + circle.states.map(\.at)
        let waits = zip(times.dropFirst(), times).map { ($0 - $1).inMilliseconds }
        let nominal: [Double] = [20, 40, 80, 160, 320, 640, 1000, 1000, 1000]
        let holds =
            waits.count >= 8 && waits[0] == 20
            && zip(waits, nominal).allSatisfy { $0 >= $1 * 0.949 && $0 <= $1 * 1.051 }
        #expect(holds == defect.isEmpty)
    }

    @Test func `a message brings a heartbeat as soon as an entry does`() throws {
        var circle = Circle(peers: 1)
        let start = circle.now
        try circle.act { node, now in try node.send([1], channel: 1, at: now) }
        circle.run(for: .milliseconds(20))
        #expect(circle.states.map(\.at) == [start + .milliseconds(20)])
    }

    @Test func `a new entry starts the tail anew`() throws {
        var circle = Circle(peers: 1)
        try circle.append()
        // The next heartbeat of this tail is due after some 620 ms.
        circle.run(for: .milliseconds(350))
        let again = circle.now
        circle.forget()
        try circle.append()
        circle.run(for: .milliseconds(70))
        #expect(circle.states.first?.at == again + .milliseconds(20))
        #expect(circle.states.count == 2)
    }

    @Test(arguments: [(1, 1000), (64, 1300)])
    func `a calm node's heartbeat comes every max(1 s, n / 50 s)`(peers: Int, wait: Int64) throws {
        var circle = Circle(peers: peers)
        #expect(circle.node.groupSize == peers + 1)
        #expect(circle.node.roster.heartbeatInterval == .milliseconds(wait))
        circle.run(for: .seconds(3), with: circle.peers)
        circle.forget()
        circle.run(for: .seconds(8), with: circle.peers)
        let times = circle.states.map(\.at)
        let waits = zip(times.dropFirst(), times).map { ($0 - $1).inMilliseconds / Double(wait) }
        #expect(waits.count >= 4 && waits.allSatisfy { $0 >= 0.949 && $0 <= 1.051 })
    }

    @Test func `heartbeats keep their distance from those of the room's other sessions too`() {
        var circle = Circle(peers: 64)
        for peer in circle.peers.dropFirst() {
            circle.hear(peer, [.state(circle.state())], in: SessionID(rawValue: 1))
        }
        #expect(circle.node.groupSize == 2)
        #expect(circle.node.roster.heartbeatInterval == .milliseconds(1300))
    }

    @Test func `every datagram of a session says how far its sender's streams go`() throws {
        var circle = Circle(peers: 2)
        try circle.append(60, bytes: 900)
        try circle.act { node, now in
            try node.send([1], channel: 1, at: now)
            try node.setEphemeral([1], channel: 1, key: 1, timeToLive: .seconds(1), at: now)
        }
        circle.hear(
            1, Circle.entry(2), Circle.nack(1000, 0..<9), Circle.vector(1000, 3, asks: true))
        circle.hear(2, .probe(Circle.nodeID, token: 1))
        circle.run(for: .seconds(2))
        #expect(circle.sent.count > 60)
        let lacking = circle.sent.filter { datagram in
            datagram.to == .group
                && !datagram.frames.contains { if case .high = $0 { true } else { false } }
        }
        #expect(lacking.isEmpty)
    }

    @Test func `what has not been sent is not said to exist`() throws {
        var circle = Circle(peers: 1)
        try circle.append(100, bytes: 900)
        circle.run(for: .milliseconds(200))
        var sent: UInt32 = 0
        for datagram in circle.sent {
            for case .entry(let entry) in datagram.frames { sent = max(sent, entry.index + 1) }
            for case .high(let high) in datagram.frames { #expect(high.log <= sent) }
        }
        #expect(sent == 101)
    }

    // MARK: - Piggyback

    @Test func `every datagram repeats the last two entries`() throws {
        var configuration = Configuration()
        configuration.repeatInterval = .seconds(1)
        var circle = Circle(peers: 1, configuration: configuration)
        for _ in 0..<4 {
            try circle.append()
            circle.run(for: .milliseconds(10))
        }
        // Heartbeats, 20 ms after an entry, carry them too.
        let datagrams = circle.sent.map { sent in
            sent.frames.compactMap { if case .entry(let entry) = $0 { entry.index } else { nil } }
        }
        #expect(datagrams.prefix(2) == [[0, 1], [2, 0, 1]])
        #expect(datagrams.contains([3, 1, 2]) && datagrams.contains([4, 2, 3]))
        #expect(datagrams.allSatisfy { $0.count <= 3 })
    }

    @Test(arguments: [Defects(), .noTail])
    func `where nothing else goes out for 7 ms the last entries are repeated alone, once`(
        defect: Defects
    ) throws {
        var circle = Circle(peers: 1, defects: defect)
        circle.run(for: .seconds(3), with: [1])
        try circle.append()
        circle.forget()
        let start = circle.now
        circle.run(for: .milliseconds(19))
        let times = circle.sent.filter { $0.to == .group }.map { $0.at - start }
        #expect(times == (defect.isEmpty ? [.milliseconds(7)] : []))
        let indices = circle.entries.map(\.value.index)
        #expect(indices == (defect.isEmpty ? [0, 1] : []))
    }

    @Test func `what goes out within 7 ms spares the repeat`() throws {
        var circle = Circle(peers: 1)
        circle.run(for: .seconds(3), with: [1])
        for _ in 0..<5 {
            try circle.append()
            circle.run(for: .milliseconds(5))
        }
        circle.forget()
        circle.run(for: .milliseconds(3))
        #expect(circle.sent.count == 1)
    }

    @Test(arguments: [(249, [1, 2]), (251, [])] as [(Int64, [UInt32])])
    func `only entries younger than 250 ms are repeated`(age: Int64, indices: [UInt32]) throws {
        var circle = Circle(peers: 1)
        try circle.append(2)
        circle.run(for: .milliseconds(age))
        circle.forget()
        try circle.act { node, now in
            try node.setEphemeral([1], channel: 1, key: 1, timeToLive: .seconds(1), at: now)
        }
        #expect(circle.sent.count == 1)
        #expect(circle.entries.map(\.value.index) == indices)
    }

    @Test func `what does not fit is not repeated`() throws {
        var circle = Circle(peers: 1)
        try circle.append(2, bytes: 600)
        circle.run(for: .milliseconds(1))
        circle.forget()
        try circle.append(1, bytes: 600)
        #expect(circle.entries.map(\.value.index) == [3])
        #expect(circle.sent.count == 1)
    }

    @Test func `messages are repeated like entries`() throws {
        var circle = Circle(peers: 1)
        for byte in 0..<3 as Range<UInt8> {
            try circle.act { node, now in try node.send([byte], channel: 1, at: now) }
            circle.run(for: .milliseconds(1))
        }
        let last = try #require(circle.sent.last)
        let indices = last.frames.compactMap { frame -> UInt32? in
            if case .entry(let entry) = frame, entry.stream == .messages {
                entry.index
            } else {
                nil
            }
        }
        #expect(indices == [2, 0, 1])
    }
}
