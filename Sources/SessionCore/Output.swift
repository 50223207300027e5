/// Where a datagram goes.
package enum Destination: Hashable, Sendable {
    /// The multicast group, on every chosen interface.
    case group
    case peer(PeerAddress)
}

/// What a node wants done: a datagram sent, or the application told.
package enum Output: Sendable {
    case transmit([UInt8], to: Destination)
    case event(Event)
}

/// A session as its members see it.
package struct SessionDescription: Hashable, Sendable {
    package var id: SessionID
    /// How many rotations lie between the chain's first session and this one.
    package var generation: UInt32
    package var activity: Activity
    /// The session this one succeeds, where this node knows it.
    package var parent: SessionID?
}

/// Why a node is in another session than before.
package enum EntryCause: Hashable, Sendable {
    /// The node's own first session, founded at its start.
    case founded
    /// A live session of the room was found at the start.
    case adopted
    /// Somebody opened a new canvas; nil where nobody can be named.
    case rotated(by: ParticipantID?)
    /// Two chains, or two branches of one, met, and ours was the one to yield.
    case yielded
}

/// An entry of a session's log, as its author wrote it.
package struct LogEntry: Hashable, Sendable {
    package var origin: ParticipantID
    /// The place in its author's log, from 0.
    package var index: UInt32
    /// 0 is the library's own; the application's are 1 and up.
    package var channel: UInt8
    /// Since the author's first entry of the session.
    package var milliseconds: UInt64
    package var body: [UInt8]
}

package enum DepartureReason: Hashable, Sendable { case left, lost }

package enum LinkState: Hashable, Sendable {
    /// Nobody else is in the session.
    case alone
    case connected
    /// Others hold more than this node; both counts are entries.
    case catchingUp(held: Int, known: Int)
}

/// What the application is told, in the order in which it happened.
package enum Event: Sendable {
    /// The node is in this session from now on. Entries of an earlier session may still arrive.
    case entered(SessionDescription, EntryCause)
    /// An entry, the node's own included; each once, in any order.
    case entry(SessionID, LogEntry)
    /// The person behind a log: comes from the log itself, so it names the departed too.
    case author(SessionID, ParticipantID, Profile)
    case participantJoined(ParticipantID, Profile)
    case participantChanged(ParticipantID, Profile)
    case participantLeft(ParticipantID, DepartureReason)
    case message(from: ParticipantID, channel: UInt8, body: [UInt8])
    /// Messages of this sender that nobody alive can repeat; what follows them is delivered.
    case messagesLost(from: ParticipantID, count: Int)
    /// The newest value of (sender, channel, key); forget it after `timeToLive`.
    case ephemeral(
        from: ParticipantID, channel: UInt8, key: UInt32, timeToLive: Interval, body: [UInt8])
    case link(LinkState)
    /// Everything known to exist is here: what it took since the first sign of missing entries.
    case caughtUp(entries: Int, bytes: Int, elapsed: Interval)
    /// The session's activity has another value, set by this participant.
    case activityChanged(SessionID, payload: [UInt8], by: ParticipantID)
    /// Attachments of a session were added or removed.
    case attachmentsChanged(SessionID)
    /// What was to be loaded is here; nil: nobody gives it.
    case attachmentLoaded(BlobID, [UInt8]?)
    /// Somebody ended the session for all.
    case ended(SessionID, by: ParticipantID)
    case notice(Notice)
}

/// What a person should be told once.
package enum Notice: Hashable, Sendable {
    /// Datagrams of another protocol version are about.
    case otherVersion(UInt8)
    /// Somebody in the room speaks a later version as well: what is new in it is kept, not shown.
    case laterVersion(UInt8)
    /// A datagram held a frame that must be understood and is not.
    case notUnderstood(kind: UInt8)
    /// The session holds four fifths of what it may.
    case sessionNearlyFull
    /// An earlier session of this participant holds ink that did not come along.
    case inkLeftBehind(SessionID)
}
