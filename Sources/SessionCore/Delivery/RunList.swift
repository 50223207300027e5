/// Ranges of indices that each wait for a moment: holes to ask for, repairs to send.
struct RunList: Sendable {
    /// Rising, without overlap.
    private(set) var runs: [Run] = []

    struct Run: Hashable, Sendable {
        var range: Range<UInt32>
        var due: Instant
        var tries: UInt8 = 0
    }

    var isEmpty: Bool { runs.isEmpty }
    /// Indices in all runs together.
    var count: Int { runs.reduce(0) { $0 + $1.range.count } }
    /// Indices from one on.
    func count(from index: UInt32) -> Int {
        runs[firstRun(endingAfter: index)...].reduce(0) {
            $0 + Int($1.range.upperBound - max($1.range.lowerBound, index))
        }
    }
    var nextDue: Instant? { runs.isEmpty ? nil : runs.lazy.map { $0.due }.min() }
    var ranges: [Range<UInt32>] { runs.map { $0.range } }

    func contains(_ index: UInt32) -> Bool { run(at: index) != nil }

    /// The run that an index lies in.
    func run(at index: UInt32) -> Range<UInt32>? {
        let position = firstRun(endingAfter: index)
        guard position < runs.count, runs[position].range.contains(index) else { return nil }
        return runs[position].range
    }

    /// Adds what is not there yet; what is there keeps its moment.
    mutating func insert(_ range: Range<UInt32>, due: Instant, tries: UInt8 = 0) {
        guard !range.isEmpty else { return }
        var start = range.lowerBound
        var position = firstRun(endingAfter: start)
        while start < range.upperBound {
            let next = position < runs.count ? runs[position].range : nil
            let end = min(next?.lowerBound ?? range.upperBound, range.upperBound)
            if start < end {
                runs.insert(Run(range: start..<end, due: due, tries: tries), at: position)
                position += 1
            }
            guard let next else { return }
            start = max(next.upperBound, start)
            position += 1
        }
    }

    mutating func remove(_ index: UInt32) {
        remove(index..<index + 1)
    }

    mutating func remove(_ range: Range<UInt32>) {
        guard let touched = split(range) else { return }
        runs.removeSubrange(touched)
    }

    /// Changes the moment and the tries of what is there of a range.
    mutating func update(_ range: Range<UInt32>, _ change: (inout Run) -> Void) {
        guard let touched = split(range) else { return }
        for position in touched {
            let kept = runs[position].range
            change(&runs[position])
            runs[position].range = kept
        }
    }

    /// Takes out all runs that are due, and of those tried before what is due by a later moment.
    mutating func takeDue(at now: Instant, againBy soon: Instant? = nil) -> [Run] {
        let soon = soon ?? now
        func isDue(_ run: Run) -> Bool { run.due <= (run.tries > 0 ? soon : now) }
        guard runs.contains(where: isDue) else { return [] }
        let due = runs.filter(isDue)
        runs.removeAll(where: isDue)
        return due
    }

    /// Takes out what is due below an index.
    mutating func removeDue(below index: UInt32, at now: Instant) {
        guard let first = runs.first, first.range.lowerBound < index else { return }
        cut(at: index)
        runs.removeAll { $0.range.lowerBound < index && $0.due <= now }
    }

    /// Cuts runs at the ends of a range; the positions of the runs within it.
    private mutating func split(_ range: Range<UInt32>) -> Range<Int>? {
        guard !range.isEmpty else { return nil }
        cut(at: range.lowerBound)
        cut(at: range.upperBound)
        let first = firstRun(endingAfter: range.lowerBound)
        var last = first
        while last < runs.count && runs[last].range.lowerBound < range.upperBound { last += 1 }
        return first < last ? first..<last : nil
    }

    private mutating func cut(at index: UInt32) {
        let position = firstRun(endingAfter: index)
        guard position < runs.count, runs[position].range.lowerBound < index else { return }
        var rest = runs[position]
        rest.range = index..<rest.range.upperBound
        runs[position].range = runs[position].range.lowerBound..<index
        runs.insert(rest, at: position + 1)
    }

    private func firstRun(endingAfter index: UInt32) -> Int {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].range.upperBound <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
