import CPlatform
import CursesTerminal
import Glibc
import Testing

/// The far end of a terminal under test: what it was sent, and what is typed on it.
final class FakeTerminal {
    /// Our end.
    let descriptor: Int32
    /// The device as the program sees it, for looking at its settings.
    let device: Int32

    /// A real pseudo-terminal.
    static func pseudo(columns: Int, rows: Int) throws -> FakeTerminal {
        var device: Int32 = -1
        let descriptor = inkcast_pty_open(Int32(rows), Int32(columns), &device)
        try #require(descriptor >= 0)
        return FakeTerminal(descriptor, device)
    }

    /// A socket that tells one write from the next.
    static func packets() throws -> FakeTerminal {
        var ends: [Int32] = [-1, -1]
        try #require(
            socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        return FakeTerminal(ends[0], ends[1])
    }

    private init(_ descriptor: Int32, _ device: Int32) {
        self.descriptor = descriptor
        self.device = device
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        Glibc.close(descriptor)
        Glibc.close(device)
    }

    /// A program's terminal on this device.
    func open(
        _ type: String?, encoding: TextEncoding = .utf8,
        _ change: (inout TerminalConfiguration) -> Void = { _ in }
    ) throws(TerminalError) -> Terminal {
        setlocale(LC_CTYPE, encoding == .utf8 ? "C.UTF-8" : "C")
        var configuration = TerminalConfiguration(type: type, encoding: encoding)
        configuration.farewellMilliseconds = 0
        change(&configuration)
        return try Terminal(TerminalDevice(adopting: dup(device)), configuration)
    }

    /// What has been sent: one read's worth, a whole write on a packet socket.
    func readOnce() -> String? {
        let bytes = take(upTo: 1 << 20)
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// So many bytes at most of what has been sent, by one read.
    func take(upTo count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
            taken = max(Glibc.read(descriptor, buffer.baseAddress, count), 0)
        }
    }

    /// All that has been sent.
    func readAll() -> String {
        var text = ""
        while let more = readOnce() { text += more }
        return text
    }

    func type(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(device, UInt(TIOCSWINSZ), &size)
    }

    /// The line settings, as one comparable value.
    var settings: String {
        var now = termios()
        tcgetattr(device, &now)
        return withUnsafeBytes(of: &now) { Array($0).description }
    }
}
