/// A sequence of entries of one sender in one session.
package enum Stream: UInt8, Hashable, Sendable, Comparable, CaseIterable {
    /// Durable: everybody keeps it.
    case log = 0
    /// Transient: for who is there.
    case messages = 1

    package static func < (left: Stream, right: Stream) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// One part of a datagram: a kind, a length, a body.
package enum Frame: Hashable, Sendable {
    /// What follows is about this session.
    case scope(SessionID)
    /// An entry of the datagram's sender.
    case entry(SequencedEntry)
    /// An entry of anybody, from anybody who holds it.
    case repair(ParticipantID, SequencedEntry)
    /// How far the sender's own streams go.
    case high(HighFrame)
    case state(StateFrame)
    case nack([MissingRanges])
    case vector(VectorFrame)
    case hello(HelloFrame)
    /// For one newcomer: the sequence number of the sender's next message.
    case welcome(ParticipantID, nextMessage: UInt32)
    /// The sender goes; its streams end here.
    case leave(HighFrame)
    case probe(ParticipantID, token: UInt32)
    case probeAcknowledgement(ParticipantID, token: UInt32)
    case ephemeral(EphemeralFrame)
    /// The sender holds much that this participant lacks.
    case offer(ParticipantID, entries: UInt32)
    /// The addressee is asked for these entries in bulk.
    case pull(ParticipantID, [MissingRanges])
    /// Entries of many origins, asked for by this participant; 0 stands for several, who get
    /// parities of them as well.
    case chunk(ParticipantID, [ChunkRun])
    /// The addressee, or anybody who holds it, is asked for pieces of a blob.
    case blobPull(BlobPullFrame)
    /// One piece of a blob.
    case blobChunk(BlobChunkFrame)
    /// Makes up for the loss of some of the last chunks.
    case parity(ParityFrame)

    package enum Kind: UInt8, Sendable {
        case scope = 0x81
        case entry = 0x02
        case repair = 0x03
        case high = 0x04
        case state = 0x05
        case nack = 0x06
        case vector = 0x07
        case hello = 0x08
        case welcome = 0x09
        case leave = 0x0A
        case probe = 0x0B
        case probeAcknowledgement = 0x0C
        case ephemeral = 0x0D
        case offer = 0x0E
        case pull = 0x0F
        case chunk = 0x10
        case blobPull = 0x11
        case blobChunk = 0x12
        case parity = 0x13
    }

    /// The bit of a kind that forbids to skip a frame that is not understood.
    package static let mustUnderstand: UInt8 = 0x80
}

/// An entry and its place: the envelope travels and is kept byte for byte.
package struct SequencedEntry: Hashable, Sendable {
    package var stream: Stream
    package var index: UInt32
    package var envelope: [UInt8]

    package init(stream: Stream, index: UInt32, envelope: [UInt8]) {
        self.stream = stream
        self.index = index
        self.envelope = envelope
    }
}

/// The indices behind the last of the sender's log and messages, and the lowest message held.
package struct HighFrame: Hashable, Sendable {
    package var log: UInt32
    package var messages: UInt32
    package var lowestMessage: UInt32

    package init(log: UInt32, messages: UInt32 = 0, lowestMessage: UInt32 = 0) {
        self.log = log
        self.messages = messages
        self.lowestMessage = lowestMessage
    }
}

/// Entries of one stream of one origin that somebody lacks.
package struct MissingRanges: Hashable, Sendable {
    package var origin: ParticipantID
    package var stream: Stream
    package var ranges: [Range<UInt32>]

    package init(origin: ParticipantID, stream: Stream, ranges: [Range<UInt32>]) {
        self.origin = origin
        self.stream = stream
        self.ranges = ranges
    }
}

/// Entries of one log, one behind the other.
package struct ChunkRun: Hashable, Sendable {
    package var origin: ParticipantID
    package var firstIndex: UInt32
    package var envelopes: [[UInt8]]

    package init(origin: ParticipantID, firstIndex: UInt32, envelopes: [[UInt8]]) {
        self.origin = origin
        self.firstIndex = firstIndex
        self.envelopes = envelopes
    }

    var indices: Range<UInt32> {
        firstIndex..<firstIndex.addingCapped(UInt32(envelopes.count))
    }
}

/// Asks for pieces of a blob; a donor of 0 stands for anybody who holds them.
package struct BlobPullFrame: Hashable, Sendable {
    package var donor: ParticipantID
    package var blob: BlobID
    package var ranges: [Range<UInt32>]

    package init(donor: ParticipantID, blob: BlobID, ranges: [Range<UInt32>]) {
        self.donor = donor
        self.blob = blob
        self.ranges = ranges
    }
}

/// One piece of a blob: all but the last have `WireLimit.blobPieceBytes`.
package struct BlobChunkFrame: Hashable, Sendable {
    package var blob: BlobID
    package var index: UInt32
    package var bytes: [UInt8]

    package init(blob: BlobID, index: UInt32, bytes: [UInt8]) {
        self.blob = blob
        self.index = index
        self.bytes = bytes
    }
}

/// Part of a version vector: all that its sender holds of the logs from `first` to `last`.
package struct VectorFrame: Hashable, Sendable {
    package var first: ParticipantID
    package var last: ParticipantID
    package var holdings: [Holding]
    /// The sender asks those who hold more to say so.
    package var asks: Bool

    /// What is held of one log: everything below `contiguous`, and ranges behind it.
    package struct Holding: Hashable, Sendable {
        package var origin: ParticipantID
        package var contiguous: UInt32
        package var ranges: [Range<UInt32>]

        package init(origin: ParticipantID, contiguous: UInt32, ranges: [Range<UInt32>]) {
            self.origin = origin
            self.contiguous = contiguous
            self.ranges = ranges
        }
    }

    package init(first: ParticipantID, last: ParticipantID, holdings: [Holding], asks: Bool) {
        self.first = first
        self.last = last
        self.holdings = holdings
        self.asks = asks
    }
}

/// Who somebody is and which versions they speak.
package struct HelloFrame: Hashable, Sendable {
    package var profile: Profile
    package var versions: ClosedRange<UInt8>
    /// The sender's clock, to be echoed; microseconds modulo 2^32.
    package var sendTime: UInt32
    /// The sender is still looking for a session.
    package var isStarting: Bool

    package init(
        profile: Profile, versions: ClosedRange<UInt8>, sendTime: UInt32, isStarting: Bool
    ) {
        self.profile = profile
        self.versions = versions
        self.sendTime = sendTime
        self.isStarting = isStarting
    }
}

/// A value of which only the newest counts, sent without a guarantee.
package struct EphemeralFrame: Hashable, Sendable {
    package var channel: UInt8
    package var key: UInt32
    package var version: UInt32
    package var timeToLive: Interval
    package var body: [UInt8]

    package init(
        channel: UInt8, key: UInt32, version: UInt32, timeToLive: Interval, body: [UInt8]
    ) {
        self.channel = channel
        self.key = key
        self.version = version
        self.timeToLive = timeToLive
        self.body = body
    }
}
