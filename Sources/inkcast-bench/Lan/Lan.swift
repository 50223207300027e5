import Glibc

/// A network of namespaces around a bridge that floods, none of which outlives this process.
final class Lan {
    private let hub: Child
    private var count = 0

    /// What is missing for making one; nil if nothing is.
    static var missing: String? {
        guard geteuid() == 0 else { return "root" }
        let tools = ["ip", "nft", "unshare", "nsenter"]
        return tools.first { tool in
            !["/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/"].contains {
                access($0 + tool, X_OK) == 0
            }
        }
    }

    /// Skips figures, and says so, where no network can be made.
    static func needed(by measure: @escaping () throws -> [Figure]) -> () throws -> [Figure] {
        {
            guard let missing else { return try measure() }
            print("skipped: a network of namespaces needs \(missing)")
            return []
        }
    }

    init() throws {
        hub = try Child(["unshare", "--net", "sh", "-c", Self.loop])
        try run(
            """
            ip link add hub type bridge mcast_snooping 0 && ip link set hub up &&
            nft 'add table bridge wire; add chain bridge wire arrival \
            { type filter hook prerouting priority 0; }; \
            add rule bridge wire arrival meta l4proto udp counter'
            """, in: hub)
    }

    /// A shell that carries out a line and answers with its status and the last words printed.
    private static let loop =
        #"while read -r line; do words=$(eval "$line" 2>&1); echo $? $words; done"#

    /// Carries out a shell command in a process's namespace; what it printed.
    @discardableResult
    private func run(_ command: String, in child: Child) throws -> [Substring] {
        let line = command.split(separator: "\n").joined(separator: " ")
        let answer = try hub.ask(
            child === hub
                ? line : "nsenter --net=/proc/\(child.identifier)/ns/net sh -c \"\(line)\"")
        guard answer.first == "0" else {
            throw Failure(description: "\(answer.dropFirst().joined(separator: " ")): \(line)")
        }
        return Array(answer.dropFirst())
    }

    // MARK: - Stations

    /// A process with an `eth0` of its own.
    func station() throws -> Station {
        count += 1
        let child = try Child(["unshare", "--net", Spawn.ownPath, Worker.argument])
        guard try child.hear() == ["ready"] else { throw Failure(description: "no station") }
        let (port, address) = ("port\(count)", "10.73.0.\(count)")
        try run(
            """
            ip link add \(port) type veth peer name eth0 netns \(child.identifier) &&
            ip link set \(port) master hub && ip link set \(port) up
            """, in: hub)
        try run(
            """
            ip link set lo up && ip addr add \(address)/24 dev eth0 && ip link set eth0 up
            """, in: child)
        return Station(child: child, port: port, address: address)
    }

    /// Another process in a station's namespace.
    func neighbor(of station: Station) throws -> Station {
        let namespace = "--net=/proc/\(station.child.identifier)/ns/net"
        let child = try Child(["nsenter", namespace, Spawn.ownPath, Worker.argument])
        guard try child.hear() == ["ready"] else { throw Failure(description: "no station") }
        return Station(child: child, port: station.port, address: station.address)
    }

    // MARK: - Weather

    /// Drops so many of a hundred UDP datagrams on arrival at a station.
    func lose(percent: Int, at station: Station) throws {
        try run(
            """
            nft 'add table inet loss; delete table inet loss; add table inet loss;
            add chain inet loss arrival { type filter hook input priority 0; };
            add rule inet loss arrival meta l4proto udp
            numgen random mod 1000 < \(percent * 10) drop'
            """, in: station.child)
    }

    /// Drops so many of a hundred UDP datagrams that a station sends, so that all miss the same.
    func lose(percent: Int, from station: Station) throws {
        try run(
            """
            nft add rule bridge wire arrival iifname \(station.port) meta l4proto udp
            numgen random mod 1000 '<' \(percent * 10) drop
            """, in: hub)
    }

    /// What has been sent by UDP so far, headers apart.
    func traffic() throws -> (datagrams: Int, bytes: Int) {
        let words = try run("nft list table bridge wire", in: hub)
        guard let place = words.firstIndex(of: "packets"), place + 3 < words.count,
            let datagrams = Int(words[place + 1]), let bytes = Int(words[place + 3])
        else { throw Failure(description: "no counter") }
        return (datagrams, bytes - datagrams * 28)
    }
}

/// A process on the network.
struct Station {
    let child: Child
    let port: String
    let address: String
}
