import CPlatform
import Glibc
import TerminalEmulation
import TerminalUI

/// The real program, either full-screen in a pseudo-terminal or as `inkcast pipe`; we are the
/// terminal, or the script.
final class Program {
    let identifier: pid_t
    let startedAt: Double
    /// Where its output is read and its input is written.
    private let output: Int32
    private let input: Int32
    private(set) var bytes: [UInt8] = []
    /// What its terminal shows; blank of an `inkcast pipe`.
    private(set) var picture: Emulator
    /// When bytes last came.
    private(set) var lastReadAt = 0.0

    private static let path =
        getenv("INKCAST_PROGRAM").map { String(cString: $0) } ?? ".build/release/inkcast"

    /// A full-screen program.
    init(room: String, name: String, columns: Int32 = 200, rows: Int32 = 50) throws {
        var device: Int32 = -1
        let controller = inkcast_pty_open(rows, columns, &device)
        guard controller >= 0 else { throw Failure(description: "no pseudo-terminal") }
        (output, input) = (controller, controller)
        setlocale(LC_CTYPE, "C.UTF-8")
        picture = Emulator(columns: Int(columns), rows: Int(rows)) {
            Int(inkcast_columns($0.value))
        }
        defer { close(device) }
        startedAt = Stopwatch.now
        identifier = try Self.start("join", room, name, input: device, output: device)
    }

    /// An `inkcast pipe`.
    init(pipe room: String, name: String) throws {
        let (down, up) = (try Pipe(), try Pipe())
        (output, input) = (up.reading, down.writing)
        picture = Emulator(columns: 0, rows: 0) { _ in 1 }
        defer { for end in [down.reading, up.writing] { close(end) } }
        startedAt = Stopwatch.now
        identifier = try Self.start("pipe", room, name, input: down.reading, output: up.writing)
    }

    private static func start(
        _ command: String, _ room: String, _ name: String, input: Int32, output: Int32
    ) throws -> pid_t {
        try Spawn.start(
            [path, command, room, "--name", name, "--no-save"], input: input, output: output)
    }

    deinit {
        kill(identifier, SIGTERM)
        // A terminal that answers what the program asks when it goes.
        let end = Stopwatch.now + 3000
        var status: Int32 = 0
        while waitpid(identifier, &status, WNOHANG) == 0 {
            if Stopwatch.now > end { kill(identifier, SIGKILL) }
            _ = read(within: 20)
            if bytes.suffix(64).contains("\u{1B}[5n") { write("\u{1B}[0n") }
        }
        if input != output { close(input) }
        close(output)
    }

    // MARK: - Talking to it

    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes much, reads meanwhile until a condition holds, and tells the longest silence.
    func write(_ text: String, until isMet: (Program) -> Bool) throws -> Double {
        let flags = fcntl(input, F_GETFL)
        _ = fcntl(input, F_SETFL, flags | O_NONBLOCK)
        defer { _ = fcntl(input, F_SETFL, flags) }
        var rest = Array(text.utf8)[...]
        var (silence, last) = (0.0, Stopwatch.now)
        while !isMet(self) {
            try require(Stopwatch.now < last + 5000, "nothing more comes")
            let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            rest = rest.dropFirst(max(count, 0))
            guard read(within: 1) else { continue }
            silence = max(silence, lastReadAt - last)
            last = lastReadAt
        }
        return silence
    }

    /// Reads what comes first within some milliseconds, appended to `bytes`; false for nothing.
    func read(within milliseconds: Double) -> Bool {
        var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(max(milliseconds, 0).rounded(.up))) > 0 else { return false }
        return take(upTo: 1 << 16) > 0
    }

    /// Takes so many bytes at most of those that have come; how many that were.
    func take(upTo count: Int) -> Int {
        var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard count > 0, poll(&entry, 1, 0) > 0 else { return 0 }
        let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
            taken = max(Glibc.read(output, buffer.baseAddress, count), 0)
        }
        guard !part.isEmpty else { return 0 }
        lastReadAt = Stopwatch.now
        bytes += part
        if picture.columns > 0 { picture.feed(part) }
        return part.count
    }

    /// Reads until nothing has come for so long, and drops it.
    func rest(_ milliseconds: Double = 500) {
        while read(within: milliseconds) {}
        bytes = []
    }

    /// Waits until one of them has something to read, for a millisecond at most.
    static func wait(for programs: [Program]) {
        var entries = programs.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
        poll(&entries, nfds_t(entries.count), 1)
    }

    /// Reads for so long, and drops it.
    func settle(_ milliseconds: Double) {
        let end = Stopwatch.now + milliseconds
        while Stopwatch.now < end { _ = read(within: end - Stopwatch.now) }
        bytes = []
    }

    func forget() {
        bytes = []
    }

    /// Reads until a condition holds; the time when it did.
    func wait(
        _ what: String, within milliseconds: Double = 20_000, until isMet: (Program) -> Bool
    ) throws -> Double {
        let end = Stopwatch.now + milliseconds
        while !isMet(self) {
            guard Stopwatch.now < end else {
                throw Failure(description: "waited in vain for \(what)")
            }
            _ = read(within: min(end - Stopwatch.now, 1000))
        }
        return lastReadAt
    }

    /// Whether what was read since `forget` shows ink.
    var hasInk: Bool { bytes.hasInk }

    func says(_ text: String) -> Bool { bytes.contains(text) }

    var view: ProcessView { ProcessView(identifier: identifier) }
}

extension Collection<UInt8> {
    func contains(_ text: String) -> Bool {
        firstRange(of: Array(text.utf8)) != nil
    }

    private func firstRange(of word: [UInt8]) -> Index? {
        guard let first = word.first else { return nil }
        var rest = self[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.prefix(word.count).elementsEqual(word) { return start }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Whether a braille character other than the blank is among the bytes.
    var hasInk: Bool {
        var before: (UInt8, UInt8) = (0, 0)
        for byte in self {
            if before.0 == 0xE2, 0xA0...0xA3 ~= before.1, byte & 0xC0 == 0x80,
                (before.1, byte) != (0xA0, 0x80)
            {
                return true
            }
            before = (before.1, byte)
        }
        return false
    }
}
