import Glibc

/// Cuts a stream of bytes into lines.
struct LineBuffer {
    enum Line {
        case text([UInt8])
        /// Longer than `lineBytesMax`, and dropped.
        case tooLong
    }

    static let lineBytesMax = 1 << 20

    private(set) var isAtEnd = false
    private var bytes: [UInt8] = []
    private var scanned = 0
    private var isSkipping = false

    /// Reads what is there, once.
    mutating func read(from descriptor: Int32) {
        var part = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &part, part.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else {
            isAtEnd = true
            return
        }
        bytes += part[..<count]
    }

    /// The next whole line; at the end also what stands without a line's end.
    mutating func nextLine() -> Line? {
        guard let end = bytes[scanned...].firstIndex(of: 0x0A) else {
            scanned = bytes.count
            if bytes.count > Self.lineBytesMax {
                take(bytes.count)
                isSkipping = true
            }
            guard isAtEnd, !bytes.isEmpty || isSkipping else { return nil }
            return finish(take(bytes.count))
        }
        var line = take(end + 1)
        line.removeLast()
        return finish(line)
    }

    private mutating func finish(_ line: [UInt8]) -> Line {
        defer { isSkipping = false }
        return isSkipping || line.count > Self.lineBytesMax ? .tooLong : .text(line)
    }

    @discardableResult
    private mutating func take(_ count: Int) -> [UInt8] {
        defer {
            bytes.removeFirst(count)
            scanned = 0
        }
        return Array(bytes[..<count])
    }
}
