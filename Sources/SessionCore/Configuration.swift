/// Limits and times of a node; docs/PROTOCOL.md says where each comes from.
package struct Configuration: Sendable {
    // MARK: - Entering a room

    /// When a node that starts says hello.
    var helloTimes: [Interval] = [.zero, .milliseconds(100), .milliseconds(300)]
    /// How long a node that starts listens before it announces a session of its own.
    var listeningInterval = Interval.milliseconds(500)

    // MARK: - Membership

    var heartbeatInterval = Interval.seconds(1)
    /// Heartbeats a second of the whole group, however large.
    var heartbeatsPerSecondMax: Int64 = 50
    /// Likewise while somebody is being met; within what a radio carries.
    var meetingHeartbeatsPerSecondMax: Int64 = 200
    /// Heartbeats come no sooner than this while somebody is being met, and for so long after they
    /// were first heard.
    var meetingInterval = Interval.milliseconds(60)
    var meetingTime = Interval.seconds(3)
    /// If nothing else is multicast for so long after an entry, the last ones are repeated alone.
    var repeatInterval = Interval.milliseconds(7)
    /// After the last entry the first heartbeat comes so soon; then the interval doubles.
    var tailInterval = Interval.milliseconds(20)
    /// Whoever is silent answers a probe within this, or is lost.
    var probingTime = Interval.seconds(1)
    /// The waits for an answer to the probes of somebody silent.
    var probeIntervals: [Interval] = [
        .milliseconds(50), .milliseconds(100), .milliseconds(200),
    ]
    /// Clocks of those known well that one heartbeat echoes.
    var echoesInTurn = 2
    package var participantsMax = 64
    /// Senders that have not yet echoed this node's clock.
    package var pendingMax = 32
    var departedMax = 256

    // MARK: - Delivery

    var roundTripMin = Interval.milliseconds(1)
    var roundTripMax = Interval.milliseconds(200)
    var roundTripStart = Interval.milliseconds(10)
    var roundTripSamples = 16
    /// Older samples count no more where there are so many newer ones.
    var roundTripAge = Interval.seconds(5)
    var roundTripSamplesMin = 4
    var holeWaitMin = Interval.milliseconds(2)
    var holeTriesMax: UInt8 = 8
    var holesPerOriginMax: UInt32 = 4096
    /// Ranges to repair that may wait for the budget; who still lacks more asks again.
    var repairsMax = 1024
    /// Holes farther ahead, which somebody shows to be able to fill.
    var farHolesPerOriginMax = 64
    /// Own entries younger than this ride along in what is sent anyway.
    var piggybackAge = Interval.milliseconds(250)
    var piggybackMax = 2
    var messageAge = Interval.seconds(30)
    /// A sender's own younger messages are never forgotten: it has to wait before it says more.
    var messageAgeMin = Interval.seconds(5)
    var messageBytesMax = 4 << 20
    /// Of one other sender's messages so many bytes are held to repair them.
    var othersMessageBytesMax = 1 << 20
    /// Messages taken of one sender behind one that is missing.
    var messagesAheadMax = 8192
    /// A blob outlives the message that announces it by some heartbeats.
    var blobAge: Interval { messageAge + .seconds(5) }
    /// Blobs known of, and bytes held of others'.
    var blobsMax = 1024
    var blobBytesMax = 16 << 20
    /// Blobs that are got before it is their turn.
    var blobPullsMax = 8
    /// After so many waits in vain a blob is given up; half of them if its author is gone.
    var blobTriesMax = 12
    /// An attachment is given up when no piece has come for so long, as a network may be away for
    /// some seconds; meanwhile it is asked for at intervals that double up to the other.
    var attachmentPatience = Interval.seconds(10)
    var attachmentWaitMax = Interval.seconds(1)
    /// Pieces of larger blobs are not multicast where several ask: unicast has the higher pace.
    var sharedBlobBytesMax = 1 << 20
    /// A blob that was wrong so often is given up.
    var blobDamagesMax = 3

    // MARK: - Rate

    /// Multicast datagrams a second for the whole group.
    var groupRate: Int64 = 1000
    /// The same where the network seems to be a radio: by the loss of most, of a thousand, or the
    /// round trip.
    var slowGroupRate: Int64 = 300
    var slowLossPermille = 50
    var slowRoundTrip = Interval.milliseconds(20)
    /// Multicasts of one sender before their loss says anything.
    var lossSamplesMin = 32
    var bucketDepth: Int64 = 32
    /// Somebody who sent an entry so recently shares the budget.
    var activeSenderAge = Interval.seconds(2)
    /// Datagrams a second that are taken from one address unasked.
    package var receiveRateMax: Int64 = 2000
    var sourcesMax: Int { 4 * participantsMax }

    // MARK: - Catching up

    /// Up to so many missing entries are asked for one by one; more are pulled.
    var repairEntriesMax = 64
    var stillness = Interval.milliseconds(50)
    var mismatchMax = Interval.seconds(1)
    /// How long a donor may be silent, beside 4 round trips: doubled each time, up to the other.
    var pullWait = Interval.milliseconds(10)
    var pullWaitMax = Interval.milliseconds(100)
    /// After so many waits in vain somebody else is sought.
    var pullTriesMax = 5
    var windowMin = 32
    var windowMax = 256
    /// Datagrams a second of what was asked for in bulk: to single participants, and to all.
    var bulkRate: Int64 = 32_000
    var groupBulkRate: Int64 = 1000
    /// A second puller within this makes the donor multicast.
    var sharedPullInterval = Interval.seconds(1)
    /// So many others who ask, or lack much, make it multicast on a radio, too.
    var sharersMinOnRadio = 7

    // MARK: - Sessions

    package var sessionEntriesMax = 200_000
    package var sessionBytesMax = 64 << 20
    /// So many entries more may take back, or away, what a full session holds.
    package var reservedEntries = 1024
    var earlierSessionsMax = 8
    var lineageStepsMax = 64
    /// Unknown sessions whose lineage is hashed in a second; heartbeats of others wait.
    var lineagesPerSecondMax: Int64 = 32
    /// Forgotten sessions of which a node remembers how far its own streams went.
    var rememberedSessionsMax = 1024
    /// Authors of one session; more than it may hold entries of cannot be.
    var originsMax = 65_536
    /// What a founder drew for so long moves along unasked.
    var carryInterval = Interval.seconds(10)
    var moveWaitMax = Interval.seconds(1)
    /// Nobody goes back to an ancestor so soon after rotating or following.
    var settledInterval = Interval.seconds(5)

    /// Rules switched off on purpose, to prove that tests see it.
    package var defects: Defects = []

    package init() {}
}

/// Planted defects: each switches one rule off.
package struct Defects: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static let noRepair = Defects(rawValue: 1 << 0)
    package static let noHolderRepair = Defects(rawValue: 1 << 1)
    package static let noSuppression = Defects(rawValue: 1 << 2)
    package static let noRearm = Defects(rawValue: 1 << 3)
    package static let noTail = Defects(rawValue: 1 << 4)
    package static let noDigestCompare = Defects(rawValue: 1 << 5)
    package static let noDuplicateCheck = Defects(rawValue: 1 << 6)
    package static let reusedIndex = Defects(rawValue: 1 << 7)
    package static let wrongBytesFromDonor = Defects(rawValue: 1 << 8)
    package static let unorderedMessages = Defects(rawValue: 1 << 9)
    package static let noWelcome = Defects(rawValue: 1 << 10)
    package static let generationDecides = Defects(rawValue: 1 << 11)
    package static let noFollow = Defects(rawValue: 1 << 12)
    package static let noMoveWait = Defects(rawValue: 1 << 13)
    package static let noCarry = Defects(rawValue: 1 << 14)
    package static let rotateTwice = Defects(rawValue: 1 << 15)
    package static let noProbe = Defects(rawValue: 1 << 16)
    package static let noOrphan = Defects(rawValue: 1 << 17)
    package static let noBackOff = Defects(rawValue: 1 << 18)
    package static let wrongPiece = Defects(rawValue: 1 << 19)
    package static let noBlobFromOthers = Defects(rawValue: 1 << 20)
    package static let unverifiedBlobs = Defects(rawValue: 1 << 21)
    package static let everybodyIsAddressed = Defects(rawValue: 1 << 22)
    package static let noActivityOrder = Defects(rawValue: 1 << 23)
    package static let noBudget = Defects(rawValue: 1 << 24)
    package static let noPiggyback = Defects(rawValue: 1 << 25)
    package static let noOffer = Defects(rawValue: 1 << 26)
    package static let noStall = Defects(rawValue: 1 << 27)
    package static let noOtherDonor = Defects(rawValue: 1 << 28)
    package static let noRevival = Defects(rawValue: 1 << 29)
    package static let noWaking = Defects(rawValue: 1 << 30)
    package static let noSharing = Defects(rawValue: 1 << 31)
    package static let noParity = Defects(rawValue: 1 << 32)

    /// Each defect with the name that the simulator's `--break` takes.
    package static let named: [(name: String, defect: Defects)] = [
        ("no-repair", .noRepair), ("no-holder-repair", .noHolderRepair),
        ("no-suppression", .noSuppression), ("no-rearm", .noRearm), ("no-tail", .noTail),
        ("no-digest-compare", .noDigestCompare), ("no-duplicate-check", .noDuplicateCheck),
        ("reused-index", .reusedIndex), ("wrong-bytes-from-donor", .wrongBytesFromDonor),
        ("unordered-messages", .unorderedMessages), ("no-welcome", .noWelcome),
        ("generation-decides", .generationDecides), ("no-follow", .noFollow),
        ("no-move-wait", .noMoveWait), ("no-carry", .noCarry), ("rotate-twice", .rotateTwice),
        ("no-probe", .noProbe), ("no-orphan", .noOrphan), ("no-back-off", .noBackOff),
        ("wrong-piece", .wrongPiece), ("no-blob-from-others", .noBlobFromOthers),
        ("unverified-blobs", .unverifiedBlobs),
        ("everybody-is-addressed", .everybodyIsAddressed),
        ("no-activity-order", .noActivityOrder), ("no-budget", .noBudget),
        ("no-piggyback", .noPiggyback), ("no-offer", .noOffer), ("no-stall", .noStall),
        ("no-other-donor", .noOtherDonor), ("no-revival", .noRevival),
    ]
}
