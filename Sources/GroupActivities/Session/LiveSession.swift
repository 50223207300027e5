import Synchronization

/// A session of the runtime's, without the activity's type: what `GroupSession`, its messengers
/// and its logs share.
final class LiveSession: Sendable {
    enum Phase: Equatable {
        case waiting
        case joined
        case over(GroupSessionError)
    }

    let description: RoomSession
    let isLocallyInitiated: Bool
    let local: Participant
    let connection: RoomConnection
    let state = Published<GroupSessionState>.Storage(.waiting)
    let activeParticipants = Published<Set<Participant>>.Storage([])
    let inbox = MessageInbox()
    let log = Readers<RoomEntry>()
    let attachments = Readers<[RoomAttachment]>()
    let loads = AttachmentLoads()
    let losses = LossReaders()
    private let contents: Mutex<Contents>
    private let onLeave: @Sendable () -> Void

    private struct Contents {
        var phase = Phase.waiting
        var others: Set<Participant>
        /// The people behind the log's entries, those who have gone too.
        var authors: [RoomParticipantID: RoomProfile] = [:]
        /// The activity's value, and who follows it.
        var activity: RoomActivity
        var onActivity: [@Sendable (RoomActivity) -> Void] = []
    }

    init(
        _ description: RoomSession, isLocallyInitiated: Bool, local: Participant,
        others: Set<Participant>, connection: RoomConnection,
        onLeave: @escaping @Sendable () -> Void
    ) {
        self.description = description
        self.isLocallyInitiated = isLocallyInitiated
        self.local = local
        self.connection = connection
        self.onLeave = onLeave
        contents = Mutex(Contents(others: others, activity: description.activity))
    }

    var phase: Phase { contents.withLock(\.phase) }

    /// Throws unless joined.
    func requireJoined() throws(GroupSessionError) {
        switch phase {
        case .waiting: throw .notJoined
        case .joined: return
        case .over(let reason): throw reason
        }
    }

    // MARK: - What the application does

    func join() {
        contents.withLock { contents in
            guard contents.phase == .waiting else { return }
            contents.phase = .joined
            inbox.open()
            state.publish(.joined)
            activeParticipants.publish(contents.others.union([local]))
        }
    }

    func leave() {
        guard finish(.left) else { return }
        onLeave()
    }

    func setActivity(_ payload: [UInt8]) throws(GroupSessionError) {
        try requireJoined()
        try connection.setActivity(payload)
    }

    /// Calls with the activity as it is, and each time that it changes.
    func followActivity(_ follow: @escaping @Sendable (RoomActivity) -> Void) {
        contents.withLock { contents in
            contents.onActivity.append(follow)
            follow(contents.activity)
        }
    }

    func end() throws(GroupSessionError) {
        try requireJoined()
        try connection.end()
    }

    // MARK: - What the room does

    func participantsChanged(_ others: Set<Participant>) {
        contents.withLock { contents in
            contents.others = others
            if contents.phase == .joined {
                activeParticipants.publish(others.union([local]))
            }
        }
    }

    func activityChanged(_ payload: [UInt8]) {
        contents.withLock { contents in
            contents.activity.payload = payload
            for follow in contents.onActivity { follow(contents.activity) }
        }
    }

    /// Ends this participant's part in the session; false if it was over already.
    @discardableResult
    func finish(_ reason: GroupSessionError) -> Bool {
        let isNews = contents.withLock { contents in
            if case .over = contents.phase { return false }
            contents.phase = .over(reason)
            state.publish(.invalidated(reason: reason))
            activeParticipants.publish([])
            return true
        }
        if isNews {
            inbox.close()
            log.close()
            attachments.close()
            loads.close(reason)
        }
        return isNews
    }

    /// The participant of this id as far as it is known here.
    func participant(_ id: RoomParticipantID) -> Participant {
        if id == local.roomID { return local }
        return contents.withLock { contents in
            if let present = contents.others.first(where: { $0.roomID == id }) { return present }
            let unknown = RoomProfile(person: id.uuid, name: "", color: 1)
            return Participant(id, contents.authors[id] ?? unknown)
        }
    }

    func authorLearned(_ id: RoomParticipantID, _ profile: RoomProfile) {
        contents.withLock { $0.authors[id] = profile }
    }
}
