public import FoundationEssentials
import MulticastSocket
import SessionCore

/// Why a request was refused, or why a session is over.
public enum GroupSessionError: Error, Hashable, Sendable {
    /// The session was not joined yet: call `join()` first.
    case notJoined
    /// This participant has left: activate again.
    case left
    /// Somebody ended the session for all: activate again.
    case ended
    /// The room has moved on: `sessions()` has delivered the session with this id.
    case superseded(by: UUID)
    /// The content is longer than it may be, both in bytes: split it, or send a reference.
    case tooLarge(actual: Int, limit: Int)
    /// The session holds as much as it may: open a new one.
    case sessionFull
    /// More was asked for than could be done yet: wait a moment, and try again.
    case tooManyRequests
    /// A message names more participants than it may: send it to all.
    case tooManyRecipients(limit: Int)
    /// The runtime serves another activity type: give this one a `Runtime` of its own.
    case otherActivity(running: String)
    /// The value has no encoded form.
    case notEncodable(type: String)
    /// The bytes are no value of this type.
    case notDecodable(type: String)
    /// Nobody who is here has the attachment: try again when its author is back.
    case attachmentUnavailable
    /// Another program holds the UDP port without sharing it: end that program.
    case portTaken(UInt16)
    /// This is no numeric address: write `10.0.0.2` or `10.0.0.2:18763`.
    case notAnAddress(String)
    /// The system refused sockets, pipes or a thread; `errno` says why.
    case systemRefused(errno: Int32)
}

extension GroupSessionError {
    init(_ error: SocketError) {
        self =
            switch error {
            case .portTaken(let port): .portTaken(port)
            case .unavailable(let errno): .systemRefused(errno: errno)
            }
    }

    init(_ error: SessionError) {
        self =
            switch error {
            case .tooLarge(let actual, let limit): .tooLarge(actual: actual, limit: limit)
            case .sessionFull: .sessionFull
            case .notInSession: .left
            case .congested: .tooManyRequests
            case .tooManyRecipients(let limit): .tooManyRecipients(limit: limit)
            }
    }
}
