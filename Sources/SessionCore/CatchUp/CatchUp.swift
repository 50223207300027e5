/// Where a replica stands in getting what others hold and it lacks.
struct CatchUp: Sendable {
    var state = State.idle
    /// When the first sign came that others hold more; nil once all is held.
    var since: Instant?
    var bytesReceived = 0
    var entriesReceived = 0
    /// Entries of the session as somebody who holds more has told.
    var announced = 0
    /// Chunks that may be under way.
    var window = 0
    /// What others asked for is heard, and brought something, until then: nothing is asked for.
    var overhearsUntil: Instant?
    /// Nobody is asked for vectors again before this.
    var nextAsk: Instant?

    enum State: Sendable {
        /// Nothing is known to be missing but single holes.
        case idle
        /// Who holds more is to be asked at this moment, and again until somebody answers.
        case asking(due: Instant, tries: Int)
        case pulling(Pull)
    }

    /// A pull under way.
    struct Pull: Sendable {
        var donor: ParticipantID
        /// What has been asked for and has not come, per origin; it is due two round trips later.
        var outstanding = OrderedMap<ParticipantID, RunList>()
        /// What the donor has shown that it holds, per origin.
        var shown = OrderedMap<ParticipantID, RunList>()
        /// Without progress until then, all that is missing is asked for again.
        var stallsAt: Instant
        var stalls = 0

        /// Gives up waiting for what is due and lies before an entry that came: of what it was
        /// asked for a donor sends the lowest first.
        mutating func passOver(before index: UInt32, of origin: ParticipantID, at now: Instant) {
            for place in outstanding.indices where outstanding.keys[place] <= origin {
                let isLast = outstanding.keys[place] == origin
                outstanding.values[place].removeDue(below: isLast ? index : .max, at: now)
            }
        }

        var outstandingCount: Int { outstanding.values.reduce(0) { $0 + $1.count } }
    }

    var isPulling: Bool {
        if case .pulling = state { true } else { false }
    }

    /// Entries come in bulk, asked for here or overheard: none need to be asked for one by one.
    func isServed(at now: Instant) -> Bool {
        isPulling || overhearsUntil.map { now < $0 } ?? false
    }

    var deadline: Instant? {
        switch state {
        case .idle: nil
        case .asking(let due, _): due
        case .pulling(let pull): pull.stallsAt
        }
    }
}
