import Glibc

/// Why sockets could not be opened.
package enum SocketError: Error, Hashable, Sendable {
    /// Another program holds the port without sharing it: end it.
    case portTaken(UInt16)
    /// The system refused a socket; `errno` says why.
    case unavailable(errno: Int32)

    static func current(port: UInt16) -> SocketError {
        errno == EADDRINUSE ? .portTaken(port) : .unavailable(errno: errno)
    }
}
