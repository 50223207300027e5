import Glibc

/// Why a figure cannot be had.
struct Failure: Error, CustomStringConvertible {
    var description: String
}

/// Without what is needed no figure means anything.
func require(_ isMet: Bool, _ failure: @autoclosure () -> String) throws {
    guard isMet else { throw Failure(description: failure()) }
}

/// Starting other programs.
enum Spawn {
    static let settings = [
        "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=/nonexistent",
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
    ]

    /// Starts a command, by its path.
    static func start(_ command: [String], input: Int32, output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var words = command.map { strdup($0) }
        var environment = settings.map { strdup($0) }
        words.append(nil)
        environment.append(nil)
        defer { for word in words + environment { free(word) } }
        var identifier: pid_t = 0
        guard posix_spawn(&identifier, command[0], &actions, nil, words, environment) == 0 else {
            throw Failure(description: "cannot start \(command[0]); run `make bench`")
        }
        return identifier
    }

    /// The program of this very process.
    static var ownPath: String {
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) { buffer in
                guard let start = buffer.baseAddress else { return 0 }
                return max(readlink("/proc/self/exe", start, buffer.count), 0)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A pipe whose ends no other program inherits by accident.
struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }
}
