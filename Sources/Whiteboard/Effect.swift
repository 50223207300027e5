/// What the whiteboard wants done, as data.
package enum Effect: Hashable, Sendable {
    /// Appends an entry to one's log of that session, and of no other: if the session is over,
    /// the entry is dropped. It comes back as `Action.entry`.
    case append([UInt8], to: SessionKey)
    /// Sends the newest value of a key, without a guarantee.
    case ephemeral(key: UInt32, body: [UInt8], timeToLive: Milliseconds)
    /// Opens a new canvas, unless that session is over already.
    case newCanvas(from: SessionKey)
    /// Keeps what the person has chosen.
    case keep(Preferences)
    /// Tells others of a name and a colour.
    case introduce(Person)
    /// Gives a text to the terminal's clipboard, and keeps it in a file.
    case copy(String)
    /// Goes from the canvas that nobody else sees to a room of the network.
    case share(room: String)
    case redraw
    case suspend
    case quit
}
