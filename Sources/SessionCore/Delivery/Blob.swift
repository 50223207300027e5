/// A payload too long for an entry, as far as this node holds it, in pieces of equal length.
struct Blob: Sendable {
    let size: Int
    /// This node's own: it holds all of it, and it is known to be right.
    let isOwn: Bool
    private var whole: [UInt8]
    private var pieces: PieceStore
    /// Of the pieces below `hashed`.
    private var hash = SHA256()
    private var hashed: UInt32 = 0
    /// The bytes are those that the blob is named by.
    private(set) var isVerified: Bool
    /// Nothing refers to it any more from then on.
    var expires: Instant
    /// Who announced it first.
    var origin: ParticipantID?
    /// Nobody who is here can give it.
    var isLost = false
    /// An attachment names it: it is held for as long as that is so.
    var isAttached = false
    /// The application waits for it.
    var isWanted = false
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
        /// When it began, or the last piece came.
        var progressedAt: Instant
    }

    /// A blob of this node's own.
    init(_ bytes: [UInt8], expires: Instant) {
        size = bytes.count
        isOwn = true
        isVerified = true
        whole = bytes
        pieces = PieceStore(size: size)
        self.expires = expires
    }

    /// A blob that was announced, of which nothing is here yet.
    init(announced size: Int, expires: Instant) {
        self.size = size
        isOwn = false
        isVerified = false
        whole = []
        pieces = PieceStore(size: size)
        self.expires = expires
    }

    /// Bytes held.
    var byteCount: Int { isOwn ? size : pieces.byteCount }

    var pieceCount: UInt32 { pieces.count }

    var isComplete: Bool { byteCount == size }

    subscript(index: UInt32) -> [UInt8]? {
        guard isOwn else { return pieces[index] }
        guard index < pieceCount else { return nil }
        let start = Int(index) * WireLimit.blobPieceBytes
        return Array(whole[start..<min(start + WireLimit.blobPieceBytes, size)])
    }

    var missing: [Range<UInt32>] { isOwn ? [] : pieces.missing }

    var held: [Range<UInt32>] { isOwn ? [0..<pieceCount] : pieces.held }

    /// Keeps a piece; false where it is held already, or is not one of this blob.
    mutating func insert(_ piece: [UInt8], at index: UInt32) -> Bool {
        guard !isOwn, pieces.insert(piece, at: index) else { return false }
        hashOn(piecesMax: 2)
        return true
    }

    /// Hashes what lies next, little by little, so that the end of much takes no time.
    private mutating func hashOn(piecesMax: UInt32) {
        let end = min(pieces.contiguous, hashed + min(piecesMax, pieceCount - hashed))
        while hashed < end, let piece = pieces[hashed] {
            hash.update(piece)
            hashed += 1
        }
    }

    /// Holds the whole against its name; what is wrong is thrown away.
    mutating func verify(as id: BlobID) -> Bool {
        guard isComplete, !isVerified else { return isVerified }
        hashOn(piecesMax: pieceCount)
        isVerified = BlobID(digest: hash.finish()) == id
        hash = SHA256()
        hashed = 0
        if !isVerified { pieces.removeAll() }
        return isVerified
    }

    /// Takes the whole for right without a look.
    mutating func trust() { isVerified = true }

    /// The whole; empty unless verified.
    var bytes: [UInt8] { isVerified ? (isOwn ? whole : pieces.bytes) : [] }
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
