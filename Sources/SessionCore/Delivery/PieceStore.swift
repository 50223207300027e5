/// The pieces held of a blob: all of one length but the last.
///
/// What came from others lies in blocks of 64 KiB that come into being with their first piece, so
/// that what was only announced takes no room.
struct PieceStore: Sendable {
    let size: Int
    /// Rising, neither touching nor overlapping.
    private(set) var held: [Range<UInt32>] = []
    private(set) var byteCount = 0
    private var blocks = OrderedMap<UInt32, [UInt8]>()

    private static let pieceBytes = WireLimit.blobPieceBytes
    private static let piecesPerBlock: UInt32 = 64

    init(size: Int) { self.size = size }

    var count: UInt32 { UInt32((size + Self.pieceBytes - 1) / Self.pieceBytes) }

    var missing: [Range<UInt32>] {
        var ranges: [Range<UInt32>] = []
        var position: UInt32 = 0
        for range in held {
            if position < range.lowerBound { ranges.append(position..<range.lowerBound) }
            position = range.upperBound
        }
        if position < count { ranges.append(position..<count) }
        return ranges
    }

    /// The pieces below this index are all held.
    var contiguous: UInt32 { held.first.map { $0.lowerBound == 0 ? $0.upperBound : 0 } ?? 0 }

    func contains(_ index: UInt32) -> Bool {
        let place = firstRange(endingAfter: index)
        return place < held.count && held[place].contains(index)
    }

    subscript(index: UInt32) -> [UInt8]? {
        guard contains(index), let block = blocks.index(of: index / Self.piecesPerBlock) else {
            return nil
        }
        return Array(blocks.values[block][bytes(of: index)])
    }

    /// Keeps a piece; false where it is held already, or is not one of this blob.
    mutating func insert(_ piece: [UInt8], at index: UInt32) -> Bool {
        guard index < count, !contains(index) else { return false }
        let block = index / Self.piecesPerBlock
        let place = bytes(of: index)
        guard piece.count == place.count else { return false }
        let blockBytes = Self.pieceBytes * Int(Self.piecesPerBlock)
        let length = min(blockBytes, size - Int(block) * blockBytes)
        let position: Int
        if let known = blocks.index(of: block) {
            position = known
        } else {
            position = blocks.index(of: block, inserting: [UInt8](repeating: 0, count: length))
        }
        blocks.values[position].replaceSubrange(place, with: piece)
        byteCount += piece.count
        note(index)
        return true
    }

    /// The whole, as far as it is held.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for block in blocks.values { bytes += block }
        return bytes
    }

    mutating func removeAll() {
        self = PieceStore(size: size)
    }

    /// Where a piece lies in its block.
    private func bytes(of index: UInt32) -> Range<Int> {
        let start = Int(index % Self.piecesPerBlock) * Self.pieceBytes
        return start..<start + min(Self.pieceBytes, size - Int(index) * Self.pieceBytes)
    }

    private mutating func note(_ index: UInt32) {
        let place = firstRange(endingAfter: index)
        let joinsNext = place < held.count && held[place].lowerBound == index + 1
        let joinsLast = place > 0 && held[place - 1].upperBound == index
        switch (joinsLast, joinsNext) {
        case (true, true):
            held[place - 1] = held[place - 1].lowerBound..<held[place].upperBound
            held.remove(at: place)
        case (true, false): held[place - 1] = held[place - 1].lowerBound..<index + 1
        case (false, true): held[place] = index..<held[place].upperBound
        case (false, false): held.insert(index..<index + 1, at: place)
        }
    }

    private func firstRange(endingAfter index: UInt32) -> Int {
        var (low, high) = (0, held.count)
        while low < high {
            let middle = (low + high) / 2
            if held[middle].upperBound <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
