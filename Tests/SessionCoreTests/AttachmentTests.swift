import SessionSimulation
import Testing

@testable import SessionCore

/// PROTOCOL 8, "Attachments".
@Suite struct AttachmentTests {
    private let bytes = LongMessageTests.bytes(600_000)

    /// Three in a room, one of whom added something.
    private func room(defects: Defects = []) throws -> (
        bus: Bus, attachment: SessionCore.Attachment
    ) {
        var configuration = Configuration()
        configuration.defects = defects
        var bus = Bus()
        for _ in 0..<3 { bus.addNode(configuration: configuration) }
        bus.run(for: .seconds(3))
        let attachment = try bus.with(0) { node, now in
            try node.attach(bytes, as: BlobID(of: bytes), metadata: [7, 8], at: now)
        }
        bus.run(for: .milliseconds(100))
        return (bus, attachment)
    }

    /// What a node was told of its loads; nil where nobody gives it.
    private func loaded(_ bus: Bus, _ index: Int) -> [[UInt8]?] {
        bus.events[index].compactMap {
            if case .attachmentLoaded(_, let bytes) = $0 { .some(bytes) } else { nil }
        }
    }

    private func load(_ attachment: SessionCore.Attachment, at index: Int, _ bus: inout Bus) {
        bus.with(index) { node, now in node.load(attachment.blob, at: now) }
    }

    @Test func `everybody learns of an attachment, and late joiners get it`() throws {
        var (bus, attachment) = try room()
        #expect(attachment.size == 600_000 && attachment.metadata == [7, 8])
        let late = bus.addNode()
        bus.run(for: .seconds(2))
        for index in [1, late] {
            #expect(bus.nodes[index].attachments(of: bus.nodes[0].session.id) == [attachment])
            #expect(loaded(bus, index).isEmpty)
            load(attachment, at: index, &bus)
            let isLoaded = bus.run(within: .seconds(5)) { loaded($0, index) == [bytes] }
            #expect(isLoaded)
        }
        // The author's own is here at once.
        load(attachment, at: 0, &bus)
        #expect(loaded(bus, 0) == [bytes])
    }

    @Test func `nothing moves before somebody asks`() throws {
        var (bus, _) = try room()
        bus.run(for: .seconds(5))
        #expect(bus.nodes.allSatisfy { $0.statistics.chunksSent == 0 })
    }

    @Test
    func `what one has is held for more than messages' time, and given when the author is gone`()
        throws
    {
        var (bus, attachment) = try room()
        load(attachment, at: 1, &bus)
        bus.run(for: .seconds(40))
        #expect(loaded(bus, 1) == [bytes])
        bus.kill(0)
        bus.run(for: .seconds(5))
        load(attachment, at: 2, &bus)
        let isLoaded = bus.run(within: .seconds(5)) { loaded($0, 2) == [bytes] }
        #expect(isLoaded)
        // Asked for by unicast once somebody has answered.
        #expect(bus.nodes[1].statistics.chunksMulticast <= 64)
    }

    @Test func `a load goes on where it stopped when its donor dies`() throws {
        var (bus, attachment) = try room()
        load(attachment, at: 1, &bus)
        bus.run(for: .seconds(2))
        load(attachment, at: 2, &bus)
        let isHalf = bus.run(within: .seconds(5)) {
            $0.nodes[2].blobs[attachment.blob]?.byteCount ?? 0 > 300_000
        }
        #expect(isHalf)
        bus.kill(0)
        let before = bus.nodes[1].statistics.chunksSent
        let isLoaded = bus.run(within: .seconds(20)) { loaded($0, 2) == [bytes] }
        #expect(isLoaded)
        #expect(bus.nodes[1].statistics.chunksSent - before < 400)
    }

    @Test func `a network that is away for five seconds costs no byte twice`() throws {
        var (bus, attachment) = try room()
        load(attachment, at: 1, &bus)
        bus.run(within: .seconds(5)) {
            $0.nodes[1].blobs[attachment.blob]?.byteCount ?? 0 > 300_000
        }
        bus.parts = [[0, 2], [1]]
        bus.run(for: .seconds(5))
        #expect(loaded(bus, 1).isEmpty)
        bus.parts = []
        let isLoaded = bus.run(within: .seconds(5)) { loaded($0, 1) == [bytes] }
        #expect(isLoaded)
        #expect(bus.nodes[0].statistics.chunksSent < 586 + 300)
    }

    @Test func `what was asked for does not count as a flood`() throws {
        var (bus, _) = try room()
        let large = LongMessageTests.bytes(3_000_000)
        let attachment = try bus.with(0) { node, now in
            try node.attach(large, as: BlobID(of: large), metadata: [], at: now)
        }
        bus.run(for: .milliseconds(100))
        load(attachment, at: 1, &bus)
        let isLoaded = bus.run(within: .milliseconds(500)) { loaded($0, 1) == [large] }
        #expect(isLoaded)
        #expect(bus.nodes[1].statistics.datagramsOverRate == 0)
    }

    @Test func `at 20 % loss it is whole`() throws {
        var (bus, attachment) = try room()
        bus.lossPermille = 200
        load(attachment, at: 1, &bus)
        let isLoaded = bus.run(within: .seconds(20)) { loaded($0, 1) == [bytes] }
        #expect(isLoaded)
    }

    @Test func `who waits is told when nobody gives it, and may ask again`() throws {
        var (bus, attachment) = try room()
        bus.parts = [[0], [1, 2]]
        bus.run(for: .seconds(6))
        load(attachment, at: 1, &bus)
        let isTold = bus.run(within: .seconds(60)) { loaded($0, 1) == [nil] }
        #expect(isTold)
        bus.parts = []
        bus.run(for: .seconds(5))
        load(attachment, at: 1, &bus)
        let isLoaded = bus.run(within: .seconds(5)) { loaded($0, 1) == [nil, bytes] }
        #expect(isLoaded)
    }

    @Test func `what anybody removes nobody holds any more`() throws {
        var (bus, attachment) = try room()
        load(attachment, at: 1, &bus)
        bus.run(for: .seconds(2))
        try bus.with(1) { node, now in try node.detach(attachment.entry, at: now) }
        bus.run(for: .seconds(40))
        let session = bus.nodes[0].session.id
        #expect(bus.nodes.allSatisfy { $0.attachments(of: session).isEmpty })
        #expect(bus.nodes.allSatisfy { $0.blobs.isEmpty })
        load(attachment, at: 2, &bus)
        #expect(loaded(bus, 2) == [nil])
    }

    @Test func `who attaches what it is loading has it`() throws {
        var (bus, attachment) = try room()
        bus.parts = [[0], [1, 2]]
        load(attachment, at: 1, &bus)
        #expect(loaded(bus, 1).isEmpty)
        _ = try bus.with(1) { node, now in
            try node.attach(bytes, as: attachment.blob, metadata: [], at: now)
        }
        #expect(loaded(bus, 1) == [bytes])
    }

    @Test func `what others name as attachments is held no longer than it would be`() throws {
        var (bus, _) = try room()
        let said = LongMessageTests.bytes(20_000)
        try bus.with(0) { node, now in try node.send(said, channel: 3, at: now) }
        bus.run(for: .seconds(1))
        try bus.with(1) { node, now in
            _ = try node.attach(said, as: BlobID(of: said), metadata: [], at: now)
        }
        bus.run(for: .seconds(45))
        #expect(bus.nodes[0].blobs[BlobID(of: said)] == nil)
        #expect(bus.nodes[1].blobs[BlobID(of: said)] != nil)
    }

    @Test func `a removal that comes before its attachment counts`() {
        let name = EntryName(origin: ParticipantID(rawValue: 77), index: 0)
        let entry = ControlEntry.attachment(BlobID(of: [1]), size: 1, metadata: []).encoded
        let removal = ControlEntry.removal(name).encoded
        for isEarly in [false, true] {
            var stage = Stage.entered(players: [1000, 2000])
            let both: [(UInt64, [UInt8])] = [(77, entry), (88, removal)]
            for (origin, body) in isEarly ? both.reversed() : both {
                let envelope = Envelope(channel: 0, milliseconds: 0, body: body).encoded
                let run = ChunkRun(
                    origin: ParticipantID(rawValue: origin), firstIndex: 0, envelopes: [envelope])
                stage.say(0, .chunk(stage.node.id, [run]))
            }
            #expect(stage.node.attachments(of: Stage.home).isEmpty)
        }
    }

    @Test func `what is not the bytes of its name is asked for anew, three times`() throws {
        var (bus, attachment) = try room(defects: .wrongPiece)
        load(attachment, at: 1, &bus)
        bus.run(for: .seconds(2))
        #expect(loaded(bus, 1) == [bytes])
        bus.kill(0)
        bus.run(for: .seconds(5))
        // Only others than the author spoil what they give.
        load(attachment, at: 2, &bus)
        bus.run(for: .seconds(30))
        #expect(loaded(bus, 2) == [nil])
        #expect(bus.nodes[2].statistics.blobsDamaged == 3)
    }

    @Test func `100 MiB is the most, and 512 bytes to be said of it`() throws {
        var (bus, _) = try room()
        let large = [UInt8](repeating: 1, count: WireLimit.attachmentBytesMax + 1)
        let name = BlobID(of: [1])
        #expect(throws: SessionError.tooLarge(actual: large.count, limit: 100 << 20)) {
            try bus.with(0) { try $0.attach(large, as: name, metadata: [], at: $1) }
        }
        #expect(throws: SessionError.tooLarge(actual: 513, limit: 512)) {
            let metadata = [UInt8](repeating: 1, count: 513)
            return try bus.with(0) { try $0.attach([1], as: name, metadata: metadata, at: $1) }
        }
        let nothing = try bus.with(0) { try $0.attach([], as: name, metadata: [], at: $1) }
        bus.run(for: .milliseconds(100))
        load(nothing, at: 1, &bus)
        #expect(loaded(bus, 1) == [[]])
    }

    @Test func `pieces are held as a map of them would`() {
        var random = RandomSource(seed: 11)
        for size in [1, 1023, 1024, 1025, 65_536, 200_000] {
            let whole = LongMessageTests.bytes(size)
            var store = PieceStore(size: size)
            var model: Set<UInt32> = []
            for _ in 0..<Int(store.count) * 3 {
                let index = UInt32(random.next() % UInt64(store.count + 1))
                let start = min(Int(index) * 1024, size)
                let piece = Array(whole[start..<min(start + 1024, size)])
                let isTaken = store.insert(piece, at: index)
                #expect(isTaken == (index < store.count && !model.contains(index)))
                if isTaken { model.insert(index) }
                #expect(store.contains(index) == model.contains(index))
                #expect(store[index] == (model.contains(index) ? piece : nil))
            }
            #expect(store.held.flatMap(Array.init) == model.sorted())
            let all = (store.held + store.missing).flatMap(Array.init).sorted()
            #expect(all == Array(0..<store.count))
            for index in 0..<store.count {
                let start = Int(index) * 1024
                _ = store.insert(Array(whole[start..<min(start + 1024, size)]), at: index)
            }
            #expect(store.bytes == whole && store.missing.isEmpty)
        }
    }
}
