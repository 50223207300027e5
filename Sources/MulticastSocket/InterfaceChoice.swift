/// Which interfaces the group is joined on, and why not on the others.
package struct InterfaceChoice: Hashable, Sendable {
    /// Why an interface carries no datagrams of ours.
    package enum SkipReason: Hashable, Sendable {
        case down
        case noCarrier
        case noAddress
        /// A tunnel: people behind it are reached by `--peer`.
        case pointToPoint
        /// A bridge of containers or virtual machines, or a tunnel's end.
        case virtual
        case loopback
        case notNamed
        /// No interface bears the name that was given.
        case missing
        /// A socket holds 20 memberships at most.
        case tooMany
    }

    package struct Skipped: Hashable, Sendable {
        package var name: String
        package var reason: SkipReason
    }

    package var chosen: [NetworkInterface] = []
    package var skipped: [Skipped] = []

    static let interfacesMax = 20
    private static let virtualPrefixes = [
        "docker", "br-", "veth", "virbr", "vnet", "lxcbr", "lxdbr", "podman", "cni", "flannel",
        "tun", "wg", "tailscale",
    ]

    /// Chooses by flags and names; names that were given overrule all but an interface's state.
    package init(from interfaces: [NetworkInterface], named names: [String] = []) {
        for interface in interfaces {
            let reason = InterfaceChoice.reasonToSkip(interface, named: names)
            if let reason {
                skipped.append(Skipped(name: interface.name, reason: reason))
            } else if chosen.count == InterfaceChoice.interfacesMax {
                skipped.append(Skipped(name: interface.name, reason: .tooMany))
            } else {
                chosen.append(interface)
            }
        }
        for name in names where !interfaces.contains(where: { $0.name == name }) {
            skipped.append(Skipped(name: name, reason: .missing))
        }
        guard chosen.isEmpty, names.isEmpty else { return }
        let loopback = interfaces.filter { $0.isLoopback && $0.isUp && $0.hasAddress }
        chosen = loopback
        skipped.removeAll { skip in loopback.contains { $0.name == skip.name } }
    }

    private static func reasonToSkip(
        _ interface: NetworkInterface, named names: [String]
    ) -> SkipReason? {
        if !names.isEmpty, !names.contains(interface.name) { return .notNamed }
        if !interface.isUp { return .down }
        if !interface.isRunning { return .noCarrier }
        if names.isEmpty {
            if interface.isLoopback { return .loopback }
            if virtualPrefixes.contains(where: interface.name.hasPrefix) { return .virtual }
            if interface.isPointToPoint { return .pointToPoint }
        }
        return interface.hasAddress ? nil : .noAddress
    }
}

extension NetworkInterface {
    var hasAddress: Bool { hasIPv4 || hasIPv6 }
}
