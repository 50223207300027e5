import Glibc

/// A process that reads lines and answers each with one; it ends when nobody speaks to it.
final class Child {
    let identifier: pid_t
    private let input: Int32
    private let output: Int32
    private var heard: [UInt8] = []

    init(_ command: [String]) throws {
        let (down, up) = (try Pipe(), try Pipe())
        (input, output) = (down.writing, up.reading)
        defer { for end in [down.reading, up.writing] { close(end) } }
        identifier = try Spawn.start(
            ["/usr/bin/env"] + command, input: down.reading, output: up.writing)
    }

    deinit {
        close(input)
        close(output)
        let end = Stopwatch.now + 3000
        var status: Int32 = 0
        while waitpid(identifier, &status, WNOHANG) == 0 {
            if Stopwatch.now > end { kill(identifier, SIGKILL) }
            poll(nil, 0, 5)
        }
    }

    func tell(_ words: Any...) {
        let line = Array((words.map { "\($0)" }.joined(separator: " ") + "\n").utf8)
        _ = line.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    }

    /// The words of its next line.
    func hear(within seconds: Double = 30) throws -> [Substring] {
        let end = Stopwatch.now + seconds * 1000
        while true {
            if let end = heard.firstIndex(of: 10) {
                defer { heard.removeFirst(end + 1) }
                return String(decoding: heard[..<end], as: UTF8.self).split(separator: " ")
            }
            var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let left = Int32(max(end - Stopwatch.now, 0))
            guard poll(&entry, 1, left) > 0 else {
                throw Failure(description: "a process of the network does not answer")
            }
            let part = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                count = max(read(output, buffer.baseAddress, 1 << 16), 0)
            }
            guard !part.isEmpty else {
                throw Failure(description: "a process of the network has ended")
            }
            heard += part
        }
    }

    /// Tells it something, and waits for the answer.
    @discardableResult
    func ask(_ words: Any..., within seconds: Double = 30) throws -> [Substring] {
        tell(words.map { "\($0)" }.joined(separator: " "))
        return try hear(within: seconds)
    }
}
