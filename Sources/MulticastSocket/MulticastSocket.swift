import Glibc

/// Sends and receives datagrams: to a multicast group on every chosen interface, and to single
/// addresses.
///
/// It knows no protocol and has no clock and no thread: whoever owns it polls `descriptors` and
/// `deadline`, and then calls `maintain(at:)` and `receive(at:_:)`. Times are microseconds on a
/// monotonic clock. Failures of the network are never thrown: they mark one interface, are
/// reported once by `nextReport()`, and the datagram counts as lost.
package final class MulticastSocket {
    package struct Options: Sendable {
        package static let defaultPort: UInt16 = 18763

        package var port = Options.defaultPort
        /// The interfaces to use whatever their kind; empty: those that look like a LAN.
        package var interfaces: [String] = []
        /// Addresses that get a copy of everything that goes to the group.
        package var peers: [SocketAddress] = []

        package init() {}
    }

    package struct Statistics: Hashable, Sendable {
        package var datagramsSent = 0
        package var datagramsReceived = 0
        /// Sent to an address that is neither the group's nor ours alone.
        package var datagramsMisdirected = 0
        package var sendsFailed = 0
    }

    struct Member {
        var interface: NetworkInterface
        var isJoined = false
        var joining = Backoff()
        var sending = Backoff()
        /// Until when the group is addressed by IPv6 too, though there is IPv4.
        var alsoIPv6Until: Int64 = 0
    }

    let options: Options
    let ipv4: FamilySockets?
    let ipv6: FamilySockets?
    let monitor: InterfaceMonitor?
    let batch = DatagramBatch()
    var addresses = AddressTable()
    var distantPeers = DistantPeers()
    var heardByIPv4 = RecentDatagrams()
    var members: [Member] = []
    var lastSkipped: [InterfaceChoice.Skipped]?
    var lastReadAt: Int64 = 0
    var readAt: Int64 = 0
    var rejoinAt: Int64 = 0
    var reports: [SocketReport] = []
    package internal(set) var statistics = Statistics()

    /// Opens the sockets and joins the group.
    ///
    /// One address family suffices: a system without IPv6 is served by IPv4 alone.
    package init(options: Options, at now: Int64) throws(SocketError) {
        self.options = options
        var failure = SocketError.unavailable(errno: EAFNOSUPPORT)
        do {
            ipv4 = try FamilySockets(family: .ipv4, port: options.port)
        } catch {
            ipv4 = nil
            failure = error
        }
        ipv6 = try? FamilySockets(family: .ipv6, port: options.port)
        if ipv4 == nil, ipv6 == nil { throw failure }
        monitor = InterfaceMonitor()
        rejoinAt = now + MulticastSocket.rejoinInterval
        readInterfaces(at: now)
    }

    /// What to wait for with `poll`, for reading.
    package var descriptors: [Int32] {
        var all: [Int32] = []
        if let ipv4 { all += [ipv4.shared.rawValue, ipv4.own.rawValue] }
        if let ipv6 { all += [ipv6.shared.rawValue, ipv6.own.rawValue] }
        if let monitor { all.append(monitor.descriptor.rawValue) }
        return all
    }

    /// The next change of state to tell; nil when there is none.
    package func nextReport() -> SocketReport? {
        reports.isEmpty ? nil : reports.removeFirst()
    }

    package var hasReports: Bool { !reports.isEmpty }

    static let reportsMax = 64

    func report(_ report: SocketReport) {
        if reports.count < MulticastSocket.reportsMax { reports.append(report) }
    }
}
