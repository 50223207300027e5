import Glibc
import MulticastSocket

/// A socket under test, what it has heard, and a clock that it is told.
final class Station {
    struct Heard: Equatable {
        var bytes: [UInt8]
        var source: UInt64
    }

    let socket: MulticastSocket
    private(set) var heard: [Heard] = []
    private var poller = Poller()
    var now: Int64 = 1_000_000_000

    init(port: UInt16, interfaces: [String] = [], peers: [SocketAddress] = []) throws {
        var options = MulticastSocket.Options()
        options.port = port
        options.interfaces = interfaces
        options.peers = peers
        socket = try MulticastSocket(options: options, at: now)
    }

    func send(_ bytes: [UInt8]) {
        socket.sendToGroup(bytes, at: now)
    }

    /// Receives until the condition holds; false if that takes more than five seconds.
    func receive(until condition: () -> Bool) -> Bool {
        let start = ContinuousClock.now
        while true {
            socket.receive(at: now) { heard.append(Heard(bytes: $0, source: $1)) }
            if condition() { return true }
            if ContinuousClock.now - start > .seconds(5) { return false }
            poller.wait(for: socket.descriptors, microseconds: 100_000)
        }
    }

    func receive(_ count: Int) -> Bool {
        receive { heard.count >= count }
    }

    func reports() -> [SocketReport] {
        var all: [SocketReport] = []
        while let report = socket.nextReport() { all.append(report) }
        return all
    }
}

/// A bare socket, to send what no `MulticastSocket` would.
final class Stranger {
    let descriptor = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0))

    init() {
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor.rawValue, SOL_SOCKET, SO_BROADCAST, &yes, size)
    }

    /// Takes the port for itself, without sharing it.
    func bind(port: UInt16) -> Bool {
        withName("0.0.0.0", port) { Glibc.bind(descriptor.rawValue, $0, $1) == 0 }
    }

    func join(_ group: String) {
        var request = ip_mreqn()
        inet_pton(AF_INET, group, &request.imr_multiaddr)
        request.imr_ifindex = Int32(if_nametoindex("lo"))
        let size = socklen_t(MemoryLayout<ip_mreqn>.size)
        setsockopt(descriptor.rawValue, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, &request, size)
        setsockopt(descriptor.rawValue, Int32(IPPROTO_IP), IP_MULTICAST_IF, &request, size)
    }

    @discardableResult
    func send(_ bytes: [UInt8], to host: String, port: UInt16) -> Bool {
        withName(host, port) {
            sendto(descriptor.rawValue, bytes, bytes.count, 0, $0, $1) == bytes.count
        }
    }

    private func withName(
        _ host: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &name.sin_addr)
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// Takes an IPv6 port for itself.
final class Stranger6 {
    let descriptor = FileDescriptor(owning: socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0))

    func bind(port: UInt16) -> Bool {
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor.rawValue, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size)
        var name = sockaddr_in6()
        name.sin6_family = sa_family_t(AF_INET6)
        name.sin6_port = port.bigEndian
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor.rawValue, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                    == 0
            }
        }
    }
}
