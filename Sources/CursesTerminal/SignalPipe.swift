import CPlatform
import Glibc

/// What the system and the shell tell the program, as something a `poll` loop can wait for.
///
/// Make one before the first thread; there is one in a process. It ignores SIGPIPE too.
package struct SignalPipe: ~Copyable {
    package enum Signal: Sendable {
        /// The terminal has another size: `Terminal.resize()`.
        case resized
        /// Somebody wants the program to end.
        case terminated, interrupted
        /// The terminal is gone.
        case hungUp
        /// Somebody wants the program to stop: `Terminal.suspend(wholeGroup: false)`.
        case stopRequested
        /// The program goes on, perhaps in the background: `Terminal.resume()`.
        case continued
    }

    /// Readable when there is a signal.
    package let descriptor: Int32

    package init() throws(TerminalError) {
        descriptor = inkcast_signals_open()
        guard descriptor >= 0 else { throw .unavailable(errno) }
    }

    deinit {
        inkcast_signals_close()
    }

    /// The signals since the last call, each kind once, in the order they are best handled in.
    package func read() -> [Signal] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        let numbers = bytes[..<max(count, 0)].map(Int32.init)
        let order: [(Int32, Signal)] = [
            (SIGHUP, .hungUp), (SIGTERM, .terminated), (SIGINT, .interrupted),
            (SIGTSTP, .stopRequested), (SIGCONT, .continued), (SIGWINCH, .resized),
        ]
        return order.filter { numbers.contains($0.0) }.map(\.1)
    }
}
