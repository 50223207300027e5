import MulticastSocket
import SessionCore
import Synchronization

/// A network inside one process, for tests and demonstrations: every participant hears every
/// other.
public final class LoopbackNetwork: Sendable {
    static let inboxMax = 8192

    struct Datagram {
        var bytes: [UInt8]
        var source: UInt64
    }

    fileprivate struct Station {
        var inbox: [Datagram] = []
        let pipe: WakePipe
    }

    fileprivate struct State {
        var stations: [UInt64: Station] = [:]
        var lastAddress: UInt64 = 0
        var groups: [UInt64: Int] = [:]
    }

    private let state = Mutex(State())

    /// A network that nobody is on yet.
    public init() {}

    func attach(_ pipe: WakePipe) -> UInt64 {
        state.withLock { state in
            state.lastAddress += 1
            state.stations[state.lastAddress] = Station(pipe: pipe)
            return state.lastAddress
        }
    }

    func detach(_ address: UInt64) {
        state.withLock { state in state.stations[address] = nil }
    }

    /// Cuts the network into halves that do not hear each other, by a participant's place in the
    /// order of arrival, from 1; without an argument it is whole again.
    package func split(apart group: Set<UInt64> = []) {
        state.withLock { state in
            state.groups = Dictionary(uniqueKeysWithValues: group.map { ($0, 1) })
        }
    }

    func send(_ bytes: [UInt8], from source: UInt64, to destination: Destination) {
        state.withLock { state in
            switch destination {
            case .group:
                for address in state.stations.keys where address != source {
                    state.deliver(bytes, from: source, to: address)
                }
            case .peer(let address): state.deliver(bytes, from: source, to: address.rawValue)
            }
        }
    }

    func take(_ address: UInt64) -> [Datagram] {
        state.withLock { state in
            let datagrams = state.stations[address]?.inbox ?? []
            state.stations[address]?.inbox.removeAll(keepingCapacity: true)
            return datagrams
        }
    }
}

extension LoopbackNetwork.State {
    fileprivate mutating func deliver(
        _ bytes: [UInt8], from source: UInt64, to address: UInt64
    ) {
        guard groups[source] == groups[address], let station = stations[address],
            station.inbox.count < LoopbackNetwork.inboxMax
        else { return }
        stations[address]?.inbox.append(.init(bytes: bytes, source: source))
        if station.inbox.isEmpty { station.pipe.wake() }
    }
}

/// One participant's end of a loopback network.
final class LoopbackLink: DatagramLink {
    private let network: LoopbackNetwork
    private let pipe: WakePipe
    private let address: UInt64

    init(on network: LoopbackNetwork, pipe: WakePipe) {
        self.network = network
        self.pipe = pipe
        address = network.attach(pipe)
    }

    deinit {
        network.detach(address)
    }

    var descriptors: [Int32] { [pipe.descriptor] }
    var deadline: Instant? { nil }
    var isOffline: Bool { false }

    func ignore(_ sender: ParticipantID) {}
    func maintain(at now: Instant, ready: [Int32]?) {}
    func wake(at now: Instant) {}
    func nextNotice() -> RoomNotice? { nil }

    func send(_ datagram: [UInt8], to destination: Destination, at now: Instant) {
        network.send(datagram, from: address, to: destination)
    }

    func receive(
        at now: Instant, ready: [Int32]?, _ handler: ([UInt8], PeerAddress) -> Void
    ) -> Bool {
        guard ready?.contains(pipe.descriptor) ?? true else { return false }
        pipe.drain()
        for datagram in network.take(address) {
            handler(datagram.bytes, PeerAddress(rawValue: datagram.source))
        }
        return false
    }
}
