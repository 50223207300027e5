import CPlatform
import Glibc

/// A terminal's device, opened for us alone, so that not waiting for it changes nothing for the
/// shell, which shares the standard streams with us.
package struct TerminalDevice: ~Copyable {
    /// What one call of `read` takes at most: little enough to be dealt with within a frame or two.
    private static let readBytesMax = 4096

    let descriptor: Int32
    /// The flags to put back, where the device could not be opened anew.
    private let sharedFlags: Int32?

    /// The terminal behind standard input and output.
    package static func standard() throws(TerminalError) -> TerminalDevice {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        // After `su` the device belongs to somebody else, but /dev/tty opens all the same.
        for path in ["/proc/self/fd/1", "/dev/tty"] {
            let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
            if descriptor >= 0 { return TerminalDevice(descriptor, sharedFlags: nil) }
        }
        let flags = fcntl(STDOUT_FILENO, F_GETFL)
        let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw .unavailable(errno) }
        return TerminalDevice(descriptor, sharedFlags: flags)
    }

    /// Takes over a descriptor that nobody else uses: a terminal, or something that stands for one.
    package init(adopting descriptor: Int32) {
        self.init(descriptor, sharedFlags: nil)
    }

    private init(_ descriptor: Int32, sharedFlags: Int32?) {
        self.descriptor = descriptor
        self.sharedFlags = sharedFlags
        makeNonBlocking()
    }

    deinit {
        giveBackFlags()
        close(descriptor)
    }

    func makeNonBlocking() {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    func giveBackFlags() {
        if let sharedFlags { _ = fcntl(descriptor, F_SETFL, sharedFlags) }
    }

    // MARK: Settings

    /// The line settings; nil if the device is no terminal.
    var settings: termios? {
        var settings = termios()
        return tcgetattr(descriptor, &settings) == 0 ? settings : nil
    }

    func apply(_ settings: termios) {
        var settings = settings
        tcsetattr(descriptor, TCSANOW, &settings)
    }

    var size: (columns: Int, rows: Int)? {
        var (rows, columns): (Int32, Int32) = (0, 0)
        guard inkcast_terminal_size(descriptor, &rows, &columns) else { return nil }
        return (Int(columns), Int(rows))
    }

    /// Whether the shell has put us in front; true too where there is no shell.
    var isForeground: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    // MARK: Bytes

    /// What a transfer without waiting came to.
    enum Transfer {
        case moved(Int)
        /// Not now.
        case blocked
        /// The terminal is gone.
        case ended
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
        guard !bytes.isEmpty else { return .moved(0) }
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        return transfer(count)
    }

    /// What has been typed, appended.
    func read(into bytes: inout [UInt8]) -> Transfer {
        var chunk = [UInt8](repeating: 0, count: Self.readBytesMax)
        let result = transfer(Glibc.read(descriptor, &chunk, chunk.count))
        guard case .moved(let count) = result else { return result }
        bytes += chunk[..<count]
        return count > 0 ? result : .ended
    }

    /// Waits until the device is ready, or the time is over.
    func wait(for readiness: Int32, milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(readiness), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    /// Writes all of it unless the terminal takes nothing for a second.
    func writeAll(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch write(rest) {
            case .moved(let count): rest = rest.dropFirst(count)
            case .blocked:
                guard wait(for: POLLOUT, milliseconds: 1000) else { return }
            case .ended: return
            }
        }
    }

    private func transfer(_ count: Int) -> Transfer {
        if count >= 0 { return .moved(count) }
        return errno == EAGAIN || errno == EINTR ? .blocked : .ended
    }
}
