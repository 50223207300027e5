import Foundation
import Glibc
import SessionCore
import Testing

/// Nonsense from the network, against a live room.
@Suite(.serialized) struct FloodTests {
    /// The room is on this process's own network, so that the test can send to it itself.
    private func start(_ name: String, in folder: URL, _ room: String) throws -> Program {
        try Program(
            [Sandbox.program, "pipe", room, "--name", name],
            environment: Sandbox.environment(home: folder.appending(path: name)),
            output: folder.appending(path: name + ".out"))
    }

    @Test func `a hundred thousand senseless datagrams harm nobody`() throws {
        try requirePrivateNetwork()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "inkcast-flood-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = "flood-\(UUID().uuidString.prefix(8))"
        let clients = try ["Ana", "Ben", "Chloe"].map { try start($0, in: folder, name) }
        for client in clients {
            client.say(#"{"do":"wait","for":"participants","count":3,"seconds":20}"# + "\n")
        }
        for client in clients {
            try #require(eventually(within: 30) { client.printed.contains("\"waited\"") })
        }
        try flood(Room(name: name), count: 100_000)
        clients[0].say(#"{"do":"stroke","points":[[0,0],[9,9]]}"# + "\n")
        for client in clients {
            client.say(#"{"do":"wait","for":"objects","seconds":20}"# + "\n")
            #expect(
                eventually(within: 30) { client.printed.contains(#""for":"objects""#) })
            #expect(client.isRunning)
            #expect(!client.printed.contains("participant-left"))
            let joined = client.printed.split(separator: "\n")
                .filter { $0.contains("participant-joined") }
            #expect(joined.count == 2)
        }
    }

    /// Random, cut, changed and validly tagged datagrams of random senders.
    private func flood(_ room: Room, count: Int) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var group = sockaddr_in()
        group.sin_family = sa_family_t(AF_INET)
        group.sin_port = UInt16(18763).bigEndian
        inet_pton(AF_INET, "239.255.73.75", &group.sin_addr)
        var interface = in_addr()
        inet_pton(AF_INET, "127.0.0.1", &interface)
        setsockopt(
            descriptor, Int32(IPPROTO_IP), IP_MULTICAST_IF, &interface,
            socklen_t(MemoryLayout<in_addr>.size))
        var random = RandomSource(seed: 42)
        for number in 0..<count {
            let bytes = Nonsense.datagram(room, number, &random)
            _ = bytes.withUnsafeBytes { buffer in
                withUnsafePointer(to: &group) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                        sendto(
                            descriptor, buffer.baseAddress, buffer.count, 0, address,
                            socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
            }
        }
    }

    /// Nothing that this test sends may leave the machine.
    private func requirePrivateNetwork() throws {
        var first: UnsafeMutablePointer<ifaddrs>?
        try #require(getifaddrs(&first) == 0)
        defer { freeifaddrs(first) }
        var next = first
        while let interface = next?.pointee {
            let isUp = interface.ifa_flags & UInt32(IFF_UP) != 0
            let name = String(cString: interface.ifa_name)
            let isPrivate = !isUp || name == "lo"
            try #require(isPrivate, "run the tests with `make test`: \(name) is up")
            next = interface.ifa_next
        }
    }
}
