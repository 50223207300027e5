import CPlatform
import Glibc

/// The two sockets of one address family: a shared one that hears the group, and one of our own
/// that sends everything and receives what is for us alone.
///
/// Unicast to a shared port reaches one of the processes that share it, hence the second socket.
final class FamilySockets {
    let family: SocketAddress.Family
    let group: SocketAddress
    let shared: FileDescriptor
    let own: FileDescriptor

    /// How many ports behind the group's are tried for the socket of our own.
    static let ownPortsMax: UInt16 = 16
    static let receiveBufferBytes: Int32 = 4 << 20

    init(family: SocketAddress.Family, port: UInt16) throws(SocketError) {
        self.family = family
        group =
            switch family {
            case .ipv4: SocketAddress(ipv4: 0xEFFF_494B, port: port)
            case .ipv6: SocketAddress(ipv6: 0xFF12 << 48, 0x494E_004B, port: port)
            }
        shared = try FamilySockets.open(family, port: port, isShared: true)
        own = try FamilySockets.openOwn(family, behind: port)
    }

    /// A socket on the first free port of those that a firewall may be told to let in, else on any.
    private static func openOwn(
        _ family: SocketAddress.Family, behind port: UInt16
    ) throws(SocketError) -> FileDescriptor {
        for offset in 1...ownPortsMax {
            do throws(SocketError) {
                return try open(family, port: port &+ offset, isShared: false)
            } catch .portTaken {
                continue
            }
        }
        return try open(family, port: 0, isShared: false)
    }

    private static func open(
        _ family: SocketAddress.Family, port: UInt16, isShared: Bool
    ) throws(SocketError) -> FileDescriptor {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let raw = socket(family == .ipv4 ? AF_INET : AF_INET6, type, 0)
        guard raw >= 0 else { throw .unavailable(errno: errno) }
        let descriptor = FileDescriptor(owning: raw)
        if isShared { descriptor.setOption(Int(SOL_SOCKET), SO_REUSEADDR, 1) }
        descriptor.setOption(Int(SOL_SOCKET), SO_RCVBUF, receiveBufferBytes)
        let any: SocketAddress
        switch family {
        case .ipv4:
            any = SocketAddress(ipv4: 0, port: port)
            descriptor.setOption(Int(IPPROTO_IP), IP_MULTICAST_ALL, 0)
            descriptor.setOption(Int(IPPROTO_IP), IP_PKTINFO, 1)
            descriptor.setOption(Int(IPPROTO_IP), IP_MULTICAST_TTL, 1)
            descriptor.setOption(Int(IPPROTO_IP), IP_MULTICAST_LOOP, 1)
            descriptor.setOption(Int(IPPROTO_IP), IP_MTU_DISCOVER, IP_PMTUDISC_DO)
        case .ipv6:
            any = SocketAddress(ipv6: 0, 0, port: port)
            descriptor.setOption(Int(IPPROTO_IPV6), IPV6_V6ONLY, 1)
            descriptor.setOption(Int(IPPROTO_IPV6), IPV6_MULTICAST_ALL, 0)
            descriptor.setOption(Int(IPPROTO_IPV6), IPV6_RECVPKTINFO, 1)
            descriptor.setOption(Int(IPPROTO_IPV6), IPV6_MULTICAST_HOPS, 1)
            descriptor.setOption(Int(IPPROTO_IPV6), IPV6_MULTICAST_LOOP, 1)
            descriptor.setOption(Int(IPPROTO_IPV6), IPV6_MTU_DISCOVER, IPV6_PMTUDISC_DO)
        }
        guard any.withSocketName({ bind(raw, $0, $1) }) == 0 else {
            throw SocketError.current(port: port)
        }
        return descriptor
    }

    // MARK: - Membership

    /// Joins the group on an interface; gives 0 or the error's number.
    func join(_ interface: UInt32) -> Int32 {
        let result = setMembership(IP_ADD_MEMBERSHIP, IPV6_JOIN_GROUP, interface)
        return result == 0 || errno == EADDRINUSE ? 0 : errno
    }

    func leave(_ interface: UInt32) {
        _ = setMembership(IP_DROP_MEMBERSHIP, IPV6_LEAVE_GROUP, interface)
    }

    private func setMembership(_ ipv4: Int32, _ ipv6: Int32, _ interface: UInt32) -> Int32 {
        withUnsafeTemporaryAllocation(byteCount: 28, alignment: 8) { name in
            _ = group.store(into: name)
            return withUnsafeTemporaryAllocation(byteCount: 20, alignment: 4) { request in
                let base = request.baseAddress
                switch family {
                case .ipv4:
                    // ip_mreqn: group, local address (any), index.
                    request.copyMemory(from: UnsafeRawBufferPointer(rebasing: name[4..<8]))
                    request.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
                    request.storeBytes(of: interface, toByteOffset: 8, as: UInt32.self)
                    return setsockopt(shared.rawValue, Int32(IPPROTO_IP), ipv4, base, 12)
                case .ipv6:
                    // ipv6_mreq: group, index.
                    request.copyMemory(from: UnsafeRawBufferPointer(rebasing: name[8..<24]))
                    request.storeBytes(of: interface, toByteOffset: 16, as: UInt32.self)
                    return setsockopt(shared.rawValue, Int32(IPPROTO_IPV6), ipv6, base, 20)
                }
            }
        }
    }

    // MARK: - Sending

    /// Sends to the group through one interface; gives 0 or the error's number.
    func sendToGroup(_ datagram: [UInt8], through interface: NetworkInterface) -> Int32 {
        withUnsafeTemporaryAllocation(byteCount: 40, alignment: 8) { control in
            control.initializeMemory(as: UInt8.self, repeating: 0)
            // cmsghdr: length, level, type; then in_pktinfo or in6_pktinfo.
            let (level, type, body, index) =
                family == .ipv4
                ? (Int32(IPPROTO_IP), IP_PKTINFO, 12, 16)
                : (Int32(IPPROTO_IPV6), IPV6_PKTINFO, 20, 32)
            control.storeBytes(of: 16 + body, as: Int.self)
            control.storeBytes(of: level, toByteOffset: 8, as: Int32.self)
            control.storeBytes(of: type, toByteOffset: 12, as: Int32.self)
            control.storeBytes(of: interface.index, toByteOffset: index, as: UInt32.self)
            if family == .ipv4, interface.isLoopback {
                // Loopback's address is of too narrow a scope for the kernel to choose it.
                let source: UInt32 = 0x7F00_0001
                control.storeBytes(of: source.bigEndian, toByteOffset: 20, as: UInt32.self)
            }
            let used = UnsafeMutableRawBufferPointer(rebasing: control[..<((16 + body + 7) & ~7)])
            return send(datagram, to: group, control: used)
        }
    }

    /// Sends to one address; gives 0 or the error's number.
    func send(
        _ datagram: [UInt8], to address: SocketAddress,
        control: UnsafeMutableRawBufferPointer = UnsafeMutableRawBufferPointer(
            start: nil, count: 0)
    ) -> Int32 {
        address.withSocketName { name, nameLength in
            datagram.withUnsafeBytes { bytes in
                var part = iovec(
                    iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                    iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { parts in
                    var message = msghdr()
                    message.msg_name = UnsafeMutableRawPointer(name)
                    message.msg_namelen = nameLength
                    message.msg_iov = parts
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    return sendmsg(own.rawValue, &message, Int32(MSG_DONTWAIT)) < 0 ? errno : 0
                }
            }
        }
    }
}
