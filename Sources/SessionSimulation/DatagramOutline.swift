import SessionCore

/// What kinds of frames a node's own datagram holds, found without reading their bodies.
struct DatagramOutline {
    /// By kind, without the bit that says that it must be understood.
    private var counts: SIMD32<UInt8> = .zero
    /// The session of the heartbeat in it.
    private(set) var state: SessionID?

    init(_ bytes: [UInt8]) {
        var reader = ByteReader(
            bytes, Datagram.headerBytes..<max(bytes.count - Datagram.tagBytes, Datagram.headerBytes)
        )
        var scope: SessionID?
        while let kind = try? reader.readByte(), var body = try? reader.readPart() {
            counts[Int(kind & 0x1F)] &+= 1
            if kind == Frame.Kind.scope.rawValue {
                scope = (try? body.readInteger(as: UInt64.self)).map(SessionID.init)
            } else if kind == Frame.Kind.state.rawValue {
                state = scope
            }
        }
    }

    mutating func forgetState() { state = nil }

    func count(of kind: Frame.Kind) -> Int { Int(counts[Int(kind.rawValue & 0x1F)]) }

    /// It holds entries, for the first time or again.
    var carriesEntries: Bool { count(of: .entry) + count(of: .repair) > 0 }

    /// It holds only what waits until the budget allows it.
    var waitsForBudget: Bool {
        [
            Frame.Kind.state, .nack, .vector, .hello, .welcome, .leave, .probe,
            .probeAcknowledgement, .offer, .pull, .chunk, .blobPull, .blobChunk,
            .parity,
        ].allSatisfy { count(of: $0) == 0 }
    }

    /// It holds nothing but what is sent in silence: heartbeats and signs of life.
    var isQuiet: Bool {
        [
            Frame.Kind.entry, .repair, .nack, .vector, .hello, .welcome, .leave, .ephemeral,
            .offer, .pull, .chunk, .blobPull, .blobChunk,
            .parity,
        ].allSatisfy { count(of: $0) == 0 }
    }
}
