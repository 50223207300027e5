import Glibc
import MulticastSocket
import Synchronization

/// Nothing that a test sends may reach a real network.
enum PrivateNetwork {
    struct RealInterfaceIsUp: Error, CustomStringConvertible {
        let name: String

        var description: String {
            "\(name) is up: run the tests by `make test`, or inside "
                + "`unshare -n sh -c 'ip link set lo up; …'`"
        }
    }

    private static let lastPort = Atomic<UInt16>(21000)

    /// A port for one test, with room for those behind it; throws where any interface but loopback is up.
    static func port() throws -> UInt16 {
        if getenv("INKCAST_TEST_LAN") == nil {
            for interface in NetworkInterface.all() where interface.isUp && !interface.isLoopback {
                throw RealInterfaceIsUp(name: interface.name)
            }
        }
        return lastPort.wrappingAdd(32, ordering: .relaxed).newValue
    }
}
