import Glibc
import Rooms

/// Why the program cannot go on, as one line for the person who started it.
enum ProgramError: Error, CustomStringConvertible {
    case system(String, errno: Int32)
    case room(GroupSessionError)
    case other(String)

    var description: String {
        switch self {
        case .system(let what, let number): "\(what): \(String(cString: strerror(number)))"
        case .room(let error): Self.describe(error)
        case .other(let text): text
        }
    }

    private static func describe(_ error: GroupSessionError) -> String {
        switch error {
        case .portTaken(let port):
            "another program holds UDP port \(port); end it, or draw with --solo"
        case .notAnAddress(let text):
            "'\(text)' is no numeric address: write --peer=10.0.0.2 or --peer=10.0.0.2:18763"
        case .systemRefused(let number):
            "cannot use the network (\(String(cString: strerror(number)))); --solo draws without"
        case .tooLarge(let actual, let limit): "\(actual) bytes are over the limit of \(limit)"
        case .sessionFull: "the canvas is full: open a new one"
        case .tooManyRequests: "too much at once: wait a moment and try again"
        case .tooManyRecipients(let limit): "a message may name at most \(limit) people"
        case .notJoined, .left, .ended, .superseded, .otherActivity, .notEncodable, .notDecodable,
            .attachmentUnavailable:
            "the session is over (\(error))"
        }
    }
}
