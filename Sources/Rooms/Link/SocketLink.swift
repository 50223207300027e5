import Glibc
import MulticastSocket
import SessionCore

/// The local network.
final class SocketLink: DatagramLink {
    private let socket: MulticastSocket
    private let hasPeers: Bool
    private(set) var isOffline = false
    private var notices: [RoomNotice] = []

    init(interfaces: [String], peers: [String], at now: Instant) throws(GroupSessionError) {
        var options = MulticastSocket.Options()
        options.interfaces = interfaces
        for peer in peers {
            guard let address = SocketAddress(parsing: peer) else { throw .notAnAddress(peer) }
            options.peers.append(address)
        }
        do {
            socket = try MulticastSocket(options: options, at: now.microseconds)
        } catch {
            throw GroupSessionError(error)
        }
        hasPeers = !options.peers.isEmpty
    }

    var descriptors: [Int32] { socket.descriptors }

    var deadline: Instant? {
        Instant(microseconds: socket.hasReports ? 0 : socket.deadline)
    }

    func ignore(_ sender: ParticipantID) {
        socket.ignore(sender.rawValue, at: Datagram.senderOffset)
    }

    func maintain(at now: Instant, ready: [Int32]?) {
        socket.maintain(at: now.microseconds, ready: ready)
        while let report = socket.nextReport() { note(report) }
    }

    func wake(at now: Instant) {
        socket.rejoinSoon()
    }

    func send(_ datagram: [UInt8], to destination: Destination, at now: Instant) {
        switch destination {
        case .group: socket.sendToGroup(datagram, at: now.microseconds)
        case .peer(let address): socket.send(datagram, to: address.rawValue)
        }
    }

    func receive(
        at now: Instant, ready: [Int32]?, _ handler: ([UInt8], PeerAddress) -> Void
    ) -> Bool {
        socket.receive(at: now.microseconds, ready: ready) {
            handler($0, PeerAddress(rawValue: $1))
        }
    }

    func nextNotice() -> RoomNotice? {
        notices.isEmpty ? nil : notices.removeFirst()
    }

    private func note(_ report: SocketReport) {
        switch report {
        case .listening(let names, let skipped):
            isOffline = names.isEmpty && !hasPeers
            let reasons = skipped.map { ($0.name, SocketLink.words(for: $0.reason)) }
            notices.append(
                .interfaces(names, skipped: Dictionary(reasons) { first, _ in first }))
        case .failing(let name, let operation, let errno):
            let isFirewall = operation == .send && errno == EPERM
            notices.append(.interfaceFailing(name, errno: errno, isFirewall: isFirewall))
        case .recovered(let name, _):
            notices.append(.interfaceRecovered(name))
        }
    }

    private static func words(for reason: InterfaceChoice.SkipReason) -> String {
        switch reason {
        case .down: "down"
        case .noCarrier: "no carrier"
        case .noAddress: "no address"
        case .pointToPoint: "a tunnel carries no multicast; use --peer"
        case .virtual: "a container bridge or tunnel; name it with --interface to use it"
        case .loopback: "loopback"
        case .notNamed: "not named"
        case .missing: "there is no such interface"
        case .tooMany: "more than 20 interfaces"
        }
    }
}

extension RoomConfiguration.Network {
    func open(at now: Instant) throws(GroupSessionError) -> sending any DatagramLink {
        switch self {
        case .lan(let interfaces, let peers):
            try SocketLink(interfaces: interfaces, peers: peers, at: now)
        case .solo: SilentLink()
        case .loopback(let network): LoopbackLink(on: network, pipe: try WakePipe.open())
        }
    }
}
