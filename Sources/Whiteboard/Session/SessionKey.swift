/// A session as the whiteboard knows it: the token of whoever runs it, equal on every peer.
package struct SessionKey: Hashable, Sendable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Enough of the key to tell a session from the one before.
    var tag: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
}
