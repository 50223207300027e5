/// What waits to be sent: frames as they were decided on, packed into datagrams when they go.
struct Outbox: Sendable {
    /// For the group.
    var frames: [Addressed] = []
    /// For one peer, outside the group's budget.
    var unicast: [Letter] = []
    /// Entries that were asked for, to be multicast.
    var repairs: [Repair] = []
    /// A heartbeat is to go with the next datagram.
    var wantsState = false
    var ephemerals = OrderedMap<EphemeralKey, Ephemeral>()
    /// One count for all values in all sessions, so that coming back starts none anew.
    var ephemeralVersion: UInt32 = 0
    /// When own late entries are repeated, unless a datagram that does goes out before.
    var repeatDue: Instant?
    /// Own entries sent of late, which later datagrams repeat.
    var recent: [Recent] = []

    struct Addressed: Sendable {
        var session: SessionID?
        var frame: Frame
    }

    struct Letter: Sendable {
        var address: PeerAddress
        var session: SessionID?
        var frame: Frame
    }

    struct Repair: Sendable {
        var session: SessionID
        var origin: ParticipantID
        var stream: Stream
        var range: Range<UInt32>
    }

    struct Ephemeral: Sendable {
        var frame: EphemeralFrame
        var isDirty = true
        var lastSent: Instant?
        /// How often the value was sent again.
        var repeats = 0
    }

    struct Recent: Sendable {
        var session: SessionID
        var stream: Stream
        var index: UInt32
        var sentAt: Instant
    }
}

/// Packs frames into one datagram, each behind the scope it belongs to.
struct Packer {
    private(set) var writer = ByteWriter(reserving: Datagram.bytesMax)
    private var scope: SessionID?

    var isEmpty: Bool { writer.count == 0 }

    /// How many bytes more there would be room for.
    func room(beside frames: [Frame]) -> Int {
        var part = ByteWriter()
        for frame in frames { frame.write(to: &part) }
        return max(Datagram.framesBytesMax - writer.count - part.count, 0)
    }

    /// Adds a frame if there is room for it.
    mutating func add(_ frame: Frame, in session: SessionID?) -> Bool {
        var part = ByteWriter()
        if let session, session != scope { Frame.scope(session).write(to: &part) }
        frame.write(to: &part)
        guard writer.count + part.count <= Datagram.framesBytesMax else { return false }
        writer.write(part.bytes)
        if let session { scope = session }
        return true
    }
}
