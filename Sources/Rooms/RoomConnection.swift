import SessionCore

/// One participation in a room, from entering it to leaving: the plain, synchronous way in.
///
/// It owns a thread. The handler is told everything on that thread, in order, and must return
/// soon. All methods may be called from any thread, the handler included; none of them waits for
/// the network, and what they ask for happens in the order in which they were called: at once, on
/// the thread that asks, unless the connection's own is at work.
public final class RoomConnection: Sendable {
    /// Who we are in the room.
    public let participant: RoomParticipantID
    private let host: SessionHost
    private let thread: SystemThread

    /// Enters a room.
    ///
    /// - Parameters:
    ///   - configuration: which room, as whom, and on which network.
    ///   - activity: what to do together if nobody is there already.
    ///   - handler: told every event; runs on the connection's own thread.
    public convenience init(
        _ configuration: RoomConfiguration, activity: RoomActivity,
        handler: @escaping @Sendable (RoomEvent) -> Void
    ) throws(GroupSessionError) {
        let link = try configuration.network.open(at: MonotonicClock.now())
        try self.init(configuration, over: link, activity: activity, handler: handler)
    }

    init(
        _ configuration: RoomConfiguration, over link: sending any DatagramLink,
        activity: RoomActivity, handler: @escaping @Sendable (RoomEvent) -> Void
    ) throws(GroupSessionError) {
        try activity.check()
        try requireBytes(configuration.room.utf8.count, upTo: RoomConfiguration.roomBytesMax)
        var random = SystemRandomNumberGenerator()
        let (id, seed) = (UInt64.random(in: 1...UInt64.max, using: &random), random.next())
        let node = Node(
            id: ParticipantID(rawValue: id), profile: configuration.profile.core,
            room: configuration.room, activity: activity.core, seed: seed,
            at: MonotonicClock.now())
        link.ignore(node.id)
        let host = try SessionHost(node: node, link: link, handler: handler)
        thread = try SystemThread { host.run() }
        participant = RoomParticipantID(rawValue: id)
        self.host = host
    }

    deinit {
        leave()
    }

    /// Says good-bye and waits until it is sent; nothing happens afterwards.
    ///
    /// What was asked for before is done first. Called by the handler, it does not wait.
    ///
    /// - Parameter patience: how long to stay for others to receive what was said.
    public func leave(patience: Duration = .zero) {
        host.close(patience: patience)
        thread.join()
    }

    // MARK: - Saying something

    /// Appends an entry to our log of a session; an `entry` event follows.
    ///
    /// If the session has passed by then, or is full, `appendRefused` follows instead, with the
    /// body: it is for the application to say whether it belongs into the session that came after.
    ///
    /// - Parameters:
    ///   - channel: 1 or more, for the application to tell its entries apart.
    ///   - isEssential: has room in a full session yet: what takes back, or away.
    public func append(
        _ body: [UInt8], channel: UInt8, isEssential: Bool = false, to session: RoomSessionID
    ) throws(GroupSessionError) {
        try request { loop in
            let result = loop.append(
                body, channel: channel, isEssential: isEssential, to: session)
            if case .failure(let error) = result {
                loop.tell(.appendRefused(session, channel: channel, body: body, error))
            }
        }
    }

    /// Sends a reliable message, first in, first out, to those who are there now.
    ///
    /// Where others take messages more slowly than they are sent, it waits in line here. If it
    /// cannot be sent at all, `sendRefused` follows.
    ///
    /// - Parameters:
    ///   - body: at most 256 KiB.
    ///   - recipients: at most 64; empty for everybody.
    public func send(
        _ body: [UInt8], channel: UInt8, to recipients: [RoomParticipantID] = []
    ) throws(GroupSessionError) {
        try request { loop in
            loop.send(body, channel: channel, to: recipients) { loop, result in
                guard case .failure(let error) = result else { return }
                loop.tell(.sendRefused(channel: channel, body: body, error))
            }
        }
    }

    /// Sets the newest value of (channel, key): others are shown it, without a guarantee.
    public func setEphemeral(
        _ body: [UInt8], channel: UInt8, key: UInt32, timeToLive: Duration
    ) throws(GroupSessionError) {
        try request { loop in
            _ = loop.setEphemeral(body, channel: channel, key: key, timeToLive: timeToLive)
        }
    }

    /// Opens a successor of a session for everybody; does nothing if that session has passed.
    public func openSuccessor(
        of session: RoomSessionID, activity: RoomActivity
    ) throws(GroupSessionError) {
        try activity.check()
        try request { loop in
            loop.node.rotate(from: session.core, to: activity.core, at: loop.now)
        }
    }

    /// Changes what we show of ourselves.
    public func setProfile(_ profile: RoomProfile) throws(GroupSessionError) {
        try request { loop in loop.node.setProfile(profile.core, at: loop.now) }
    }

    /// Changes the value of the activity for everybody; at most 512 bytes.
    public func setActivity(_ payload: [UInt8]) throws(GroupSessionError) {
        try requireBytes(payload.count, upTo: WireLimit.activityPayloadBytesMax)
        try request { loop in try? loop.node.setActivity(payload, at: loop.now) }
    }

    /// Ends the session for all.
    public func end() throws(GroupSessionError) {
        try request { loop in loop.node.end(at: loop.now) }
    }

    /// Asks for figures; a `status` event follows.
    public func requestStatus() throws(GroupSessionError) {
        try request { loop in
            if let status = loop.status { loop.tell(.status(status)) }
        }
    }

    /// Does something as soon as possible, on whichever thread.
    package func request(_ request: @escaping Mailbox.Request) throws(GroupSessionError) {
        try host.request(request)
    }

    /// Does something on the session thread, in its turn.
    package func perform(_ request: @escaping Mailbox.Request) throws(GroupSessionError) {
        try host.post(request)
    }
}
