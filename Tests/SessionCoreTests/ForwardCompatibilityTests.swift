import Testing

@testable import SessionCore

/// PROTOCOL 3: what a later version may add.
@Suite struct ForwardCompatibilityTests {
    private func read(_ frames: [UInt8]) throws -> [Frame] {
        let bytes = Datagram.sealed(frames, sender: Golden.ana, counter: 1, room: Golden.room)
        return try Datagram(parsing: bytes, room: Golden.room).frames
    }

    private func body(of frame: Frame) throws -> [UInt8] {
        var writer = ByteWriter()
        frame.write(to: &writer)
        var reader = ByteReader(writer.bytes)
        _ = try reader.readByte()
        return try reader.readBlock(upTo: 1200)
    }

    private func framed(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(kind)
        writer.writeBlock(body)
        return writer.bytes
    }

    /// All kinds but those whose last field goes to the end.
    static let extensible = Golden.frames.filter { golden in
        !["scope-entry", "repair", "ephemeral"].contains(golden.name)
    }.map(\.name)

    @Test(arguments: extensible)
    func `a body that ends in later fields is read as far as it is known`(name: String) throws {
        let frames = try #require(Golden.frames.first { $0.name == name }).frames
        var bytes: [UInt8] = []
        for frame in frames {
            bytes += framed(frame.kind.rawValue, try body(of: frame) + [0xFF, 0x80, 3])
        }
        #expect(try read(bytes) == frames)
    }

    @Test(arguments: Golden.frames.map(\.name))
    func `a body that ends too soon is not read`(name: String) throws {
        let frame = try #require(Golden.frames.first { $0.name == name }?.frames.last)
        let whole = try body(of: frame)
        // What goes to the end has no end of its own; the fields before it have.
        let fixed =
            switch frame {
            case .entry: 2
            case .repair: 10
            case .ephemeral: 6
            default: whole.count
            }
        for count in 0..<fixed {
            #expect(throws: WireError.self, "\(count) of \(whole.count) bytes") {
                try read(framed(frame.kind.rawValue, Array(whole.prefix(count))))
            }
        }
    }

    @Test func `every kind that is not known is skipped, or spoils its datagram`() throws {
        let probe = Frame.probe(Golden.ben, token: 1)
        let known = framed(Frame.Kind.probe.rawValue, try body(of: probe))
        for kind in 0...UInt8.max where Frame.Kind(rawValue: kind) == nil {
            let bytes = known + framed(kind, [1, 2, 3]) + known
            if kind < 0x80 {
                #expect(try read(bytes) == [probe, probe])
            } else {
                #expect(throws: WireError.notUnderstood(kind: kind)) { try read(bytes) }
            }
        }
    }

    @Test func `a part about another stream is skipped, and what stands beside it is read`() throws
    {
        let golden = try body(of: .nack([Golden.missing]))
        var two: [UInt8] = [2] + golden.dropFirst() + golden.dropFirst()
        two[9] = 9
        #expect(try read(framed(Frame.Kind.nack.rawValue, two)) == [.nack([Golden.missing])])
        var entry = try body(of: .entry(Golden.entry))
        entry[0] = 2
        let probe = Frame.probe(Golden.ben, token: 1)
        let bytes =
            framed(Frame.Kind.entry.rawValue, entry)
            + framed(Frame.Kind.probe.rawValue, try body(of: probe))
        #expect(try read(bytes) == [probe])
    }

    @Test func `unknown flags of known frames are no obstacle`() throws {
        let vector = try #require(Golden.frames.first { $0.name == "vector" }?.frames.last)
        var bytes = try body(of: vector)
        bytes[16] |= 0xFE
        #expect(try read(framed(vector.kind.rawValue, bytes)) == [vector])
    }

    @Test func `a scope holds until the next one, and what has none is passed over`() {
        var circle = Circle(peers: 1)
        let other = SessionID(rawValue: 9)
        let frames: [Frame] = [
            Circle.entry(0), .scope(Circle.session), Circle.entry(1), Circle.entry(2),
            .scope(other),
            Circle.entry(3), .scope(Circle.session), Circle.entry(4),
        ]
        let datagram = Datagram(
            sender: ParticipantID(rawValue: 1), counter: 900, frames: frames)
        circle.receive(datagram.encoded(for: Circle.room), from: 1)
        #expect(circle.entriesTold.map(\.index) == [1, 2, 4])
    }

    @Test func `an unknown control entry, and an unknown stream, are kept and harm nothing`() {
        var circle = Circle(peers: 1)
        let control = Envelope(channel: 0, milliseconds: 0, body: [99, 1, 2]).encoded
        circle.hear(1, .entry(SequencedEntry(stream: .log, index: 0, envelope: control)))
        let empty = Envelope(channel: 0, milliseconds: 0, body: []).encoded
        circle.hear(1, .entry(SequencedEntry(stream: .log, index: 1, envelope: empty)))
        #expect(circle.node.entryCount == 2)
        circle.hear(1, Circle.entry(2))
        #expect(circle.entriesTold.map(\.index) == [0, 1, 2])
    }
}
