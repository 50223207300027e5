import Glibc

/// A pipe by which one thread wakes another out of `poll`.
package final class WakePipe: Sendable {
    private let reading: FileDescriptor
    private let writing: FileDescriptor

    package init() throws(SocketError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .unavailable(errno: errno) }
        reading = FileDescriptor(owning: ends[0])
        writing = FileDescriptor(owning: ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    /// What the woken thread polls for reading.
    package var descriptor: Int32 { reading.rawValue }

    /// Wakes whoever polls; safe from any thread, never blocks.
    package func wake() {
        var byte: UInt8 = 1
        _ = write(writing.rawValue, &byte, 1)
    }

    /// Takes back all wake-ups so far.
    package func drain() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while read(reading.rawValue, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }
}
