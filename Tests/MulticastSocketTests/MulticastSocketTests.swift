@testable import MulticastSocket
import Testing

@Suite(.serialized) struct MulticastSocketTests {
    let port: UInt16

    init() throws {
        port = try PrivateNetwork.port()
    }

    @Test func `what goes to the group reaches everyone, the sender included`() throws {
        let stations = try (0..<3).map { _ in try Station(port: port) }
        stations[0].send([1, 2, 3])
        for station in stations {
            #expect(station.receive(1))
            #expect(station.heard.map(\.bytes) == [[1, 2, 3]])
        }
    }

    @Test func `a reply to one sender reaches that sender alone`() throws {
        let (anna, ben, carl) = (
            try Station(port: port), try Station(port: port), try Station(port: port)
        )
        anna.send([1])
        #expect(ben.receive(1) && carl.receive(1) && anna.receive(1))
        ben.socket.send([2], to: try #require(ben.heard.first).source)
        #expect(anna.receive(2))
        #expect(anna.heard.last?.bytes == [2])
        // What is sent later arrives later: so nothing came before it.
        anna.send([3])
        #expect(carl.receive(2))
        #expect(carl.heard.map(\.bytes) == [[1], [3]])
    }

    @Test func `one address has one token, by group and alone`() throws {
        let (anna, ben) = (try Station(port: port), try Station(port: port))
        anna.send([1])
        anna.send([2])
        ben.send([3])
        #expect(ben.receive(3) && anna.receive(3))
        let toBen = try #require(anna.heard.first { $0.bytes == [3] }).source
        anna.socket.send([4], to: toBen)
        #expect(ben.receive(4))
        let fromAnna = ben.heard.filter { $0.bytes != [3] }.map(\.source)
        #expect(Set(fromAnna).count == 1)
        #expect(Set(ben.heard.map(\.source)).count == 2)
    }

    @Test func `a burst arrives whole and in order`() throws {
        let (anna, ben) = (try Station(port: port), try Station(port: port))
        let sent = (0..<2000).map { number in
            [UInt8](repeating: UInt8(number & 0xFF), count: 1200 - number % 7)
        }
        for bytes in sent { anna.send(bytes) }
        #expect(ben.receive(2000))
        #expect(ben.heard.map(\.bytes) == sent)
        #expect(ben.socket.statistics.datagramsReceived == 2000)
    }

    @Test func `other groups and broadcasts on the port are not for us`() throws {
        let anna = try Station(port: port)
        let stranger = Stranger()
        stranger.join("239.1.2.3")
        #expect(stranger.send([9], to: "239.1.2.3", port: port))
        #expect(stranger.send([8], to: "127.255.255.255", port: port))
        #expect(stranger.send([7], to: "127.0.0.1", port: port))
        #expect(anna.receive(1))
        #expect(anna.heard.map(\.bytes) == [[7]])
        #expect(anna.socket.statistics.datagramsMisdirected == 1)
    }

    @Test func `an overlong datagram is dropped`() throws {
        let anna = try Station(port: port)
        let stranger = Stranger()
        #expect(stranger.send([UInt8](repeating: 1, count: 3000), to: "127.0.0.1", port: port))
        #expect(stranger.send([], to: "127.0.0.1", port: port))
        #expect(stranger.send([5], to: "127.0.0.1", port: port))
        #expect(anna.receive(2))
        #expect(anna.heard.map(\.bytes) == [[], [5]])
    }

    @Test func `a peer named by its address gets a copy and sends copies back`() throws {
        // Ben is on another port, so that no group joins the two.
        let other = try PrivateNetwork.port()
        let ben = try Station(port: other)
        let address = try #require(SocketAddress(parsing: "127.0.0.1:\(other)"))
        let anna = try Station(port: port, peers: [address])
        anna.send([1])
        #expect(ben.receive(1))
        ben.send([2])
        #expect(anna.receive { anna.heard.contains { $0.bytes == [2] } })
        // Ben forgets Anna after ten seconds of silence.
        ben.now += 11_000_000
        ben.send([3])
        anna.send([4])
        #expect(anna.receive { anna.heard.contains { $0.bytes == [4] } })
        #expect(!anna.heard.contains { $0.bytes == [3] })
    }

    @Test func `a missing interface is reported once and harms nothing`() throws {
        let anna = try Station(port: port, interfaces: ["nowhere0"])
        anna.send([1])
        anna.now += 30_000_000
        anna.socket.maintain(at: anna.now)
        let skipped = NetworkInterface.all().map {
            InterfaceChoice.Skipped(name: $0.name, reason: .notNamed)
        }
        let missing = InterfaceChoice.Skipped(name: "nowhere0", reason: .missing)
        #expect(anna.reports() == [.listening(on: [], skipped: skipped + [missing])])
    }

    @Test func `leaving and joining every minute loses nothing`() throws {
        let (anna, ben) = (try Station(port: port), try Station(port: port))
        for minute in 1...3 {
            ben.now += 60_000_000
            #expect(ben.socket.deadline <= ben.now)
            ben.socket.maintain(at: ben.now)
            #expect(ben.socket.deadline > ben.now)
            anna.send([UInt8(minute)])
            #expect(ben.receive(minute))
        }
        #expect(ben.reports() == [.listening(on: ["lo"], skipped: [])])
    }

    @Test func `what is for one alone comes in on one of sixteen ports behind the group's`() throws
    {
        #expect(Stranger().bind(port: port + 1))
        let other = Stranger()
        #expect(other.bind(port: port + 2))
        let stations = try (0..<20).map { _ in try Station(port: port) }
        for offset in 1...16 { #expect(!Stranger().bind(port: port + UInt16(offset))) }
        #expect(Stranger().bind(port: port + 17))
        let (first, last) = (stations[0], stations[19])
        first.send([1])
        #expect(last.receive(1))
        last.socket.send([2], to: last.heard[0].source)
        #expect(first.receive { first.heard.contains { $0.bytes == [2] } })
    }

    @Test func `a port that is not shared is named in the error`() throws {
        let stranger = Stranger()
        #expect(stranger.bind(port: port))
        let six = Stranger6()
        #expect(six.bind(port: port))
        #expect(throws: SocketError.portTaken(port)) { try Station(port: port) }
    }

    @Test func `one family is enough`() throws {
        let stranger = Stranger6()
        #expect(stranger.bind(port: port))
        let (anna, ben) = (try Station(port: port), try Station(port: port))
        anna.send([1])
        #expect(ben.receive(1))
    }

    @Test func `what is to be ignored never arrives, and all else does`() throws {
        let (anna, ben) = (try Station(port: port), try Station(port: port))
        anna.socket.ignore(0x0102_0304_0506_0708, at: 2)
        let mark: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let others: [[UInt8]] = [
            [9, 9, 0] + mark, [9, 9] + mark.dropLast() + [9], [9, 9, 0] + mark,
        ]
        anna.send([9, 9] + mark + [1])
        ben.send([9, 9] + mark + [2])
        for bytes in others { ben.send(bytes) }
        #expect(anna.receive(3))
        #expect(anna.heard.map(\.bytes) == others)
        #expect(ben.receive(5))
    }

    @Test func `a token that nobody was given is ignored`() throws {
        let anna = try Station(port: port)
        anna.socket.send([1], to: .max)
        #expect(anna.socket.statistics.datagramsSent == 0)
    }
}
