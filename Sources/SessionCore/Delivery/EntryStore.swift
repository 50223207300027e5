/// The entries held of one stream of one origin: their bytes in one arena, in order of arrival.
struct EntryStore: Sendable {
    /// The lowest index that is kept.
    private(set) var base: UInt32 = 0
    /// All from `base` up to this index is held.
    private(set) var contiguous: UInt32 = 0
    /// Envelopes one behind the other, forgotten ones among them.
    private var bytes: [UInt8] = []
    /// Where the envelopes from `first` on lie; before it stand forgotten ones.
    private var places: [Place] = []
    private var first = 0
    /// What came before something that is missing.
    private var early = OrderedMap<UInt32, Place>()
    /// Bytes of what is kept.
    private(set) var byteCount = 0

    /// Where an envelope lies in `bytes`; a session's cap is far below 4 GiB.
    private struct Place: Sendable {
        var start: UInt32
        var count: UInt16
        var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    /// Entries held.
    var count: Int { places.count - first + early.count }
    /// Entries held behind something that is missing.
    var earlyCount: Int { early.count }
    /// The index behind the highest held.
    var end: UInt32 { early.keys.last.map { $0 + 1 } ?? contiguous }

    func contains(_ index: UInt32) -> Bool {
        index < contiguous ? index >= base : early.index(of: index) != nil
    }

    subscript(index: UInt32) -> [UInt8]? {
        if index < contiguous {
            guard index >= base else { return nil }
            return Array(bytes[places[first + Int(index - base)].range])
        }
        return early[index].map { Array(bytes[$0.range]) }
    }

    /// Keeps an envelope; false where it is held already, lies below what is kept, or the arena
    /// is full.
    mutating func insert(_ envelope: [UInt8], at index: UInt32) -> Bool {
        guard index >= base, !contains(index), let count = UInt16(exactly: envelope.count),
            let start = UInt32(exactly: bytes.count)
        else { return false }
        let place = Place(start: start, count: count)
        bytes.append(contentsOf: envelope)
        byteCount += envelope.count
        if index == contiguous {
            places.append(place)
            contiguous += 1
            takeEarly()
        } else {
            early[index] = place
        }
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
        let end = first + Int(min(index, contiguous) - base)
        for place in places[first..<end] { byteCount -= Int(place.count) }
        first = end
        base = index
        let passed = early.lowerBound(of: index)
        for place in early.values[..<passed] { byteCount -= Int(place.count) }
        early.removeFirst(passed)
        contiguous = max(contiguous, index)
        takeEarly()
        // Each byte moves once for each time that as many are forgotten.
        if bytes.count > 2 * byteCount, first > places.count / 2 { dropForgotten() }
    }

    /// Moves what is no longer early.
    private mutating func takeEarly() {
        var count = 0
        while count < early.count, early.keys[count] == contiguous {
            places.append(early.values[count])
            contiguous += 1
            count += 1
        }
        early.removeFirst(count)
    }

    private mutating func dropForgotten() {
        var kept: [UInt8] = []
        kept.reserveCapacity(byteCount)
        func move(_ place: Place) -> Place {
            defer { kept += bytes[place.range] }
            return Place(start: UInt32(kept.count), count: place.count)
        }
        places = places[first...].map(move)
        first = 0
        for position in early.indices { early.values[position] = move(early.values[position]) }
        bytes = kept
    }
}
