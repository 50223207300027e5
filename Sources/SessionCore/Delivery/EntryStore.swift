/// The entries held of one stream of one origin, as bytes in one piece.
struct EntryStore: Sendable {
    /// The lowest index that is kept.
    private(set) var base: UInt32 = 0
    /// All from `base` up to this index is held.
    private(set) var contiguous: UInt32 = 0
    /// Envelopes one behind the other: some that are forgotten, then those from `base` on.
    private var bytes: [UInt8] = []
    /// Where each of them ends in `bytes`.
    private var ends: [Int] = []
    /// How many are forgotten; they go once they are the larger part, so that each moves once.
    private var forgotten = 0
    /// What came before something that is missing.
    private var early = OrderedMap<UInt32, [UInt8]>()

    /// Entries held.
    var count: Int { ends.count - forgotten + early.count }
    var byteCount: Int { bytes.count - start(of: forgotten) }
    /// The index behind the highest held.
    var end: UInt32 { early.keys.last.map { $0 + 1 } ?? contiguous }

    func contains(_ index: UInt32) -> Bool {
        index < contiguous ? index >= base : early.index(of: index) != nil
    }

    subscript(index: UInt32) -> [UInt8]? {
        guard index < contiguous else { return early[index] }
        guard index >= base else { return nil }
        let position = forgotten + Int(index - base)
        return Array(bytes[start(of: position)..<ends[position]])
    }

    /// Keeps an envelope; false where it is held already or lies below what is kept.
    mutating func insert(_ envelope: [UInt8], at index: UInt32) -> Bool {
        guard index >= base, !contains(index) else { return false }
        guard index == contiguous else {
            early[index] = envelope
            return true
        }
        append(envelope)
        takeEarly()
        return true
    }

    /// What is missing below an index.
    func missing(below end: UInt32) -> [Range<UInt32>] {
        var ranges: [Range<UInt32>] = []
        var position = contiguous
        for held in early.keys where position < end {
            if held > position { ranges.append(position..<min(held, end)) }
            position = held + 1
        }
        if position < end { ranges.append(position..<end) }
        return ranges
    }

    /// What is held behind `contiguous`.
    var earlyRanges: [Range<UInt32>] {
        var ranges: [Range<UInt32>] = []
        for held in early.keys {
            if let last = ranges.last, last.upperBound == held {
                ranges[ranges.count - 1] = last.lowerBound..<held + 1
            } else {
                ranges.append(held..<held + 1)
            }
        }
        return ranges
    }

    /// What is held within a range, however far the range goes.
    func held(in range: Range<UInt32>) -> [Range<UInt32>] {
        ([base..<contiguous] + earlyRanges).map { $0.clamped(to: range) }.filter { !$0.isEmpty }
    }

    /// Forgets what lies below an index, and counts it as held.
    mutating func discard(below index: UInt32) {
        guard index > base else { return }
        forgotten += Int(min(index, contiguous) - base)
        if forgotten > ends.count / 2 { dropForgotten() }
        base = index
        early.removeFirst(early.lowerBound(of: index))
        contiguous = max(contiguous, index)
        takeEarly()
    }

    /// Moves what is no longer early.
    private mutating func takeEarly() {
        var count = 0
        while count < early.count, early.keys[count] == contiguous {
            append(early.values[count])
            count += 1
        }
        early.removeFirst(count)
    }

    private func start(of position: Int) -> Int {
        position == 0 ? 0 : ends[position - 1]
    }

    private mutating func dropForgotten() {
        let start = start(of: forgotten)
        bytes.removeFirst(start)
        ends.removeFirst(forgotten)
        forgotten = 0
        for position in ends.indices { ends[position] -= start }
    }

    private mutating func append(_ envelope: [UInt8]) {
        bytes.append(contentsOf: envelope)
        ends.append(bytes.count)
        contiguous += 1
    }
}
