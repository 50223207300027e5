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
}
