/// What a node knows of one stream of one origin: the entries it holds, and those it lacks.
struct OriginStream: Sendable {
    var store = EntryStore()
    /// The index behind the last entry that is known to exist.
    var known: UInt32 = 0
    /// How far the origin itself said that it goes; others' word goes no farther while it is there.
    var announced: UInt32 = 0
    /// When somebody last told of more.
    var claimedAt = Instant(microseconds: 0)
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
    /// Of messages: the lowest that their origin still holds.
    var lowest: UInt32 = 0
    /// Of messages: since when each is held, the oldest first.
    private var kept: [Kept] = []
    private var keptFirst = 0
    /// Of messages: bytes held, announced blobs among them.
    private(set) var keptBytes = 0

    private struct Kept: Sendable {
        var index: UInt32
        var bytes: Int
        var at: Instant
    }

    /// Notes that entries below `end` exist; what of it is lacking becomes holes.
    mutating func claim(below end: UInt32, holesMax: UInt32, due: Instant, at now: Instant) {
        let end = min(end, store.contiguous.addingCapped(holesMax))
        guard end > known || !orphans.isEmpty else { return }
        for range in store.missing(below: end) { holes.insert(range, due: due) }
        for range in orphans.ranges { holes.remove(range) }
        if end > known { claimedAt = now }
        known = max(known, end)
    }

    /// The origin itself says, with its latest word, that nothing exists from here on.
    mutating func retract(from end: UInt32) {
        holes.remove(end..<UInt32.max)
        known = min(known, max(end, store.contiguous))
    }

    /// Notes that entries far ahead, which somebody shows to hold, exist; not so those between.
    mutating func claimShown(
        _ ranges: [Range<UInt32>], holesMax: UInt32, farMax: Int, due: Instant
    ) {
        let near = store.contiguous.addingCapped(holesMax)
        for range in ranges where range.upperBound > near {
            let far = max(range.lowerBound, near)..<range.upperBound
            for gap in store.missing(below: far.upperBound) where gap.overlaps(far) {
                let room = farMax - holes.count(from: near)
                guard room > 0 else { return }
                holes.insert(gap.clamped(to: far).prefix(room), due: due)
            }
        }
    }

    /// What is lacking, whether it is asked for or not.
    var missing: [Range<UInt32>] { store.missing(below: known) }

    var missingCount: Int {
        store.contiguous >= known ? 0 : missing.reduce(0) { $0 + $1.count }
    }

    /// Something falls due in it.
    var isWaiting: Bool { !holes.isEmpty || !repairs.isEmpty }

    var nextDue: Instant? {
        switch (holes.nextDue, repairs.nextDue) {
        case (let hole?, let repair?): min(hole, repair)
        case (let hole, let repair): hole ?? repair
        }
    }

    /// The index of the message that was kept last.
    var lastKept: UInt32? { kept.last?.index }

    /// Keeps a message, with what it announces; false where it is held already.
    mutating func keepMessage(
        _ envelope: [UInt8], at index: UInt32, announcing size: Int, at now: Instant
    ) -> Bool {
        guard store.insert(envelope, at: index) else { return false }
        let bytes = envelope.count + size
        kept.append(Kept(index: index, bytes: bytes, at: now))
        keptBytes += bytes
        return true
    }

    /// Forgets messages below an index that are old, or too many and not too young.
    mutating func forgetMessages(below limit: UInt32, keeping keep: MessageKeeping, at now: Instant)
    {
        var below = store.base
        while keptFirst < kept.count {
            let oldest = kept[keptFirst]
            let age = now - oldest.at
            guard oldest.index < limit,
                age > keep.ageMax || (keptBytes > keep.bytesMax && age >= keep.ageMin)
            else { break }
            below = max(below, oldest.index + 1)
            keptBytes -= oldest.bytes
            keptFirst += 1
        }
        if keptFirst > kept.count / 2 {
            kept.removeFirst(keptFirst)
            keptFirst = 0
        }
        store.discard(below: below)
    }

    /// Forgets moments that have passed.
    mutating func pruneQuiet(at now: Instant) {
        if quiet.runs.count > 8 { _ = quiet.takeDue(at: now) }
    }
}

/// How long messages are held for those who may ask for them.
struct MessageKeeping: Sendable {
    var ageMax: Interval
    /// Younger ones are held, however many bytes they have.
    var ageMin: Interval
    var bytesMax: Int
}

extension UInt32 {
    func addingCapped(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
