@testable import MulticastSocket
import Testing

struct InterfaceChoiceTests {
    static func interface(
        _ name: String, _ index: UInt32 = 2, change: (inout NetworkInterface) -> Void = { _ in }
    ) -> NetworkInterface {
        var interface = NetworkInterface(name: name, index: index)
        interface.isUp = true
        interface.isRunning = true
        interface.hasIPv4 = true
        change(&interface)
        return interface
    }

    static let lo = interface("lo", 1) { $0.isLoopback = true }

    @Test func `every LAN is chosen, loopback is not`() {
        let all = [Self.lo, Self.interface("eth0"), Self.interface("wlan0", 3)]
        let choice = InterfaceChoice(from: all)
        #expect(choice.chosen.map(\.name) == ["eth0", "wlan0"])
        #expect(choice.skipped == [.init(name: "lo", reason: .loopback)])
    }

    @Test(arguments: [
        "docker0", "br-1f2e", "veth12", "virbr0", "tun0", "wg0", "tailscale0", "podman1",
    ])
    func `bridges of containers and tunnels are passed over`(name: String) {
        let choice = InterfaceChoice(from: [Self.lo, Self.interface(name)])
        #expect(choice.chosen.map(\.name) == ["lo"])
        #expect(choice.skipped == [.init(name: name, reason: .virtual)])
    }

    @Test func `a bridge of a LAN is a LAN`() {
        #expect(InterfaceChoice(from: [Self.interface("br0")]).chosen.map(\.name) == ["br0"])
    }

    @Test func `the reason for each is told`() {
        let all = [
            Self.interface("eth0", 2) { $0.isUp = false },
            Self.interface("eth1", 3) { $0.isRunning = false },
            Self.interface("eth2", 4) { $0.hasIPv4 = false },
            Self.interface("ppp0", 5) { $0.isPointToPoint = true },
            Self.interface("eth3", 6) { ($0.hasIPv4, $0.hasIPv6) = (false, true) },
        ]
        let choice = InterfaceChoice(from: all)
        #expect(choice.chosen.map(\.name) == ["eth3"])
        #expect(choice.skipped.map(\.reason) == [.down, .noCarrier, .noAddress, .pointToPoint])
    }

    @Test func `names overrule the kind of interface but not its state`() {
        let all = [
            Self.lo, Self.interface("eth0"), Self.interface("wg0", 3) { $0.isPointToPoint = true },
            Self.interface("eth1", 4) { $0.isUp = false },
        ]
        let choice = InterfaceChoice(from: all, named: ["wg0", "lo", "eth1", "eth9"])
        #expect(choice.chosen.map(\.name) == ["lo", "wg0"])
        #expect(
            choice.skipped == [
                .init(name: "eth0", reason: .notNamed), .init(name: "eth1", reason: .down),
                .init(name: "eth9", reason: .missing),
            ])
    }

    @Test func `more than twenty are too many`() {
        let all = (0..<25).map { Self.interface("eth\($0)", UInt32($0) + 2) }
        let choice = InterfaceChoice(from: all)
        #expect(choice.chosen.count == 20)
        #expect(choice.skipped.map(\.reason) == Array(repeating: .tooMany, count: 5))
    }

    @Test func `nothing is chosen where nothing works`() {
        #expect(InterfaceChoice(from: []).chosen.isEmpty)
    }
}
