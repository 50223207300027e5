import Synchronization

/// One stay of a runtime in its room: turns the room's events into sessions.
///
/// A room in which people only listen is in an *idle* session, whose activity has no payload. It is
/// never delivered, and gives way to the first activity that anybody wants.
final class Participation: Sendable {
    let identifier: String
    private let contents: Mutex<Contents>

    fileprivate struct Contents {
        var connection: RoomConnection?
        var deliver: @Sendable (LiveSession) -> Void = { _ in }
        var onOver: @Sendable (GroupSessionError) -> Void = { _ in }
        let profile: RoomProfile
        var session: RoomSession?
        var isOurs = false
        var isSettled = false
        /// What the room should do rather than idle.
        var wanted: RoomActivity?
        var live: LiveSession?
        var others: [RoomParticipantID: RoomProfile] = [:]
    }

    init(activity: RoomActivity, profile: RoomProfile) {
        identifier = activity.identifier
        var contents = Contents(profile: profile)
        contents.wanted = activity.isIdle ? nil : activity
        self.contents = Mutex(contents)
    }

    func start(
        _ configuration: RoomConfiguration, deliver: @escaping @Sendable (LiveSession) -> Void,
        onOver: @escaping @Sendable (GroupSessionError) -> Void
    ) throws(GroupSessionError) {
        let error = contents.withLock { contents -> GroupSessionError? in
            contents.deliver = deliver
            contents.onOver = onOver
            let activity = contents.wanted ?? RoomActivity(identifier: identifier, payload: [])
            do throws(GroupSessionError) {
                // The first event waits for this lock.
                contents.connection = try RoomConnection(configuration, activity: activity) {
                    [weak self] event in self?.handle(event)
                }
                return nil
            } catch {
                return error
            }
        }
        if let error { throw error }
    }

    /// Replaces what the room does, unless it does that already.
    func activate(_ activity: RoomActivity) throws(GroupSessionError) {
        let (connection, session) = contents.withLock { contents in
            contents.wanted = activity
            let isOther = contents.isSettled && contents.session?.activity != activity
            return (contents.connection, isOther ? contents.session?.id : nil)
        }
        if let connection, let session {
            try connection.openSuccessor(of: session, activity: activity)
        }
    }

    func showCurrent(to deliver: (LiveSession) -> Void) {
        if let live = contents.withLock(\.live) { deliver(live) }
    }

    func leave(_ reason: GroupSessionError) {
        let (connection, live) = contents.withLock { contents in
            defer { (contents.connection, contents.live) = (nil, nil) }
            return (contents.connection, contents.live)
        }
        live?.finish(reason)
        connection?.leave()
    }

    // MARK: - Events, on the session thread

    private func handle(_ event: RoomEvent) {
        switch event {
        case .entered(let session, let cause): entered(session, cause)
        case .settled: settled()
        case .participantJoined(let id, let profile), .participantChanged(let id, let profile):
            participantsChanged { $0[id] = profile }
        case .participantLeft(let id, _): participantsChanged { $0[id] = nil }
        case .message(let source, GroupSessionMessenger.channel, let body):
            received(body, from: source, .reliable)
        case .ephemeral(let source, GroupSessionMessenger.channel, _, _, let body):
            received(body, from: source, .unreliable)
        case .entry(let session, let entry) where entry.channel == GroupSessionLog.channel:
            live(in: session)?.log.deliver(entry)
        case .author(let session, let author, let profile):
            live(in: session)?.authorLearned(author, profile)
        case .ended(let session, _):
            guard live(in: session) != nil else { return }
            contents.withLock(\.onOver)(.ended)
        case .messagesLost(let source, let count):
            guard let live = contents.withLock(\.live) else { return }
            live.losses.tell(live.participant(source), count)
        case .activityChanged(let session, let payload, _):
            activityChanged(of: session, to: payload)
        case .attachmentsChanged(let session):
            live(in: session)?.attachmentsChanged()
        case .attachmentLoaded(let content, let bytes):
            contents.withLock(\.live)?.loads.deliver(content, bytes)
        case .entry, .message, .ephemeral, .link, .caughtUp, .appendRefused,
            .sendRefused, .status, .notice:
            break
        }
    }

    private func live(in session: RoomSessionID) -> LiveSession? {
        let live = contents.withLock(\.live)
        return live?.description.id == session ? live : nil
    }

    private func activityChanged(of session: RoomSessionID, to payload: [UInt8]) {
        let live = contents.withLock { contents in
            guard contents.session?.id == session else { return nil as LiveSession? }
            contents.session?.activity.payload = payload
            contents.wanted = contents.session?.activity
            return contents.live
        }
        guard let live, live.description.id == session else { return }
        live.activityChanged(payload)
    }

    private func entered(_ session: RoomSession, _ cause: RoomSession.Cause) {
        let isReady = contents.withLock { contents in
            contents.session = session
            let us = contents.connection?.participant
            contents.isOurs = cause == .founded || us.map { cause == .rotated(by: $0) } ?? false
            return contents.isSettled
        }
        if isReady { present() }
    }

    private func settled() {
        let change: (RoomConnection, RoomSessionID, RoomActivity)? = contents.withLock { contents in
            contents.isSettled = true
            guard let session = contents.session, let connection = contents.connection,
                let wanted = contents.wanted, wanted != session.activity
            else { return nil }
            return (connection, session.id, wanted)
        }
        // What was found is not what was activated: activating means to change it for all.
        if let (connection, session, wanted) = change {
            try? connection.openSuccessor(of: session, activity: wanted)
        } else {
            present()
        }
    }

    /// Delivers the session we are in, in place of the one before.
    private func present() {
        let (old, new, revival) = contents.withLock { contents in contents.advance(self) }
        if let new {
            old?.finish(.superseded(by: new.description.id.uuid))
            contents.withLock(\.deliver)(new)
        } else if let revival {
            old?.finish(.superseded(by: revival.session.uuid))
            try? revival.connection.openSuccessor(
                of: revival.session, activity: revival.activity)
        }
    }

    private func participantsChanged(_ change: (inout [RoomParticipantID: RoomProfile]) -> Void) {
        contents.withLock { contents in
            change(&contents.others)
            contents.live?.participantsChanged(contents.otherParticipants)
        }
    }

    private func received(
        _ bytes: [UInt8], from source: RoomParticipantID,
        _ mode: GroupSessionMessenger.DeliveryMode
    ) {
        guard let live = contents.withLock(\.live), let envelope = MessageEnvelope(parsing: bytes),
            envelope.recipients.isEmpty || envelope.recipients.contains(live.local.roomID)
        else { return }
        live.inbox.deliver(
            .init(source: live.participant(source), body: envelope.body),
            .init(mode: mode, name: envelope.name))
    }
}

/// An idle session that should be doing something.
private struct Revival {
    var connection: RoomConnection
    var session: RoomSessionID
    var activity: RoomActivity
}

extension Participation.Contents {
    fileprivate var otherParticipants: Set<Participant> {
        Set(others.map { Participant($0.key, $0.value) })
    }

    /// Makes the session we are in the live one.
    fileprivate mutating func advance(
        _ participation: Participation
    ) -> (old: LiveSession?, new: LiveSession?, Revival?) {
        guard let session, let connection, live?.description.id != session.id else {
            return (nil, nil, nil)
        }
        defer { if session.activity.isIdle { live = nil } }
        if session.activity.isIdle {
            let revival = wanted.map {
                Revival(connection: connection, session: session.id, activity: $0)
            }
            return (live, nil, revival)
        }
        let new = LiveSession(
            session, isLocallyInitiated: isOurs,
            local: Participant(connection.participant, profile),
            others: otherParticipants, connection: connection
        ) { [onOver] in onOver(.left) }
        defer { (live, wanted) = (new, session.activity) }
        return (live, new, nil)
    }
}

extension RoomActivity {
    var isIdle: Bool { payload.isEmpty }
}
