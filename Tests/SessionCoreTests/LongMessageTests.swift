import SessionSimulation
import Testing

@testable import SessionCore

/// Messages that do not fit into an entry: announced by one, and pulled piece by piece.
@Suite struct LongMessageTests {
    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = RandomSource(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    @Test(arguments: [901, 1024, 1025, 20_000, 256 << 10])
    func `a message of any length up to the limit arrives whole`(count: Int) throws {
        var bus = Bus()
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(2))
        let body = Self.bytes(count)
        try bus.with(0) { node, now in try node.send(body, channel: 3, at: now) }
        let isThere = bus.run(within: .seconds(1)) {
            $0.messages(at: 1).count == 1 && $0.messages(at: 2).count == 1
        }
        #expect(isThere)
        #expect(bus.messages(at: 1) == [body])
        #expect(bus.messages(at: 2) == [body])
    }

    @Test func `one byte more than the limit is refused`() throws {
        var bus = Bus()
        bus.addNode()
        bus.run(for: .seconds(1))
        let limit = WireLimit.messageBytesMax
        #expect(throws: SessionError.tooLarge(actual: limit + 1, limit: limit)) {
            try bus.with(0) { node, now in
                try node.send([UInt8](repeating: 0, count: limit + 1), channel: 3, at: now)
            }
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `at 20 % loss 256 KiB take less than a second, and what follows waits its turn`(
        seed: UInt64
    ) throws {
        var bus = Bus()
        bus.lossPermille = 200
        for index in 0..<3 { bus.addNode(id: seed * 1000 + UInt64(index)) }
        bus.run(for: .seconds(4))
        let long = Self.bytes(256 << 10, seed: seed)
        try bus.with(0) { node, now in
            try node.send([1], channel: 3, at: now)
            try node.send(long, channel: 3, at: now)
            try node.send([2], channel: 3, at: now)
        }
        let isThere = bus.run(within: .seconds(1)) {
            $0.messages(at: 1).count == 3 && $0.messages(at: 2).count == 3
        }
        #expect(isThere)
        let isInOrder = bus.messages(at: 1) == [[1], long, [2]]
        #expect(isInOrder)
    }

    @Test func `a message for some reaches them alone, short or long`() throws {
        var bus = Bus()
        for _ in 0..<4 { bus.addNode() }
        bus.run(for: .seconds(2))
        let chosen = [bus.nodes[1].id, bus.nodes[3].id]
        let long = Self.bytes(5000)
        try bus.with(0) { node, now in
            try node.send([1], channel: 3, to: chosen, at: now)
            try node.send([2], channel: 3, at: now)
            try node.send(long, channel: 3, to: chosen, at: now)
            try node.send([3], channel: 3, at: now)
        }
        bus.run(for: .seconds(1))
        for index in [1, 3] { #expect(bus.messages(at: index) == [[1], [2], long, [3]]) }
        #expect(bus.messages(at: 2) == [[2], [3]])
        #expect(bus.nodes[2].statistics.blobPullsSent == 0)
    }

    @Test func `a message names at most 64`() {
        var bus = Bus()
        bus.addNode()
        bus.run(for: .seconds(1))
        let many = (1...65).map { ParticipantID(rawValue: $0) }
        #expect(throws: SessionError.tooManyRecipients(limit: 64)) {
            try bus.with(0) { node, now in try node.send([1], channel: 3, to: many, at: now) }
        }
    }

    @Test func `a directed body just over an entry is announced`() throws {
        var bus = Bus()
        for _ in 0..<2 { bus.addNode() }
        bus.run(for: .seconds(2))
        let other = bus.nodes[1].id
        for count in [880, 889, 890, 891, 900] {
            let body = Self.bytes(count)
            try bus.with(0) { node, now in
                try node.send(body, channel: 3, to: [other], at: now)
            }
            bus.run(for: .milliseconds(300))
            #expect(bus.messages(at: 1).last == body)
        }
    }

    /// The author dies when one of two receivers has all, and the other only the announcement.
    private func rescue(_ defects: Defects) throws -> Bus {
        var bus = Bus()
        var configuration = Configuration()
        configuration.defects = defects
        for _ in 0..<3 { bus.addNode(configuration: configuration) }
        bus.run(for: .seconds(3))
        let body = Self.bytes(40_000)
        let session = bus.nodes[2].session.id
        bus.parts = [[0, 1], [2]]
        try bus.with(0) { node, now in try node.send(body, channel: 3, at: now) }
        bus.run(within: .seconds(1)) { $0.messages(at: 1).count == 1 }
        bus.kill(0)
        bus.parts = []
        // The announcement reaches the third, as a late datagram would bring it.
        let content = MessageContent.announced(
            channel: 3, to: [], blob: BlobID(of: body), size: UInt32(body.count))
        let (channel, carried) = content.encoded
        let envelope = Envelope(channel: channel, milliseconds: 0, body: carried).encoded
        let entry = SequencedEntry(stream: .messages, index: 0, envelope: envelope)
        bus.inject(
            Datagram(
                sender: bus.nodes[0].id, counter: 100_000,
                frames: [.scope(session), .entry(entry)]
            ).encoded(for: Room(name: "lobby")), into: 2, from: 1)
        bus.run(for: .seconds(20))
        return bus
    }

    @Test func `whoever holds a blob gives it when its author is gone`() throws {
        let bus = try rescue([])
        #expect(bus.messages(at: 2) == [Self.bytes(40_000)])
        #expect(bus.nodes[2].statistics.blobsPulledFromOthers == 1)
        #expect(bus.nodes[1].statistics.blobChunksSentForOthers >= 40)
    }

    @Test func `a blob that nobody gives is a message lost, once`() throws {
        let bus = try rescue(.noBlobFromOthers)
        #expect(bus.messages(at: 2).isEmpty)
        #expect(bus.lostMessages(at: 2) == [1])
        #expect(bus.nodes[2].statistics.blobsLost == 1)
    }

    @Test func `a blob of other bytes than its name says is not delivered`() throws {
        let bus = try rescue(.wrongPiece)
        #expect(bus.messages(at: 2).isEmpty)
        #expect(bus.nodes[2].statistics.blobsDamaged >= 1)
        #expect(bus.lostMessages(at: 2) == [1])
    }

    @Test func `a blob's pieces fit only where they belong`() {
        let body = Self.bytes(2500)
        var blob = Blob(announced: 2500, expires: Instant(microseconds: 0))
        let own = Blob(body, expires: Instant(microseconds: 0))
        #expect(own.pieceCount == 3)
        let taken = [
            blob.insert(Array(body[0..<1024]), at: 0), blob.insert(Array(body[0..<1024]), at: 0),
            blob.insert(Array(body[0..<1023]), at: 1), blob.insert([1], at: 3),
            blob.insert(Array(body[2048...]), at: 2), blob.insert(Array(body[1024..<2048]), at: 1),
        ]
        #expect(taken == [true, false, false, false, true, true])
        #expect(blob.isComplete)
        #expect(blob.bytes.isEmpty)
        let isRight = blob.verify(as: BlobID(of: body))
        #expect(isRight)
        #expect(blob.bytes == body)
    }

    @Test func `more messages ahead of a missing one than the limit are not kept`() throws {
        var bus = Bus()
        var configuration = Configuration()
        configuration.messagesAheadMax = 10
        for _ in 0..<2 { bus.addNode(configuration: configuration) }
        bus.run(for: .seconds(2))
        let session = bus.nodes[1].session.id
        let envelope = Envelope(channel: 3, milliseconds: 0, body: [7]).encoded
        for index in 1...30 as ClosedRange<UInt32> {
            let entry = SequencedEntry(stream: .messages, index: index, envelope: envelope)
            bus.inject(
                Datagram(
                    sender: bus.nodes[0].id, counter: 1000 + UInt64(index),
                    frames: [.scope(session), .entry(entry)]
                ).encoded(for: Room(name: "lobby")), into: 1, from: 1)
        }
        #expect(bus.nodes[1].statistics.messagesTooFarAhead == 20)
    }
}
