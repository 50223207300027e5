/// Something that must always hold, and did not.
package struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
    package var rule: Invariant
    /// Microseconds since the run's beginning.
    package var time: Int64
    package var detail: String

    package var description: String {
        "\(rule.rawValue) at \(time / 1000) ms: \(detail)"
    }
}

/// What the checkers demand of every run.
package enum Invariant: String, CaseIterable, Sendable {
    /// All live participants of a room end up in one session.
    case oneSession
    /// They hold the same entries of it, and of each earlier session that they keep.
    case equalEntries
    case equalDigests
    case equalPictures
    /// Of several changes of the activity all take the same one.
    case equalActivities
    /// Every entry, message and profile is what its author wrote, byte for byte.
    case nothingInvented
    case nothingTwice
    /// What a node holds of a session does not become less while it keeps the session.
    case nothingForgotten
    /// An undo changes nothing unless it is of the action's own person.
    case ownUndo
    /// Who has company in a written session is moved by nobody who is alone; who is moved by a
    /// rotation, is moved to what somebody opened; and when all is settled nobody moves.
    case noStrayMove
    /// What is kept, and what one datagram makes a node ask of memory, is bounded.
    case boundedMemory
    /// Where little is lost, little is asked for and repaired.
    case cheapRepair
    /// What a live participant held when the network healed, or wrote itself, is held by all.
    case nothingLost
    case messagesInOrder
    /// Of an ephemeral value nothing older follows something newer.
    case newestWins
    /// Each knows all the others that are there, and nobody else.
    case participantsKnown
    case departureReported
    /// A session that somebody ended is over for all.
    case ended
    /// What is said to somebody reachable arrives soon.
    case delivered
    /// When everybody is silent only heartbeats are sent.
    case quiet
    case withinBudget
    /// Time goes on: no node asks to be called again and again at one moment.
    case progress
    /// The same seed gives the same run.
    case deterministic
}
