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

    /// Of a thousand, so many are lost; nil while too little was heard to tell.
    func permille(samplesMin: Int) -> Int? {
        sent >= samplesMin ? lost * 1000 / sent : nil
    }
}

extension Node {
    /// Datagrams a second that the group may multicast: fewer where a radio seems to carry them.
    var groupRate: Int64 { isSlow ? configuration.slowGroupRate : configuration.groupRate }

    /// Judges anew, by loss and by how long round trips take, whether the network is a wired one.
    mutating func judgeNetwork() {
        guard !configuration.defects.contains(.noBackOff) else { return }
        // Once slow, only what is clearly better counts as fast.
        let part: Int64 = isSlow ? 2 : 1
        let wasSlow = isSlow
        isSlow =
            roster.roundTrip > configuration.slowRoundTrip / part
            || medianLoss > configuration.slowLossPermille / Int(part)
        if isSlow, !wasSlow { statistics.backOffs += 1 }
    }

    /// The median of the losses, so that one bad receiver or sender sets nobody's pace.
    private var medianLoss: Int {
        var losses: [Int] = []
        for peer in roster.peers.values where peer.isConfirmed {
            if let loss = peer.loss.permille(samplesMin: configuration.lossSamplesMin) {
                losses.append(loss)
            }
        }
        guard !losses.isEmpty else { return 0 }
        return losses.sorted()[(losses.count - 1) / 2]
    }
}
