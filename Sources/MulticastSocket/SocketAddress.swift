import Glibc

/// A numeric address with its port, and the interface where the address alone is not enough.
package struct SocketAddress: Hashable, Sendable {
    enum Family: Hashable, Sendable, CaseIterable { case ipv4, ipv6 }

    let family: Family
    /// The address as a big number; an IPv4 address fills the lowest 32 bits.
    private let high: UInt64
    private let low: UInt64
    package let port: UInt16
    /// The interface's index, of link-local addresses only; otherwise 0.
    let scope: UInt32

    init(ipv4 address: UInt32, port: UInt16) {
        (family, high, low, self.port, scope) = (.ipv4, 0, UInt64(address), port, 0)
    }

    init(ipv6 high: UInt64, _ low: UInt64, port: UInt16, scope: UInt32 = 0) {
        let isLinkLocal = high >> 54 == 0xFE80 >> 6 || high >> 48 & 0xFF0F == 0xFF02
        (family, self.high, self.low, self.port) = (.ipv6, high, low, port)
        self.scope = isLinkLocal ? scope : 0
    }

    /// Reads what `recvmsg` stored; nil for another family or a short name.
    init?(socketName bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= SocketAddress.ipv4NameBytes else { return nil }
        let family = Int32(bytes.loadUnaligned(as: UInt16.self))
        let port = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        switch family {
        case AF_INET:
            let address = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
            self.init(ipv4: UInt32(bigEndian: address), port: port)
        case AF_INET6 where bytes.count >= SocketAddress.ipv6NameBytes:
            self.init(
                ipv6: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
                port: port,
                scope: bytes.loadUnaligned(fromByteOffset: 24, as: UInt32.self))
        default: return nil
        }
    }

    static let ipv4NameBytes = 16
    static let ipv6NameBytes = 28

    /// Writes the address as the kernel reads it; gives the number of bytes.
    func store(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
        switch family {
        case .ipv4:
            bytes.storeBytes(of: UInt16(AF_INET), as: UInt16.self)
            let address = UInt32(truncatingIfNeeded: low)
            bytes.storeBytes(of: address.bigEndian, toByteOffset: 4, as: UInt32.self)
            return SocketAddress.ipv4NameBytes
        case .ipv6:
            bytes.storeBytes(of: UInt16(AF_INET6), as: UInt16.self)
            bytes.storeBytes(of: high.bigEndian, toByteOffset: 8, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt64.self)
            bytes.storeBytes(of: scope, toByteOffset: 24, as: UInt32.self)
            return SocketAddress.ipv6NameBytes
        }
    }

    /// Lends the address in the kernel's form.
    func withSocketName<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(
            byteCount: SocketAddress.ipv6NameBytes, alignment: 8
        ) { bytes in
            let length = store(into: bytes)
            return bytes.withMemoryRebound(to: sockaddr.self) { name in
                guard let base = name.baseAddress else { preconditionFailure("an empty buffer") }
                return body(base, socklen_t(length))
            }
        }
    }

    /// Whether both are one host's address, whatever the ports.
    func isSameHost(as other: SocketAddress) -> Bool {
        family == other.family && high == other.high && low == other.low && scope == other.scope
    }

    /// Whether nobody outside this site can be reached by it: private, link-local or loopback.
    var isPrivate: Bool {
        switch family {
        case .ipv4:
            low >> 24 == 10 || low >> 24 == 127 || low >> 20 == 0xAC1 || low >> 16 == 0xC0A8
                || low >> 16 == 0xA9FE || low >> 22 == 0x6440 >> 6
        case .ipv6:
            high >> 54 == 0xFE80 >> 6 || high >> 57 == 0xFC >> 1 || (high == 0 && low == 1)
        }
    }

    var isMulticast: Bool {
        switch family {
        case .ipv4: low >> 28 == 0xE
        case .ipv6: high >> 56 == 0xFF
        }
    }
}
