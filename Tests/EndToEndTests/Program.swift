import Foundation
import Glibc
import Testing

/// A process of the system's, started without Foundation, whose way of waiting also waits for the
/// daemons that a process leaves behind.
final class Program {
    let identifier: pid_t
    private var status: Int32?
    /// What the program reads.
    private let input: Int32
    /// What the program prints, as a file.
    let output: URL

    /// Starts a command; what it prints goes to a file, what `say` says is what it reads.
    init(_ arguments: [String], environment: [String: String], output: URL) throws {
        self.output = output
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        input = ends[1]
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let path = output.path(percentEncoded: false)
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, path + ".errors", O_WRONLY | O_CREAT, 0o600)
        var words = (["/usr/bin/env"] + arguments).map { strdup($0) }
        var settings = environment.sorted { $0.key < $1.key }.map { strdup("\($0)=\($1)") }
        words.append(nil)
        settings.append(nil)
        defer { for word in words + settings { free(word) } }
        // The test's threads hold signals back; a tmux that did so too would never end.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var identifier: pid_t = 0
        let error = posix_spawn(
            &identifier, "/usr/bin/env", &actions, &attributes, words, settings)
        try #require(error == 0, "cannot start \(arguments)")
        self.identifier = identifier
    }

    deinit {
        close(input)
        guard isRunning else { return }
        Glibc.kill(identifier, SIGKILL)
        waitUntilExit()
    }

    var isRunning: Bool {
        guard status == nil else { return false }
        var status: Int32 = 0
        if waitpid(identifier, &status, WNOHANG) == identifier { self.status = status }
        return self.status == nil
    }

    /// The exit status; negative for the signal that ended it.
    @discardableResult
    func waitUntilExit() -> Int32 {
        if status == nil {
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            self.status = status
        }
        let status = self.status ?? 0
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    }

    /// Ends what the program reads.
    func endInput() {
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(nothing, input)
        _ = fcntl(input, F_SETFD, FD_CLOEXEC)
        close(nothing)
    }

    /// What it has printed so far.
    var printed: String {
        (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    }
}
