import Testing

@testable import SessionCore

/// PROTOCOL 4 and 10: each field at its limit is read, and one beyond drops the datagram.
@Suite struct WireLimitTests {
    /// One limit: a frame's kind, its body at the limit and beyond.
    struct Limit: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var kind: Frame.Kind
        var body: @Sendable (_ isBeyond: Bool) -> [UInt8]

        init(
            _ description: String, _ kind: Frame.Kind,
            _ write: @escaping @Sendable (inout ByteWriter, Bool) -> Void
        ) {
            testDescription = description
            self.kind = kind
            body = { isBeyond in
                var writer = ByteWriter()
                write(&writer, isBeyond)
                return writer.bytes
            }
        }
    }

    static let id: UInt64 = 0x1122_3344_5566_7788
    static let envelope: [UInt8] = [1, 0, 1, 7, 0]

    static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0x61, count: count) }

    /// A heartbeat's fields with some of them at other sizes.
    static func state(
        _ writer: inout ByteWriter, echoes: Int = 0, earlier: UInt8 = 0, identifier: Int = 4,
        payload: Int = 3, name: Int = 0
    ) {
        writer.write(zeros(4 + 8))
        writer.write([0])
        writer.write(zeros(8))
        writer.write([0, 1])
        writer.write(zeros(8))
        writer.write([0, 0, UInt8(echoes)])
        for _ in 0..<echoes { writer.write(zeros(8 + 4) + [0]) }
        writer.write([earlier])
        if earlier > 0 { writer.write(zeros(16)) }
        for count in [identifier, payload, name] { writer.writeBlock(zeros(count)) }
    }

    static func ranges(_ writer: inout ByteWriter, count: Int, length: UInt = 1) {
        writer.write([1])
        writer.writeInteger(id)
        writer.write([0])
        writer.writeVarint(UInt(count))
        for _ in 0..<count {
            writer.writeVarint(UInt(1))
            writer.writeVarint(length)
        }
    }

    static func hello(
        _ writer: inout ByteWriter, color: UInt8 = 1, versions: [UInt8] = [1, 1], name: Int = 3
    ) {
        writer.write(zeros(16) + [color] + versions + zeros(4) + [1])
        writer.writeBlock(zeros(name))
    }

    static let limits: [Limit] = [
        Limit("envelope of 980 bytes", .entry) {
            $0.write([0, 1] + zeros($1 ? 981 : 980))
        },
        Limit("repair's envelope of 980 bytes", .repair) {
            $0.writeInteger(id)
            $0.write([0, 1] + zeros($1 ? 981 : 980))
        },
        Limit("end of a log", .high) {
            $0.writeVarint(UInt($1 ? (1 << 20) + 2 : (1 << 20) + 1))
            $0.write([0, 0])
        },
        Limit("end of the messages", .leave) {
            $0.write([0])
            $0.writeVarint(UInt($1 ? (1 << 20) + 2 : (1 << 20) + 1))
            $0.write([0])
        },
        Limit("lowest message not above the messages' end", .high) {
            $0.write([0, 5, $1 ? 6 : 5])
        },
        Limit("32 echoes", .state) { state(&$0, echoes: $1 ? 33 : 32) },
        Limit("one earlier session", .state) { state(&$0, earlier: $1 ? 2 : 1) },
        Limit("activity identifier of 128 bytes", .state) {
            state(&$0, identifier: $1 ? 129 : 128)
        },
        Limit("activity payload of 512 bytes", .state) { state(&$0, payload: $1 ? 513 : 512) },
        Limit("room name of 128 bytes", .state) { state(&$0, name: $1 ? 129 : 128) },
        Limit("64 ranges", .nack) { ranges(&$0, count: $1 ? 65 : 64) },
        Limit("ranges that are not empty", .nack) { ranges(&$0, count: 2, length: $1 ? 0 : 1) },
        Limit("ranges up to the last index", .nack) {
            ranges(&$0, count: 1, length: $1 ? (1 << 20) + 1 : 1 << 20)
        },
        Limit("ranges that overflow", .nack) {
            ranges(&$0, count: 1, length: $1 ? UInt.max : 1)
        },
        Limit("more origins than there are bytes", .nack) { writer, isBeyond in
            ranges(&writer, count: 1)
            guard isBeyond else { return }
            var longer = ByteWriter()
            longer.writeVarint(UInt.max)
            longer.write(Array(writer.bytes.dropFirst()))
            writer = longer
        },
        Limit("contiguous part up to the last index", .vector) {
            $0.write(zeros(16) + [0, 1])
            $0.writeInteger(id)
            $0.writeVarint(UInt($1 ? (1 << 20) + 2 : (1 << 20) + 1))
            $0.write([0])
        },
        Limit("name of 64 bytes", .hello) { hello(&$0, name: $1 ? 65 : 64) },
        Limit("colour 64", .hello) { hello(&$0, color: $1 ? 65 : 64) },
        Limit("colour 1", .hello) { hello(&$0, color: $1 ? 0 : 1) },
        Limit("versions in order", .hello) { hello(&$0, versions: $1 ? [2, 1] : [1, 2]) },
        Limit("welcome's index", .welcome) {
            $0.writeInteger(id)
            $0.writeVarint(UInt($1 ? (1 << 20) + 1 : 1 << 20))
        },
        Limit("time to live of a minute", .ephemeral) {
            $0.write([1, 1, 1])
            $0.writeVarint(UInt($1 ? 60_001 : 60_000))
        },
        Limit("ephemeral body of 1,000 bytes", .ephemeral) {
            $0.write([1, 1, 1, 1] + zeros($1 ? 1001 : 1000))
        },
        Limit("ephemeral key of 32 bits", .ephemeral) {
            $0.write([1])
            $0.writeVarint(UInt64($1 ? 1 << 32 : (1 << 32) - 1))
            $0.write([1, 1])
        },
        Limit("number of entries of 32 bits", .offer) {
            $0.writeInteger(id)
            $0.writeVarint(UInt64($1 ? 1 << 32 : (1 << 32) - 1))
        },
        Limit("chunk's envelope of 980 bytes", .chunk) {
            $0.writeInteger(id)
            $0.write([1])
            $0.writeInteger(id)
            $0.write([0, 1])
            $0.writeBlock(zeros($1 ? 981 : 980))
        },
    ]

    static func read(_ kind: Frame.Kind, _ body: [UInt8]) throws -> [Frame] {
        var writer = ByteWriter()
        writer.write(kind.rawValue)
        writer.writeBlock(body)
        let bytes = Datagram.sealed(
            writer.bytes, sender: Golden.ana, counter: 1, room: Golden.room)
        return try Datagram(parsing: bytes, room: Golden.room).frames
    }

    @Test(arguments: limits)
    func `a field at its limit is read, one beyond it is not`(limit: Limit) throws {
        let frames = try Self.read(limit.kind, limit.body(false))
        #expect(frames.map(\.kind) == [limit.kind])
        #expect(throws: WireError.self) { try Self.read(limit.kind, limit.body(true)) }
    }

    @Test func `indices are below 2^20`() {
        var circle = Circle(peers: 1)
        let last: UInt32 = (1 << 20) - 1
        circle.hear(1, Circle.entry(last + 1))
        #expect(circle.entriesTold.isEmpty)
        circle.hear(1, Circle.entry(last))
        #expect(circle.entriesTold.map(\.index) == [last])
        #expect(throws: WireError.outOfBounds) {
            try Self.read(.entry, [0, 0x81, 0x80, 0x40] + Self.envelope)
        }
    }

    @Test(arguments: [(900, 0, true), (901, 0, false), (0, 64, true), (0, 65, false)])
    func `an entry's body has at most 900 bytes, its authenticator 64`(
        body: Int, authenticator: Int, isTaken: Bool
    ) {
        var writer = ByteWriter()
        writer.write([1, 0])
        writer.writeBlock(Self.zeros(body))
        writer.writeBlock(Self.zeros(authenticator))
        var circle = Circle(peers: 1)
        let entry = SequencedEntry(stream: .log, index: 0, envelope: writer.bytes)
        circle.hear(1, .entry(entry))
        #expect(circle.entriesTold.count == (isTaken ? 1 : 0))
        #expect(circle.node.statistics.entriesRefused == (isTaken ? 0 : 1))
    }

    @Test func `a node refuses longer bodies of its own, and sends those at the limit`() throws {
        var circle = Circle(peers: 1)
        #expect(throws: SessionError.tooLarge(actual: 901, limit: 900)) {
            try circle.append(1, bytes: 901)
        }
        try circle.append(1, bytes: 900)
        #expect(circle.entries.map(\.value.index) == [0, 1])
        #expect(circle.sent.allSatisfy { $0.bytes <= 1200 })
    }

    @Test(arguments: [(5, 1 << 20), (100, 30)])
    func `the limits of a session bind its author only`(entriesMax: Int, bytesMax: Int) throws {
        var configuration = Configuration()
        #expect(configuration.sessionEntriesMax == 200_000)
        #expect(configuration.sessionBytesMax == 64 << 20)
        configuration.sessionEntriesMax = entriesMax
        configuration.sessionBytesMax = bytesMax
        var circle = Circle(peers: 1, configuration: configuration)
        for index in 0..<8 as Range<UInt32> { circle.hear(1, Circle.entry(index)) }
        #expect(circle.entriesTold.count == 8)
        #expect(throws: SessionError.sessionFull) { try circle.append() }
        circle.hear(1, Circle.entry(8))
        #expect(circle.entriesTold.count == 9)
    }

    @Test func `a list of ranges stands as gaps and lengths`() throws {
        var body = ByteWriter()
        body.write([1])
        body.writeInteger(Self.id)
        body.write([1, 3, 0, 2, 0, 1, 5, 1])
        let frames = try Self.read(.nack, body.bytes)
        #expect(
            frames == [.nack([Circle.missing(Self.id, [0..<2, 2..<3, 8..<9], stream: .messages)])])
    }
}
