import CPlatform
import Glibc

/// Hears from the kernel that interfaces or addresses changed; what changed is then read anew.
final class InterfaceMonitor {
    let descriptor: FileDescriptor

    /// Nil where the system has no netlink; changes are then found by reading every 10 s.
    init?() {
        let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let raw = socket(AF_NETLINK, type, NETLINK_ROUTE)
        guard raw >= 0 else { return nil }
        descriptor = FileDescriptor(owning: raw)
        var name = sockaddr_nl()
        name.nl_family = sa_family_t(AF_NETLINK)
        name.nl_groups = UInt32(RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR)
        let bound = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(raw, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
            }
        }
        guard bound == 0 else { return nil }
    }

    /// Empties the queue; true if anything was said, or so much that some of it was lost.
    func drain() -> Bool {
        var heard = false
        withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { buffer in
            for _ in 0..<64 {
                let count = recv(descriptor.rawValue, buffer.baseAddress, buffer.count, 0)
                if count < 0, errno != ENOBUFS { return }
                heard = true
            }
        }
        return heard
    }
}
