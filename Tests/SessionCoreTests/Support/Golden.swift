import SessionCore

/// One datagram of every frame, with its bytes as docs/PROTOCOL.md's octets have them.
enum Golden {
    static let room = Room(name: "lobby")
    static let ana = ParticipantID(rawValue: 0x0102_0304_0506_0708)
    static let ben = ParticipantID(rawValue: 0x1112_1314_1516_1718)
    static let session = SessionID(rawValue: 0xA1A2_A3A4_A5A6_A7A8)
    /// Channel 1, 300 ms, a body of three bytes, no authenticator.
    static let entry = SequencedEntry(
        stream: .log, index: 5, envelope: [0x01, 0xAC, 0x02, 0x03, 0x0A, 0x0B, 0x0C, 0x00])

    /// Entries 4 and 5 of Ana's log, sent in two datagrams.
    static var parity: ParityFrame {
        var block = ParityBlock()
        block.entries = [MissingRanges(origin: ana, stream: .log, ranges: [4..<6])]
        block.counts = [1, 1]
        block.digest = 0x0123_4567_89AB_CDEF
        return ParityFrame(block: block, row: 0, rows: 1, bytes: [5, 6, 7])
    }

    static let hello = HelloFrame(
        profile: Profile(person: PersonID(high: 1, low: 2), name: "Chloé", color: 4),
        versions: 1...1, sendTime: 0x0102_0304, isStarting: true)

    static func state(_ roomName: String?) -> StateFrame {
        StateFrame(
            sendTime: 0x0000_1000, founding: SessionID(rawValue: 0xB1), generation: 2,
            opener: ana, flags: [.written], people: 3, digest: 0x0123_4567_89AB_CDEF, entries: 300,
            multicasts: 1000,
            echoes: [
                StateFrame.Echo(
                    participant: ben, sendTime: 0x0000_2000, hold: 150, isWelcomed: true)
            ],
            earlier: StateFrame.Earlier(session: SessionID(rawValue: 0xC1), digest: 7),
            activity: Activity(identifier: "inkcast.whiteboard", payload: [1]),
            roomName: roomName)
    }

    static let missing = MissingRanges(origin: ben, stream: .log, ranges: [2..<3, 10..<300])

    static let frames: [(name: String, frames: [Frame])] = [
        ("scope-entry", [.scope(session), .entry(entry)]),
        ("repair", [.scope(session), .repair(ben, entry)]),
        ("high", [.scope(session), .high(HighFrame(log: 6, messages: 200, lowestMessage: 128))]),
        ("state", [.scope(session), .state(state("lobby"))]),
        ("nack", [.scope(session), .nack([missing])]),
        (
            "vector",
            [
                .scope(session),
                .vector(
                    VectorFrame(
                        first: ParticipantID(rawValue: 0), last: ParticipantID(rawValue: .max),
                        holdings: [.init(origin: ben, contiguous: 10, ranges: [12..<14])],
                        asks: true)),
            ]
        ),
        ("hello", [.hello(hello)]),
        ("welcome", [.scope(session), .welcome(ben, nextMessage: 17)]),
        ("leave", [.scope(session), .leave(HighFrame(log: 6))]),
        ("probe", [.probe(ben, token: 0x0A0B_0C0D)]),
        ("probe-acknowledgement", [.probeAcknowledgement(ben, token: 0x0A0B_0C0D)]),
        (
            "ephemeral",
            [
                .scope(session),
                .ephemeral(
                    EphemeralFrame(
                        channel: 1, key: 2, version: 300, timeToLive: .milliseconds(5000),
                        body: [9, 8, 7])),
            ]
        ),
        ("offer", [.scope(session), .offer(ben, entries: 2000)]),
        ("pull", [.scope(session), .pull(ben, [missing])]),
        (
            "chunk",
            [
                .scope(session),
                .chunk(
                    ben,
                    [
                        ChunkRun(
                            origin: ana, firstIndex: 4,
                            envelopes: [[1, 0, 1, 7, 0], [1, 1, 1, 8, 0]])
                    ]),
            ]
        ),
        (
            "blob-pull",
            [
                .blobPull(
                    BlobPullFrame(
                        donor: ben, blob: BlobID(of: [1, 2, 3]), ranges: [0..<32, 40..<41]))
            ]
        ),
        (
            "blob-chunk",
            [.blobChunk(BlobChunkFrame(blob: BlobID(of: [1, 2, 3]), index: 0, bytes: [1, 2, 3]))]
        ),
        ("parity", [.scope(session), .parity(parity)]),
    ]
}
