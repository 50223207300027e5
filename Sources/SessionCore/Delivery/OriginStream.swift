/// What a node knows of one stream of one origin: the entries it holds, and those it lacks.
struct OriginStream: Sendable {
    var store = EntryStore()
    /// The index behind the last entry that is known to exist.
    var known: UInt32 = 0
    /// Entries that exist and are lacking, each with the moment to ask for it (again).
    var holes = RunList()
    /// Entries held that somebody asked for, each with the moment to send it.
    var repairs = RunList()
    /// Entries sent or heard just now, until when they need not be sent again.
    var quiet = RunList()
    /// Holes that nobody alive can fill.
    var orphans = RunList()
    /// Of messages: the next one to deliver; nil until the origin has welcomed this node.
    var nextDelivery: UInt32?
    /// Of messages: since when each is held, the oldest first.
    var keptSince: [(index: UInt32, at: Instant)] = []

    /// Notes that entries below `end` exist; what of it is lacking becomes holes.
    mutating func claim(below end: UInt32, holesMax: UInt32, due: Instant) {
        let end = min(end, store.contiguous.addingCapped(holesMax))
        guard end > known || !orphans.isEmpty else { return }
        for range in store.missing(below: end) { holes.insert(range, due: due) }
        for range in orphans.ranges { holes.remove(range) }
        known = max(known, end)
    }

    /// What is lacking, whether it is asked for or not.
    var missing: [Range<UInt32>] { store.missing(below: known) }

    var missingCount: Int {
        store.contiguous >= known ? 0 : missing.reduce(0) { $0 + $1.count }
    }

    var nextDue: Instant? {
        switch (holes.nextDue, repairs.nextDue) {
        case (let hole?, let repair?): min(hole, repair)
        case (let hole, let repair): hole ?? repair
        }
    }

    /// Forgets messages that are old, or too many.
    mutating func forgetMessages(olderThan age: Interval, bytesMax: Int, at now: Instant) {
        var below = store.base
        var kept = 0
        while kept < keptSince.count {
            let (index, since) = keptSince[kept]
            guard now - since > age || (store.byteCount > bytesMax && kept == 0) else { break }
            below = max(below, index + 1)
            kept += 1
        }
        keptSince.removeFirst(kept)
        if let next = nextDelivery { below = min(below, next) }
        store.discard(below: below)
    }

    /// Forgets moments that have passed.
    mutating func pruneQuiet(at now: Instant) {
        if quiet.runs.count > 8 { _ = quiet.takeDue(at: now) }
    }
}

extension UInt32 {
    func addingCapped(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
