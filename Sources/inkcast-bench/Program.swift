import CPlatform
import Glibc

/// The real program, either full-screen in a pseudo-terminal or as `inkcast pipe`; we are the
/// terminal, or the script.
final class Program {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let identifier: pid_t
    let startedAt: Double
    /// Where its output is read and its input is written.
    private let output: Int32
    private let input: Int32
    private(set) var bytes: [UInt8] = []
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
        defer { close(device) }
        startedAt = Stopwatch.now
        identifier = try Self.start(
            ["join", room, "--name", name, "--no-save"], input: device, output: device)
    }

    /// An `inkcast pipe`.
    init(pipe room: String, name: String) throws {
        var (down, up): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard Glibc.pipe(&down) == 0, Glibc.pipe(&up) == 0 else {
            throw Failure(description: "no pipe")
        }
        for end in down + up { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (output, input) = (up[0], down[1])
        defer { for end in [down[0], up[1]] { close(end) } }
        startedAt = Stopwatch.now
        identifier = try Self.start(
            ["pipe", room, "--name", name, "--no-save"], input: down[0], output: up[1])
    }

    private static func start(
        _ arguments: [String], input: Int32, output: Int32
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        let settings = ["TERM=xterm-256color", "LANG=C.UTF-8", "HOME=/nonexistent", "PATH=/bin"]
        var words = ([path] + arguments).map { strdup($0) }
        var environment = settings.map { strdup($0) }
        words.append(nil)
        environment.append(nil)
        defer { for word in words + environment { free(word) } }
        var identifier: pid_t = 0
        guard posix_spawn(&identifier, path, &actions, nil, words, environment) == 0 else {
            throw Failure(description: "cannot start \(path); run `make bench`")
        }
        return identifier
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

    /// Reads what comes first within some milliseconds, appended to `bytes`; false for nothing.
    func read(within milliseconds: Double) -> Bool {
        var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(max(milliseconds, 0).rounded(.up))) > 0 else { return false }
        let room = 1 << 16
        let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = max(Glibc.read(output, buffer.baseAddress, room), 0)
        }
        guard !part.isEmpty else { return false }
        lastReadAt = Stopwatch.now
        bytes += part
        return true
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

    // MARK: - What the system knows of it

    /// A number of one of its files in /proc, added up over its threads.
    private func sum(_ file: String, _ number: (Substring) -> Double?) -> Double {
        guard let folder = opendir("/proc/\(identifier)/task") else { return 0 }
        defer { closedir(folder) }
        var sum = 0.0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard Int32(name) != nil else { continue }
            let lines = Self.lines("/proc/\(identifier)/task/\(name)/\(file)")
            sum += lines.lazy.compactMap(number).first ?? 0
        }
        return sum
    }

    private static func lines(_ path: String) -> [Substring] {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
            count = max(Glibc.read(descriptor, buffer.baseAddress, 1 << 14), 0)
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    private static func field(_ name: String) -> (Substring) -> Double? {
        { line in
            let words = line.split { $0 == " " || $0 == "\t" }
            return words.first == name[...] && words.count > 1 ? Double(words[1]) : nil
        }
    }

    /// Milliseconds on a processor so far.
    var processorTime: Double {
        sum("schedstat") { $0.split(separator: " ").first.flatMap { Double($0) } } / 1e6
    }

    /// How often a thread of it has waited so far.
    var wakeUps: Double { sum("status", Self.field("voluntary_ctxt_switches:")) }

    /// Megabytes in memory.
    var residentMegabytes: Double {
        let lines = Self.lines("/proc/\(identifier)/status")
        return (lines.lazy.compactMap(Self.field("VmRSS:")).first ?? 0) / 1024
    }
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
