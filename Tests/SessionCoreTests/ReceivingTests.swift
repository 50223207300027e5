import Testing

@testable import SessionCore

/// PROTOCOL 3: which datagrams are taken, and what of them.
@Suite struct ReceivingTests {
    private static let probe = Frame.probe(Circle.nodeID, token: 1)

    /// A stranger's datagram that the node answers if it takes it.
    private func sealed(
        _ frames: [UInt8]? = nil, counter: UInt64 = 1, room: Room = Circle.room
    ) -> [UInt8] {
        var writer = ByteWriter()
        Self.probe.write(to: &writer)
        return Datagram.sealed(
            frames ?? writer.bytes, sender: ParticipantID(rawValue: 9), counter: counter,
            room: room)
    }

    /// The bytes with another header byte, and a tag that fits it.
    private func changed(_ position: Int, to byte: UInt8) -> [UInt8] {
        var bytes = Array(sealed().dropLast(Datagram.tagBytes))
        bytes[position] = byte
        let tag = SipHash.tag(bytes, count: bytes.count, key: Circle.room.key)
        var writer = ByteWriter()
        writer.write(bytes)
        writer.writeInteger(tag.0.byteSwapped)
        writer.writeInteger(tag.1.byteSwapped)
        return writer.bytes
    }

    private func notices(_ circle: Circle) -> [Notice] {
        circle.events.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
    }

    @Test func `that somebody speaks a later version is told once`() {
        var circle = Circle(peers: 2)
        for (peer, highest) in [(1, 2), (1, 3), (2, 2)] as [(UInt64, UInt8)] {
            var hello = circle.hello(peer)
            hello.versions = 1...highest
            circle.hear(peer, .hello(hello))
        }
        #expect(notices(circle) == [.laterVersion(2)])
        for kind in 0xC0...0xC9 as ClosedRange<UInt8> {
            let raw = Datagram.sealed(
                [kind, 0], sender: ParticipantID(rawValue: 1), counter: UInt64(kind) + 1000,
                room: Circle.room)
            circle.receive(raw, from: 1)
        }
        #expect(notices(circle) == [.laterVersion(2), .notUnderstood(kind: 0xC0)])
    }

    @Test func `a stranger's datagram is taken`() {
        var circle = Circle(peers: 1)
        circle.receive(sealed(), from: 9)
        #expect(circle.knows(9))
        #expect(circle.sent.count == 1)
    }

    static let refused: [(name: String, position: Int, byte: UInt8, notice: Notice?)] = [
        ("magic", 0, 0x4A, nil), ("magic", 1, 0x4A, nil),
        ("a later version", 2, 2, .otherVersion(2)), ("version 0", 2, 0, .otherVersion(0)),
        ("a sealed room", 3, 1, nil), ("an unknown flag", 3, 0x80, nil),
        ("another room", 4, 0, nil),
    ]

    @Test(arguments: refused.indices)
    func `a header that is not of this version, flags and room is dropped, told at most once`(
        number: Int
    ) {
        let (_, position, byte, notice) = Self.refused[number]
        var circle = Circle(peers: 1)
        for _ in 0..<3 { circle.receive(changed(position, to: byte), from: 9) }
        #expect(!circle.knows(9))
        #expect(circle.sent.isEmpty)
        #expect(notices(circle) == (notice.map { [$0] } ?? []))
    }

    @Test func `a datagram of another room with our tag's start is dropped by its tag`() {
        var circle = Circle(peers: 1)
        var bytes = sealed(room: Room(name: "other"))
        for position in 4..<8 { bytes[position] = sealed()[position] }
        circle.receive(bytes, from: 9)
        #expect(!circle.knows(9))
        #expect(circle.node.statistics.datagramsDropped == 1)
    }

    @Test(arguments: [(1200, true), (1201, false)])
    func `a datagram has at most 1,200 bytes`(count: Int, isTaken: Bool) {
        var frames = ByteWriter()
        frames.write(0x7E)
        frames.writeBlock(Array(repeating: 0, count: count - 24 - 16 - 3))
        let bytes = sealed(frames.bytes)
        #expect(bytes.count == count)
        var circle = Circle(peers: 1)
        circle.receive(bytes, from: 9)
        #expect(circle.knows(9) == isTaken)
    }

    @Test func `what must be understood and is not drops the whole datagram, told once`() {
        var circle = Circle(peers: 1)
        var writer = ByteWriter()
        Self.probe.write(to: &writer)
        writer.write([0xC4, 0])
        for counter in 1...3 as ClosedRange<UInt64> {
            circle.receive(sealed(writer.bytes, counter: counter), from: 9)
        }
        #expect(notices(circle) == [.notUnderstood(kind: 0xC4)])
        #expect(circle.sent.isEmpty)
        #expect(!circle.knows(9))
        #expect(circle.node.statistics.datagramsDropped == 3)
    }

    @Test func `a node does not take its own datagrams`() throws {
        var circle = Circle(peers: 1)
        let own = Datagram(
            sender: Circle.nodeID, counter: 500,
            frames: [.scope(Circle.session), .hello(circle.hello(1)), Circle.entry(7)])
        circle.receive(own.encoded(for: Circle.room), from: 1)
        #expect(!circle.knows(1000))
        #expect(circle.entriesTold.isEmpty)
        #expect(circle.node.statistics.datagramsDropped == 0)
    }

    // MARK: - Counters

    @Test func `a datagram heard twice is taken once`() {
        var circle = Circle(peers: 1)
        for _ in 0..<2 { circle.hear(1, [Self.probe], counter: 900) }
        #expect(circle.sent.count == 1)
        #expect(circle.node.statistics.duplicatesDropped == 1)
    }

    @Test(arguments: [(744, false), (745, true), (1000, true)] as [(UInt64, Bool)])
    func `256 counters are remembered`(counter: UInt64, isRemembered: Bool) {
        var circle = Circle(peers: 1)
        // From here on the counters rise one by one, so that 745…1000 are the last 256.
        for counter in 700...1000 as ClosedRange<UInt64> {
            circle.hear(1, [.high(HighFrame(log: 0))], counter: counter)
        }
        circle.hear(1, [Circle.entry(0)], counter: counter)
        #expect(circle.node.statistics.duplicatesDropped == (isRemembered ? 1 : 0))
        #expect(circle.entriesTold.count == (isRemembered ? 0 : 1))
    }

    /// Frames, and whether the node shows that it took them.
    static let old: [(name: String, frame: Frame)] = [
        ("entry", Circle.entry(0)), ("repair", Circle.repair(77, 0)),
        (
            "chunk",
            .chunk(
                Circle.nodeID,
                [
                    ChunkRun(
                        origin: ParticipantID(rawValue: 77), firstIndex: 0,
                        envelopes: [Circle.envelope(0)])
                ])
        ),
        ("high", .high(HighFrame(log: 3))), ("nack", Circle.nack(1000, 0..<9)),
        ("vector", Circle.vector(77, 3)),
        (
            "hello",
            .hello(
                HelloFrame(
                    profile: Profile(person: PersonID(high: 9, low: 9), name: "New", color: 1),
                    versions: 1...1, sendTime: 1, isStarting: true))
        ),
        ("leave", .leave(HighFrame(log: 3))), ("probe", probe),
        (
            "ephemeral",
            .ephemeral(
                EphemeralFrame(
                    channel: 1, key: 1, version: 1, timeToLive: .seconds(1), body: [1]))
        ),
    ]

    @Test(arguments: old.map(\.name), [true, false])
    func `from an old datagram only entries are taken`(name: String, isBelowFirst: Bool) throws {
        let frame = try #require(Self.old.first { $0.name == name }).frame
        var circle = Circle(peers: 1)
        try circle.append()
        circle.run(for: .milliseconds(500))
        // A stranger that becomes known, whose counters begin at 5000 or have gone on to there.
        if !isBelowFirst { circle.hear(2, [.high(HighFrame(log: 0))], counter: 1) }
        circle.hear(2, [.hello(circle.hello(2)), .state(circle.state())], counter: 5000)
        circle.run(for: .milliseconds(100))
        circle.echo(by: [2])
        circle.run(for: .milliseconds(50))
        circle.forget()
        circle.hear(2, [frame], counter: isBelowFirst ? 4990 : 4000)
        circle.run(for: .milliseconds(15))
        let isEntry = ["entry", "repair", "chunk"].contains(name)
        #expect(circle.entriesTold.count == (isEntry ? 1 : 0))
        #expect(circle.nacks.isEmpty && circle.entries.isEmpty && circle.knows(2))
        let isTold = circle.events.contains { event in
            switch event {
            case .participantChanged, .participantLeft, .ephemeral: true
            default: false
            }
        }
        #expect(!isTold)
        #expect(circle.sent.allSatisfy { $0.to == .group })
    }

    @Test func `an old datagram does not move its sender's address, or break its silence`() {
        var circle = Circle(peers: 1)
        circle.hear(1, [.high(HighFrame(log: 0))], counter: 5000)
        let heard = circle.now
        circle.run(for: .seconds(1))
        circle.hear(1, [Circle.entry(0)], counter: 3000, address: 55)
        circle.run(for: .milliseconds(2500))
        #expect(circle.probes.map(\.at) == [heard + .milliseconds(3500)])
        #expect(circle.probes.map(\.to) == [.peer(PeerAddress(rawValue: 1))])
    }

    @Test func `a participant's address is the source of its last datagram`() {
        var circle = Circle(peers: 1)
        circle.hear(1, [Self.probe], address: 55)
        #expect(circle.sent.map(\.to) == [.peer(PeerAddress(rawValue: 55))])
        circle.hear(1, Self.probe)
        #expect(circle.sent.last?.to == .peer(PeerAddress(rawValue: 1)))
    }

    @Test func `a heartbeat that was overtaken by a later one tells nothing`() {
        var circle = Circle(peers: 1)
        circle.hear(1, [.state(circle.state())], counter: 602)
        var late = circle.state()
        late.people = 40
        circle.hear(1, [.state(late)], counter: 601)
        #expect(circle.node.roster.peers[ParticipantID(rawValue: 1)]?.state?.people == 2)
    }

    @Test func `the counter of what a node sends rises by one, on all paths`() {
        var circle = Circle(peers: 1)
        let before = circle.node.counter
        circle.hear(1, Self.probe)
        circle.hear(2, .hello(circle.hello(2, isStarting: true)))
        circle.run(for: .seconds(3), with: [1])
        #expect(
            circle.sent.contains { $0.to == .group } && circle.sent.contains { $0.to != .group })
        #expect(circle.sent.map(\.counter) == (1...UInt64(circle.sent.count)).map { before + $0 })
    }
}
