import Glibc
import SessionCore

/// How a participant takes part in a room.
public struct RoomConfiguration: Sendable {
    /// A room's name has at most so many bytes of UTF-8.
    public static var roomBytesMax: Int { WireLimit.roomNameBytesMax }

    /// What carries the datagrams.
    public enum Network: Sendable {
        /// UDP multicast on the local network.
        ///
        /// - Parameters:
        ///   - interfaces: names of the interfaces to use; empty: all that look like a LAN.
        ///   - peers: `HOST` or `HOST:PORT`, numbers only, of people multicast does not reach.
        case lan(interfaces: [String] = [], peers: [String] = [])
        /// Nothing: no socket is opened.
        case solo
        /// Other participants of this very process.
        case loopback(LoopbackNetwork)
    }

    /// Peers in the room of this name hear each other.
    public var room = "lobby"
    /// As whom.
    public var profile: RoomProfile
    /// On which network.
    public var network = Network.lan()

    /// A room and a person; the network is the LAN unless another is set.
    public init(room: String = "lobby", profile: RoomProfile, network: Network = .lan()) {
        self.room = room
        self.profile = profile
        self.network = network
    }

    /// What the environment says: `INKCAST_ROOM`, `INKCAST_NAME` (or `USER`), and
    /// `INKCAST_INTERFACE`, names with commas between.
    public static func fromEnvironment() -> RoomConfiguration {
        let name = environment("INKCAST_NAME") ?? environment("USER") ?? "somebody"
        let interfaces = environment("INKCAST_INTERFACE")?.split(separator: ",").map(String.init)
        return RoomConfiguration(
            room: environment("INKCAST_ROOM") ?? "lobby", profile: RoomProfile(name: name),
            network: .lan(interfaces: interfaces ?? []))
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
