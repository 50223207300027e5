import Glibc

/// Bare UDP multicast, for comparison.
struct Ping {
    private static let port: UInt16 = 9731
    private let socket: Int32
    private var group = sockaddr_in()

    init(at address: Substring) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        group.sin_family = sa_family_t(AF_INET)
        group.sin_port = Self.port.bigEndian
        group.sin_addr = in_addr(s_addr: inet_addr("239.255.97.31"))
        var own = in_addr(s_addr: inet_addr(String(address)))
        var membership = ip_mreq(imr_multiaddr: group.sin_addr, imr_interface: own)
        let size = socklen_t(MemoryLayout<in_addr>.size)
        let level = Int32(IPPROTO_IP)
        setsockopt(socket, level, IP_MULTICAST_IF, &own, size)
        let isBound = withUnsafePointer(to: group) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard isBound == 0,
            setsockopt(
                socket, level, IP_ADD_MEMBERSHIP, &membership,
                socklen_t(MemoryLayout<ip_mreq>.size)) == 0
        else { throw Failure(description: "no socket for the bare ping") }
    }

    func send(_ schedule: Schedule) -> Int {
        defer { close(socket) }
        var sent = 0
        for body in schedule {
            let count = withUnsafePointer(to: group) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    sendto(
                        socket, body, body.count, 0, address,
                        socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if count == body.count { sent += 1 }
        }
        return sent
    }

    /// Receives until the next line is there to read.
    func listen() -> String {
        defer { close(socket) }
        var arrivals = Arrivals()
        var entries = [
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&entries, 2, 60_000) > 0, entries[1].revents == 0 {
            let body = [UInt8](unsafeUninitializedCapacity: 2048) { buffer, count in
                count = max(recv(socket, buffer.baseAddress, 2048, 0), 0)
            }
            arrivals.note(body, at: Stopwatch.nanoseconds)
        }
        return arrivals.line
    }
}
