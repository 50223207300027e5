/// Bytes of many envelopes in blocks of one size, so that growing never moves what is there, and
/// one more envelope never costs more than two blocks.
struct Arena: Sendable {
    /// A list that is nearly full doubles: to less than 64 KiB.
    private static let blockBytes = 24 << 10
    /// The last one has room, and grows up to its size.
    private var blocks: [[UInt8]] = [[]]

    /// Where an envelope lies.
    struct Place: Sendable {
        fileprivate var block: UInt16
        fileprivate var start: UInt16
        fileprivate(set) var count: UInt16
    }

    /// Bytes of all that was ever put in.
    private(set) var byteCount = 0

    /// Nil where it is too long, or the arena full at 2 GiB.
    mutating func append(_ envelope: [UInt8]) -> Place? {
        guard envelope.count <= Self.blockBytes else { return nil }
        if blocks[blocks.count - 1].count + envelope.count > Self.blockBytes { blocks.append([]) }
        let last = blocks.count - 1
        guard let block = UInt16(exactly: last) else { return nil }
        let start = blocks[last].count
        blocks[last] += envelope
        byteCount += envelope.count
        return Place(block: block, start: UInt16(start), count: UInt16(envelope.count))
    }

    subscript(place: Place) -> [UInt8] {
        let start = Int(place.start)
        return Array(blocks[Int(place.block)][start..<start + Int(place.count)])
    }
}

/// A list that grows by blocks of one size.
struct BlockList<Element: Sendable>: Sendable {
    private static var blockCount: Int { 4096 }
    private var blocks: [[Element]] = []
    private(set) var count = 0

    mutating func append(_ element: Element) {
        if count % Self.blockCount == 0 { blocks.append([]) }
        blocks[blocks.count - 1].append(element)
        count += 1
    }

    subscript(index: Int) -> Element {
        blocks[index / Self.blockCount][index % Self.blockCount]
    }
}
