/// One participant of one room, without sockets, clock or randomness of its own.
///
/// Datagrams, commands and time go in; datagrams, events and the next deadline come out. After
/// each call of a mutating method call `nextOutput()` until it returns nil, then wait until
/// `deadline` or the next datagram. The same inputs give the same outputs.
package struct Node {
    package let id: ParticipantID
    private var outputs: [Output] = []

    /// A node that has not yet said anything.
    ///
    /// - Parameters:
    ///   - id: random, and never used before.
    ///   - room: the room's name; its id is hashed from it.
    ///   - seed: what all of the node's randomness grows from.
    ///   - wallClock: milliseconds since 1970, only shown to people.
    package init(
        id: ParticipantID, profile: Profile, room: String, activity: Activity, seed: UInt64,
        configuration: Configuration = Configuration(), wallClock: UInt64, at now: Instant
    ) { self.id = id }

    /// The next thing to do, oldest first; nil when there is nothing.
    package mutating func nextOutput() -> Output? { nil }

    /// When `advance(to:)` wants to be called, whatever else happens.
    package var deadline: Instant? { nil }

    /// Enters the room: asks who is there, and is in a session of its own until an answer comes.
    package mutating func start(at now: Instant) {}

    /// Takes a datagram as it came from the network: any bytes at all.
    package mutating func receive(_ datagram: [UInt8], from source: PeerAddress, at now: Instant) {}

    /// Lets time pass: does what fell due.
    package mutating func advance(to now: Instant) {}

    /// The machine slept, or this process was not run for long: nobody is dead, ask anew.
    package mutating func wake(at now: Instant) {}

    /// Appends an entry to the node's log of the current session; its index is returned, and an
    /// `entry` event follows.
    package mutating func append(_ body: [UInt8], channel: UInt8, at now: Instant)
        throws(SessionError) -> UInt32
    { 0 }

    /// Sends a reliable message, first in, first out, to those who are there now.
    ///
    /// - Parameter recipients: nil is everybody.
    package mutating func send(
        _ body: [UInt8], channel: UInt8, to recipients: [ParticipantID]?, at now: Instant
    ) throws(SessionError) {}

    /// Sets the newest value of (channel, key), sent without a guarantee.
    package mutating func setEphemeral(
        _ body: [UInt8], channel: UInt8, key: UInt32, timeToLive: Interval, at now: Instant
    ) throws(SessionError) {}

    /// Opens a successor of `session`; does nothing if the node has left that session already.
    package mutating func rotate(from session: SessionID, to activity: Activity, at now: Instant) {}

    /// Ends the session for all.
    package mutating func end(at now: Instant) {}

    /// Says good-bye; the node says nothing afterwards.
    package mutating func leave(at now: Instant) {}

    /// Changes what the node shows of itself.
    package mutating func setProfile(_ profile: Profile, at now: Instant) {}

    // MARK: - What a node knows

    package var session: SessionDescription { fatalError() }
    /// Those in my session, without myself.
    package var participants: [(id: ParticipantID, profile: Profile)] { [] }
    /// Entries held of the current session, the library's own included.
    package var entryCount: Int { 0 }
    /// Order-free hash of (origin, index, content) of all entries of the current session.
    package var logDigest: UInt64 { 0 }
    /// All known entries held, and no repair under way.
    package var isComplete: Bool { true }
    package var statistics: Statistics { Statistics() }

    /// Entries of a session in no particular order, those of the library included.
    package func entries(of session: SessionID) -> [LogEntry] { [] }
}

/// What went wrong with a request of the application's.
package enum SessionError: Error, Hashable, Sendable {
    /// The body is longer than the limit; both are bytes.
    case tooLarge(actual: Int, limit: Int)
    /// The session holds as much as it may: open a new one.
    case sessionFull
    /// The node has left, or its session was ended.
    case notInSession
}

/// Counters since the node's start.
package struct Statistics: Hashable, Sendable {
    package var datagramsSent = 0
    package var datagramsReceived = 0
    package var datagramsDropped = 0
    package var bytesReceived = 0
    package var nacksSent = 0
    package var repairsSent = 0
}

/// Limits and times of a node; PROTOCOL.md says where each comes from.
package struct Configuration: Sendable {
    package init() {}
}
