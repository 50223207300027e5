import SessionCore

extension RoomEvent {
    /// A node's event in public words; links are told apart by whether there is a network.
    init(_ core: Event, isOffline: Bool) {
        self =
            switch core {
            case .entered(let session, let cause): .entered(RoomSession(session), .init(cause))
            case .entry(let session, let entry): .entry(RoomSessionID(session), RoomEntry(entry))
            case .author(let session, let author, let profile):
                .author(RoomSessionID(session), RoomParticipantID(author), RoomProfile(profile))
            case .participantJoined(let participant, let profile):
                .participantJoined(RoomParticipantID(participant), RoomProfile(profile))
            case .participantChanged(let participant, let profile):
                .participantChanged(RoomParticipantID(participant), RoomProfile(profile))
            case .participantLeft(let participant, .left):
                .participantLeft(RoomParticipantID(participant), .left)
            case .participantLeft(let participant, .lost):
                .participantLeft(RoomParticipantID(participant), .lost)
            case .message(let sender, let channel, let body):
                .message(from: RoomParticipantID(sender), channel: channel, body: body)
            case .messagesLost(let sender, let count):
                .messagesLost(from: RoomParticipantID(sender), count: count)
            case .ephemeral(let sender, let channel, let key, let timeToLive, let body):
                .ephemeral(
                    from: RoomParticipantID(sender), channel: channel, key: key,
                    timeToLive: Duration(timeToLive), body: body)
            case .link(let state): .link(RoomLink(state, isOffline: isOffline))
            case .caughtUp(let entries, let bytes, let elapsed):
                .caughtUp(entries: entries, bytes: bytes, elapsed: Duration(elapsed))
            case .activityChanged(let session, let payload, let by):
                .activityChanged(
                    RoomSessionID(session), payload: payload, by: RoomParticipantID(by))
            case .attachmentsChanged(let session): .attachmentsChanged(RoomSessionID(session))
            case .attachmentLoaded(let blob, let bytes):
                .attachmentLoaded(RoomContentID(blob), bytes)
            case .ended(let session, let by):
                .ended(RoomSessionID(session), by: RoomParticipantID(by))
            case .notice(let notice): .notice(RoomNotice(notice))
            }
    }
}

extension RoomEntry {
    init(_ core: LogEntry) {
        self.init(
            author: RoomParticipantID(core.origin), index: Int(core.index), channel: core.channel,
            elapsed: .milliseconds(Int64(clamping: core.milliseconds)), body: core.body)
    }
}

extension RoomLink {
    init(_ core: LinkState, isOffline: Bool) {
        self =
            switch core {
            case .alone: isOffline ? .offline : .alone
            case .connected: .connected
            case .catchingUp(let held, let known): .catchingUp(held: held, known: known)
            }
    }
}

extension RoomNotice {
    init(_ core: Notice) {
        self =
            switch core {
            case .otherVersion(let version): .otherVersion(version)
            case .laterVersion(let version): .laterVersion(version)
            case .notUnderstood(let kind): .notUnderstood(kind: kind)
            case .sessionNearlyFull: .sessionNearlyFull
            case .inkLeftBehind(let session): .inkLeftBehind(RoomSessionID(session))
            }
    }
}

extension Duration {
    init(_ interval: Interval) {
        self = .microseconds(interval.microseconds)
    }
}

extension Interval {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let bounded = min(max(seconds, 0), Interval.secondsMax)
        self.init(microseconds: bounded * 1_000_000 + max(attoseconds, 0) / 1_000_000_000_000)
    }

    private static let secondsMax: Int64 = 1 << 32
}
