/// How much of what one participant multicasts is lost on the way here: what its heartbeats count
/// against what was heard between them.
struct LossMeter: Sendable {
    /// Its count at its last heartbeat that was heard.
    private var counted: UInt32?
    /// Its multicasts heard since then.
    private var heard = 0
    /// Of late: how many it sent, and how many were lost.
    private(set) var sent = 0
    private(set) var lost = 0

    /// A step that is larger means that the counter began anew.
    private static let stepMax = 10_000
    /// Beyond so many the past counts half.
    private static let memory = 512

    mutating func noteMulticast() { heard += 1 }

    /// Takes the count in a heartbeat, which counts its own datagram too.
    mutating func note(count: UInt32) {
        defer {
            counted = count
            heard = 0
        }
        guard let former = counted else { return }
        let step = Int(count &- former)
        guard step > 0, step < Self.stepMax else { return }
        sent += step
        lost += max(step - heard, 0)
        if sent > Self.memory {
            sent /= 2
            lost /= 2
        }
    }

    /// How much is lost; nil while too little was heard to tell.
    func grade(_ configuration: Configuration) -> LossGrade? {
        guard sent >= configuration.lossSamplesMin else { return nil }
        let permille = lost * 1000 / sent
        if permille <= configuration.slowLossPermille / 2 { return .little }
        return permille <= configuration.slowLossPermille ? .some : .much
    }
}

/// A loss against that of a radio.
enum LossGrade: Hashable, Sendable {
    /// At most half as much.
    case little
    case some
    /// More.
    case much
}

/// How many senders there are of each grade.
struct LossCounts: Hashable, Sendable {
    private var measured = 0
    private var some = 0
    private var much = 0

    mutating func add(_ grade: LossGrade) {
        measured += 1
        switch grade {
        case .little: break
        case .some: some += 1
        case .much: much += 1
        }
    }

    /// The grade of the lower median, so that one bad receiver or sender sets nobody's pace.
    var median: LossGrade {
        let others = measured / 2
        if much > others { return .much }
        return some + much > others ? .some : .little
    }
}

extension Node {
    /// Datagrams a second that the group may multicast: fewer where a radio seems to carry them.
    var groupRate: Int64 { isSlow ? configuration.slowGroupRate : configuration.groupRate }

    /// Judges anew, by loss and by how long round trips take, whether the network is a wired one.
    mutating func judgeNetwork() {
        guard !configuration.defects.contains(.noBackOff) else { return }
        // Once slow, only what is clearly better counts as fast.
        let wasSlow = isSlow
        isSlow =
            switch roster.census.losses.median {
            case .much: true
            case .some: wasSlow || roster.roundTrip > configuration.slowRoundTrip
            case .little:
                roster.roundTrip > configuration.slowRoundTrip / (wasSlow ? 2 : 1)
            }
        if isSlow, !wasSlow { statistics.backOffs += 1 }
    }
}
