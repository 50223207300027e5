/// What happened in a room, told in the order in which it happened.
public enum RoomEvent: Sendable {
    /// We are in this session from now on. Entries of an earlier session may still arrive.
    case entered(RoomSession, RoomSession.Cause)
    /// The start is over: the session stays unless somebody changes it. Comes once.
    ///
    /// Until then, a second at most, a live session of the room may be found and entered.
    case settled
    /// An entry of a session's log, our own included; each once, in any order.
    case entry(RoomSessionID, RoomEntry)
    /// The person behind a log: comes out of the log, so it names those who have gone too.
    case author(RoomSessionID, RoomParticipantID, RoomProfile)
    case participantJoined(RoomParticipantID, RoomProfile)
    case participantChanged(RoomParticipantID, RoomProfile)
    case participantLeft(RoomParticipantID, RoomDeparture)
    case message(from: RoomParticipantID, channel: UInt8, body: [UInt8])
    /// So many messages of this sender are lost; those that follow are delivered.
    case messagesLost(from: RoomParticipantID, count: Int)
    /// The newest value of (sender, channel, key); forget it after `timeToLive`.
    case ephemeral(
        from: RoomParticipantID, channel: UInt8, key: UInt32, timeToLive: Duration, body: [UInt8])
    case link(RoomLink)
    /// Every entry known to exist is here: what it took since the first sign that some lacked.
    case caughtUp(entries: Int, bytes: Int, elapsed: Duration)
    /// The activity of a session has another value for everybody.
    case activityChanged(RoomSessionID, payload: [UInt8], by: RoomParticipantID)
    /// Attachments of a session were added or removed.
    case attachmentsChanged(RoomSessionID)
    /// What was to be loaded is here; nil: nobody gives it.
    case attachmentLoaded(RoomContentID, [UInt8]?)
    /// Somebody ended the session for all.
    case ended(RoomSessionID, by: RoomParticipantID)
    /// An entry was not appended, because the session it was for has passed, or is full.
    case appendRefused(RoomSessionID, channel: UInt8, body: [UInt8], GroupSessionError)
    /// A message was not sent.
    case sendRefused(channel: UInt8, body: [UInt8], GroupSessionError)
    /// The answer to `requestStatus()`.
    case status(RoomStatus)
    case notice(RoomNotice)
}

/// An entry of a session's log, as its author wrote it.
public struct RoomEntry: Hashable, Sendable {
    /// Who wrote it.
    public var author: RoomParticipantID
    /// The place in its author's log, from 0.
    public var index: Int
    /// 0 is the library's own; 1 and up are the application's.
    public var channel: UInt8
    /// Since the author's first entry of the session.
    public var elapsed: Duration
    /// What the author wrote.
    public var body: [UInt8]
}

/// How somebody went: with a good-bye, or out of hearing.
public enum RoomDeparture: Hashable, Sendable { case left, lost }

/// How we stand with the others.
public enum RoomLink: Hashable, Sendable {
    /// There is no network to hear anybody on.
    case offline
    /// Nobody else is in the session.
    case alone
    case connected
    /// Others hold more entries than we do.
    case catchingUp(held: Int, known: Int)
}

/// Figures of a participant at one moment.
public struct RoomStatus: Hashable, Sendable {
    /// The session we are in.
    public var session: RoomSessionID
    /// Entries held of the session, the library's own included.
    public var entryCount: Int
    /// A hash of all entries of the session in which their order does not show.
    public var logDigest: UInt64
    /// Everything known to exist is held, and no repair is under way.
    public var isComplete: Bool
    /// All that was said is sent, and everybody here holds the same entries.
    public var isDelivered: Bool
    /// Those in the session, without ourselves.
    public var participants: [RoomParticipantID]
    /// Counted once for the group, however many interfaces there are.
    public var datagramsSent: Int
    /// All that were of this room.
    public var datagramsReceived: Int
    /// Damaged, not for this room, or senseless.
    public var datagramsDropped: Int
    /// The bytes of the datagrams received.
    public var bytesReceived: Int
    /// Requests for what was lost.
    public var nacksSent: Int
    /// Entries repeated for those who asked.
    public var entriesRepaired: Int
    /// Datagrams of what others asked for in bulk.
    public var chunksSent: Int
}

/// What a person should be told once.
public enum RoomNotice: Hashable, Sendable {
    /// Others speak another version of the protocol.
    case otherVersion(UInt8)
    /// Others speak a later version of the protocol as well: what is new in it is kept, and passed
    /// on to those who understand it.
    case laterVersion(UInt8)
    /// Others use a part of the protocol that this program does not know.
    case notUnderstood(kind: UInt8)
    /// The session holds four fifths of what it may.
    case sessionNearlyFull
    /// An earlier session of ours holds entries that did not come along.
    case inkLeftBehind(RoomSessionID)
    /// The interfaces that are used from now on, and those that are not, each with the reason.
    case interfaces([String], skipped: [String: String])
    /// One interface does not work; the others go on. `isFirewall`: this machine forbids sending.
    case interfaceFailing(String, errno: Int32, isFirewall: Bool)
    case interfaceRecovered(String)
}
