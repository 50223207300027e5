import CPlatform
import Glibc

/// An open file that is closed when its owner goes.
package struct FileDescriptor: ~Copyable, Sendable {
    package let rawValue: Int32

    /// Takes over an open descriptor.
    package init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        close(rawValue)
    }

    /// Sets an integer option; false where the kernel refuses it.
    @discardableResult
    func setOption(_ level: Int, _ name: Int32, _ value: Int32) -> Bool {
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        return setsockopt(rawValue, Int32(level), name, &value, size) == 0
    }

    /// Drops arriving datagrams that hold these eight bytes, the first the most significant, at
    /// an offset, and those that end before.
    func ignore(_ mark: UInt64, at offset: Int) {
        let udpHeaderBytes = 8
        let (high, low) = (UInt32(mark >> 32), UInt32(truncatingIfNeeded: mark))
        let start = UInt32(udpHeaderBytes + offset)
        let (load, jumpIfEqual, give) = (UInt16(0x20), UInt16(0x15), UInt16(0x06))
        var steps = [
            sock_filter(code: load, jt: 0, jf: 0, k: start),
            sock_filter(code: jumpIfEqual, jt: 0, jf: 2, k: high),
            sock_filter(code: load, jt: 0, jf: 0, k: start + 4),
            sock_filter(code: jumpIfEqual, jt: 1, jf: 0, k: low),
            sock_filter(code: give, jt: 0, jf: 0, k: .max),
            sock_filter(code: give, jt: 0, jf: 0, k: 0),
        ]
        let count = UInt16(steps.count)
        steps.withUnsafeMutableBufferPointer { steps in
            var program = sock_fprog(len: count, filter: steps.baseAddress)
            let size = socklen_t(MemoryLayout<sock_fprog>.size)
            _ = setsockopt(rawValue, SOL_SOCKET, SO_ATTACH_FILTER, &program, size)
        }
    }
}
