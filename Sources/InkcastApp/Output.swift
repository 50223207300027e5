import Glibc

/// Standard output, unbuffered.
enum Output {
    /// Writes all of it; false where nobody reads any more.
    @discardableResult
    static func write(_ text: String) -> Bool {
        write(Array(text.utf8))
    }

    @discardableResult
    static func write(_ bytes: [UInt8]) -> Bool {
        var start = 0
        while start < bytes.count {
            let written = bytes[start...].withUnsafeBytes {
                Glibc.write(1, $0.baseAddress, $0.count)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            start += written
        }
        return true
    }
}
