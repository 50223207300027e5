/// A payload too long for an entry, as far as this node holds it, in pieces of equal length.
struct Blob: Sendable {
    let size: Int
    /// This node's own: it holds all of it, and it is known to be right.
    let isOwn: Bool
    /// By index; empty ones do not exist.
    private var pieces = OrderedMap<UInt32, [UInt8]>()
    private(set) var byteCount = 0
    /// The bytes are those that the blob is named by.
    private(set) var isVerified: Bool
    /// Nothing refers to it any more from then on.
    var expires: Instant
    /// Who announced it first.
    var origin: ParticipantID?
    /// Nobody who is here can give it.
    var isLost = false
    /// How often all had come, and was something else.
    var damages = 0
    /// Set while this node is getting it.
    var pull: Pull?
    /// Pieces that somebody asked anybody for, each with the moment to send it.
    var repairs = RunList()
    /// Pieces heard or multicast just now, until when they need not be multicast again.
    var quiet = RunList()

    /// Getting a blob: from one donor at a time, a window of pieces after the other.
    struct Pull: Sendable {
        /// Nil: whoever holds it.
        var donor: ParticipantID?
        var outstanding = RunList()
        var window: Int
        var stallsAt: Instant
        var stalls = 0
    }

    /// A blob of this node's own.
    init(_ bytes: [UInt8], expires: Instant) {
        size = bytes.count
        isOwn = true
        isVerified = true
        byteCount = bytes.count
        self.expires = expires
        let length = WireLimit.blobPieceBytes
        for (index, start) in stride(from: 0, to: bytes.count, by: length).enumerated() {
            pieces[UInt32(index)] = Array(bytes[start..<min(start + length, bytes.count)])
        }
    }

    /// A blob that was announced, of which nothing is here yet.
    init(announced size: Int, expires: Instant) {
        self.size = size
        isOwn = false
        isVerified = false
        self.expires = expires
    }

    var pieceCount: UInt32 {
        UInt32((size + WireLimit.blobPieceBytes - 1) / WireLimit.blobPieceBytes)
    }

    var isComplete: Bool { byteCount == size }

    subscript(index: UInt32) -> [UInt8]? { pieces[index] }

    var missing: [Range<UInt32>] {
        var lacking = RunList()
        lacking.insert(0..<pieceCount, due: expires)
        for range in held { lacking.remove(range) }
        return lacking.ranges
    }

    var held: [Range<UInt32>] {
        var ranges: [Range<UInt32>] = []
        for index in pieces.keys {
            if let last = ranges.last, last.upperBound == index {
                ranges[ranges.count - 1] = last.lowerBound..<index + 1
            } else {
                ranges.append(index..<index + 1)
            }
        }
        return ranges
    }

    /// Keeps a piece; false where it is held already, or is not one of this blob.
    mutating func insert(_ piece: [UInt8], at index: UInt32) -> Bool {
        guard index < pieceCount, pieces.index(of: index) == nil else { return false }
        let length = WireLimit.blobPieceBytes
        let expected = index + 1 < pieceCount ? length : size - Int(index) * length
        guard piece.count == expected else { return false }
        pieces[index] = piece
        byteCount += piece.count
        return true
    }

    /// Holds the whole against its name; what is wrong is thrown away.
    mutating func verify(as id: BlobID) -> Bool {
        guard isComplete, !isVerified else { return isVerified }
        var hash = SHA256()
        for piece in pieces.values { hash.update(piece) }
        isVerified = BlobID(digest: hash.finish()) == id
        if !isVerified {
            pieces = OrderedMap()
            byteCount = 0
        }
        return isVerified
    }

    /// Takes the whole for right without a look.
    mutating func trust() { isVerified = true }

    /// The whole; empty unless verified.
    var bytes: [UInt8] {
        guard isVerified else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        for piece in pieces.values { bytes += piece }
        return bytes
    }
}

extension BlobID {
    /// The name of these bytes.
    package init(of bytes: [UInt8]) {
        self.init(digest: SHA256.digest(bytes))
    }

    init(digest: [UInt8]) {
        var reader = ByteReader(digest)
        high = (try? reader.readInteger(as: UInt64.self)) ?? 0
        low = (try? reader.readInteger(as: UInt64.self)) ?? 0
    }
}
