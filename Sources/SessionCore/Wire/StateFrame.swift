/// The heartbeat of a participant in a session.
package struct StateFrame: Hashable, Sendable {
    /// The sender's clock, to be echoed; microseconds modulo 2^32.
    package var sendTime: UInt32
    package var founding: SessionID
    /// Shown to people; decides nothing.
    package var generation: UInt32
    /// Who opened the session, 0 for a chain's first; of racers the one with the lowest id.
    package var opener: ParticipantID
    package var flags: Flags
    /// Participants the sender counts in the session, itself included.
    package var people: UInt32
    /// Order-free hash of all entries held.
    package var digest: UInt64
    package var entries: UInt32
    /// Datagrams the sender has multicast so far: losses are measured against it.
    package var multicasts: UInt32
    package var echoes: [Echo]
    /// The digest of one earlier session, in turn, so that late ink there is noticed.
    package var earlier: Earlier?
    package var activity: Activity
    /// In every second heartbeat: the room's name, for those who look for rooms.
    package var roomName: String?

    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Somebody has written into the session.
        package static let written = Flags(rawValue: 1)
        /// Opened from disk, and nobody else has been heard in it since.
        package static let reopened = Flags(rawValue: 2)
    }

    /// When I heard somebody, on their clock, and how long ago; and whether I know what they told
    /// newcomers.
    package struct Echo: Hashable, Sendable {
        package var participant: ParticipantID
        package var sendTime: UInt32
        /// Microseconds, below 2^31.
        package var hold: UInt32
        /// Their welcome has come, in the session of this heartbeat.
        package var isWelcomed: Bool

        package init(
            participant: ParticipantID, sendTime: UInt32, hold: UInt32, isWelcomed: Bool
        ) {
            self.participant = participant
            self.sendTime = sendTime
            self.hold = min(hold, .max >> 1)
            self.isWelcomed = isWelcomed
        }
    }

    package struct Earlier: Hashable, Sendable {
        package var session: SessionID
        package var digest: UInt64

        package init(session: SessionID, digest: UInt64) {
            self.session = session
            self.digest = digest
        }
    }

    package init(
        sendTime: UInt32, founding: SessionID, generation: UInt32, opener: ParticipantID,
        flags: Flags, people: UInt32,
        digest: UInt64, entries: UInt32, multicasts: UInt32, echoes: [Echo], earlier: Earlier?,
        activity: Activity, roomName: String?
    ) {
        self.sendTime = sendTime
        self.founding = founding
        self.generation = generation
        self.opener = opener
        self.flags = flags
        self.people = people
        self.digest = digest
        self.entries = entries
        self.multicasts = multicasts
        self.echoes = echoes
        self.earlier = earlier
        self.activity = activity
        self.roomName = roomName
    }
}
