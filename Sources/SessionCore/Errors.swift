/// What went wrong with a request of the application's.
package enum SessionError: Error, Hashable, Sendable {
    /// The body is longer than the limit; both are bytes.
    case tooLarge(actual: Int, limit: Int)
    /// The session holds as much as it may: open a new one.
    case sessionFull
    /// The node has left, or its session was ended.
    case notInSession
}
