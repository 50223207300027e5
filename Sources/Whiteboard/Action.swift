package import InkCanvas
package import TerminalUI

/// A time in milliseconds since the program's start, or a span of them.
package typealias Milliseconds = Int64

/// What happened: everything the whiteboard ever hears.
package enum Action: Hashable, Sendable {
    case terminal(TerminalEvent)
    /// From now on this is the canvas; `generation` counts the canvases before it.
    case sessionEntered(SessionKey, generation: UInt32, SessionCause)
    /// An entry of a session's log, one's own included, in any order.
    case entry(SessionKey, EntryID, [UInt8])
    /// The person behind a log, also of somebody who has left.
    case author(SessionKey, AuthorID, Person)
    case participantJoined(AuthorID, Person)
    case participantChanged(AuthorID, Person)
    case participantLeft(AuthorID, Departure)
    /// The newest value of a participant's key, sent without a guarantee.
    case ephemeral(from: AuthorID, key: UInt32, body: [UInt8])
    case link(Link)
    /// Whether the canvas is being kept on disk.
    case storage(isSaved: Bool)
    /// Something a person should be told once.
    case notice(String)
    /// We are in another room, under another id.
    case moved(AuthorID, room: String, Settings.Exposure)
    /// Back from Ctrl-Z.
    case resumed
    /// The program ends, whatever the person is doing: what they did is kept.
    case leaving
    /// Time has reached `deadline`.
    case tick
}

/// Why there is another canvas than before.
package enum SessionCause: Hashable, Sendable {
    case founded
    /// A live session was found at the start.
    case adopted
    /// Somebody opened a new canvas; nil where nobody can be named.
    case rotated(by: AuthorID?)
    /// Two companies met, and ours was the one to yield.
    case yielded
}

package enum Departure: Hashable, Sendable { case left, lost }

/// How this participant stands to the others.
package enum Link: Hashable, Sendable {
    case alone
    case connected
    /// Others hold more; both counts are entries.
    case catchingUp(held: Int, known: Int)
    case offline
}
