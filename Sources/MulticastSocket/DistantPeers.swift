/// Those who reach us by an address they were given, not by the group: the group does not reach
/// them either, so they get copies for as long as they are heard.
///
/// A source address can be forged. So that nobody outside can have us send to a victim, only
/// private addresses are taken, and few.
struct DistantPeers {
    static let peersMax = 16
    static let silenceMax: Int64 = 10_000_000

    private var peers: [(address: SocketAddress, heardAt: Int64)] = []

    mutating func heard(from address: SocketAddress, at now: Int64) {
        if let index = peers.firstIndex(where: { $0.address == address }) {
            peers[index].heardAt = now
        } else if address.isPrivate, peers.count < DistantPeers.peersMax {
            peers.append((address, now))
        }
    }

    mutating func addresses(at now: Int64) -> [SocketAddress] {
        if peers.isEmpty { return [] }
        peers.removeAll { now - $0.heardAt > DistantPeers.silenceMax }
        return peers.map(\.address)
    }
}
