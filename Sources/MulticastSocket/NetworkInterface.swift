import Glibc

/// A network interface as the system describes it now.
package struct NetworkInterface: Hashable, Sendable {
    package var name: String
    package var index: UInt32
    package var isUp = false
    package var isRunning = false
    package var isPointToPoint = false
    package var isLoopback = false
    package var hasIPv4 = false
    package var hasIPv6 = false

    package init(name: String, index: UInt32) {
        self.name = name
        self.index = index
    }

    /// All interfaces of this network namespace, by index.
    package static func all() -> [NetworkInterface] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [String: NetworkInterface] = [:]
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            let name = String(cString: entry.ifa_name)
            if found[name] == nil {
                let index = if_nametoindex(entry.ifa_name)
                guard index > 0 else { continue }
                found[name] = NetworkInterface(name: name, index: index, flags: entry.ifa_flags)
            }
            switch (entry.ifa_addr?.pointee.sa_family).map(Int32.init) {
            case AF_INET: found[name]?.hasIPv4 = true
            case AF_INET6: found[name]?.hasIPv6 = true
            default: break
            }
        }
        return found.values.sorted { $0.index < $1.index }
    }

    private init(name: String, index: UInt32, flags: UInt32) {
        self.init(name: name, index: index)
        isUp = flags & UInt32(IFF_UP) != 0
        isRunning = flags & UInt32(IFF_RUNNING) != 0
        isPointToPoint = flags & UInt32(IFF_POINTOPOINT) != 0
        isLoopback = flags & UInt32(IFF_LOOPBACK) != 0
    }
}
