import Foundation
import SessionCore
import Testing

@Suite struct WireTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/datagrams")

    /// `INKCAST_REGENERATE=1 swift test --filter WireTests` writes the golden datagrams anew.
    @Test(arguments: Golden.frames.map(\.name))
    func `a datagram has the bytes that the specification gives it`(name: String) throws {
        let frames = try #require(Golden.frames.first { $0.name == name }).frames
        let datagram = Datagram(sender: Golden.ana, counter: 42, frames: frames)
        let bytes = datagram.encoded(for: Golden.room)
        let file = Self.folder.appending(path: name + ".hex")
        if ProcessInfo.processInfo.environment["INKCAST_REGENERATE"] != nil {
            try hexLines(bytes).write(to: file, atomically: true, encoding: .utf8)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(hexLines(bytes) == golden)
        let read = try Datagram(parsing: bytes, room: Golden.room)
        #expect(read.sender == datagram.sender)
        #expect(read.counter == 42)
        #expect(read.frames == frames)
    }

    @Test func `a frame that may be skipped is skipped, by its length`() throws {
        var writer = ByteWriter()
        writer.write(0x7E)
        writer.writeBlock([1, 2, 3])
        Frame.probe(Golden.ben, token: 1).write(to: &writer)
        let bytes = seal(writer.bytes)
        let read = try Datagram(parsing: bytes, room: Golden.room)
        #expect(read.frames == [.probe(Golden.ben, token: 1)])
    }

    @Test func `a frame that must be understood and is not spoils its datagram`() {
        let bytes = seal([0xFE, 0])
        #expect(throws: WireError.notUnderstood(kind: 0xFE)) {
            _ = try Datagram(parsing: bytes, room: Golden.room)
        }
    }

    @Test func `fields of a later version at a body's end are passed over`() throws {
        var body = ByteWriter()
        body.writeInteger(Golden.ben.rawValue)
        body.writeInteger(UInt32(7))
        body.write([9, 9, 9])
        var writer = ByteWriter()
        writer.write(Frame.Kind.probe.rawValue)
        writer.writeBlock(body.bytes)
        let read = try Datagram(parsing: seal(writer.bytes), room: Golden.room)
        #expect(read.frames == [.probe(Golden.ben, token: 7)])
    }

    @Test func `every damaged bit is noticed`() {
        let frames = Golden.frames[3].frames
        let bytes = Datagram(sender: Golden.ana, counter: 1, frames: frames)
            .encoded(for: Golden.room)
        for bit in 0..<bytes.count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            #expect((try? Datagram(parsing: damaged, room: Golden.room)) == nil, "bit \(bit)")
        }
    }

    @Test func `every cut datagram is refused`() {
        let bytes = Datagram(sender: Golden.ana, counter: 1, frames: Golden.frames[3].frames)
            .encoded(for: Golden.room)
        for count in 0..<bytes.count {
            let cut = Array(bytes.prefix(count))
            #expect((try? Datagram(parsing: cut, room: Golden.room)) == nil, "\(count) bytes")
        }
    }

    @Test func `random bodies behind a valid tag never trap`() {
        var random = RandomSource(seed: 1)
        for _ in 0..<20_000 {
            var writer = ByteWriter()
            let kinds = Golden.frames.flatMap(\.frames).map(\.kind.rawValue)
            for _ in 0..<(random.next() % 4 + 1) {
                writer.write(kinds[Int(random.next() % UInt64(kinds.count))])
                let body = (0..<random.next() % 40).map { _ in UInt8(random.next() & 0xFF) }
                writer.writeBlock(body)
            }
            _ = try? Datagram(parsing: seal(writer.bytes), room: Golden.room)
        }
    }

    @Test func `SipHash gives its paper's values`() {
        let key = SipHash.Key(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)
        let message = (0..<15).map { UInt8($0) }
        #expect(SipHash.hash(message, key: key) == 0xa129_ca61_49be_45e5)
        let empty = SipHash.tag([], count: 0, key: key)
        #expect(empty == (0xe6a8_25ba_047f_81a3, 0x9302_55c7_1472_f66d))
        let tag = SipHash.tag(message, count: 15, key: key)
        #expect(tag == (0x11a8_b033_99e9_9354, 0xd9c3_cf97_0fec_087e))
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 gives its standard's values`(message: String, digest: String) {
        #expect(hex(SHA256.digest(Array(message.utf8))) == digest)
    }

    @Test(arguments: [0, 1, 127, 128, 300, 16_383, 16_384, UInt64.max])
    func `a varint is read as it was written`(value: UInt64) throws {
        var writer = ByteWriter()
        writer.writeVarint(value)
        #expect(writer.count == ByteWriter.varintSize(value))
        var reader = ByteReader(writer.bytes)
        #expect(try reader.readVarint() == value)
        #expect(reader.isAtEnd)
    }

    private func seal(_ frames: [UInt8]) -> [UInt8] {
        Datagram.sealed(frames, sender: Golden.ana, counter: 1, room: Golden.room)
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private func hexLines(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 16).map { start in
            hex(Array(bytes[start..<min(start + 16, bytes.count)])) + "\n"
        }.joined()
    }
}
