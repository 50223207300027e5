/// Why a node refuses a command.
package enum SessionError: Error, Hashable, Sendable {
    /// The body is longer than the limit; both are bytes.
    case tooLarge(actual: Int, limit: Int)
    /// The session holds as much as it may: open a new one.
    case sessionFull
    /// The node has left, or its session was ended.
    case notInSession
    /// More messages than can be held for those who may still ask for them: try again soon.
    case congested
    /// A message is for more participants than a room shows; send it to all.
    case tooManyRecipients(limit: Int)
}
