/// The entries held of one stream of one origin: their bytes in one arena, in order of arrival.
struct EntryStore: Sendable {
    /// The lowest index that is kept.
    private(set) var base: UInt32 = 0
    /// All from `base` up to this index is held.
    private(set) var contiguous: UInt32 = 0
    /// Envelopes, forgotten ones among them.
    private var arena = Arena()
    /// Where the envelopes from `first` on lie; before it stand forgotten ones.
    private var places = BlockList<Arena.Place>()
    private var first = 0
    /// What came before something that is missing.
    private var early = OrderedMap<UInt32, Arena.Place>()
    /// Bytes of what is kept.
    private(set) var byteCount = 0

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
            return arena[places[first + Int(index - base)]]
        }
        return early[index].map { arena[$0] }
    }

    /// Keeps an envelope; false where it is held already, lies below what is kept, or the arena
    /// is full.
    mutating func insert(_ envelope: [UInt8], at index: UInt32) -> Bool {
        guard index >= base, !contains(index), let place = arena.append(envelope) else {
            return false
        }
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

    /// What is held of a range, the lowest so many pieces of it.
    func held(in range: Range<UInt32>, rangesMax: Int = .max) -> [Range<UInt32>] {
        let near = (base..<contiguous).clamped(to: range)
        var ranges = near.isEmpty ? [] : [near]
        for place in early.lowerBound(of: range.lowerBound)..<early.count {
            let index = early.keys[place]
            guard index < range.upperBound else { break }
            if let last = ranges.last, last.upperBound == index {
                ranges[ranges.count - 1] = last.lowerBound..<index + 1
            } else if ranges.count < rangesMax {
                ranges.append(index..<index + 1)
            } else {
                break
            }
        }
        return ranges
    }

    /// What is held behind `contiguous`, the lowest so many pieces of it.
    func earlyRanges(max: Int) -> [Range<UInt32>] {
        held(in: contiguous..<UInt32.max, rangesMax: max)
    }

    /// Forgets what lies below an index, and counts it as held.
    mutating func discard(below index: UInt32) {
        guard index > base else { return }
        let end = first + Int(min(index, contiguous) - base)
        for position in first..<end { byteCount -= Int(places[position].count) }
        first = end
        base = index
        let passed = early.lowerBound(of: index)
        for place in early.values[..<passed] { byteCount -= Int(place.count) }
        early.removeFirst(passed)
        contiguous = max(contiguous, index)
        takeEarly()
        // Each byte moves once for each time that as many are forgotten.
        if arena.byteCount > 2 * byteCount, first > places.count / 2 { dropForgotten() }
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
        var kept = Arena()
        var keptPlaces = BlockList<Arena.Place>()
        for position in first..<places.count {
            if let place = kept.append(arena[places[position]]) { keptPlaces.append(place) }
        }
        for position in early.indices {
            if let place = kept.append(arena[early.values[position]]) {
                early.values[position] = place
            }
        }
        (arena, places, first) = (kept, keptPlaces, 0)
    }
}
