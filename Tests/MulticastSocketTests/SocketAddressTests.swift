import Testing

@testable import MulticastSocket

struct SocketAddressTests {
    @Test(arguments: [
        ("10.1.2.3", SocketAddress(ipv4: 0x0A01_0203, port: 18763)),
        ("10.1.2.3:99", SocketAddress(ipv4: 0x0A01_0203, port: 99)),
        ("::1", SocketAddress(ipv6: 0, 1, port: 18763)),
        ("[::1]", SocketAddress(ipv6: 0, 1, port: 18763)),
        ("[fd00::2]:7", SocketAddress(ipv6: 0xFD00 << 48, 2, port: 7)),
        ("fe80::2%lo", SocketAddress(ipv6: 0xFE80 << 48, 2, port: 18763, scope: 1)),
    ])
    func `numeric addresses are read`(text: String, address: SocketAddress) {
        #expect(SocketAddress(parsing: text) == address)
    }

    @Test(arguments: [
        "", ":", "host", "10.0.0.1:", "10.0.0.1:0", "10.0.0.1:65536", "10.0.0.256", "[::1",
        "[::1]x", "[::1]:", "fe80::1%nowhere0", "10.0.0.1%lo", "1:2:3",
    ])
    func `anything else is refused`(text: String) {
        #expect(SocketAddress(parsing: text) == nil)
    }

    @Test(arguments: ["10.1.2.3:99", "[fe80::2%lo]:7", "[fd00:1::2]:65535"])
    func `the kernel's form is read back the same`(text: String) throws {
        let address = try #require(SocketAddress(parsing: text))
        withUnsafeTemporaryAllocation(byteCount: 28, alignment: 8) { bytes in
            let length = address.store(into: bytes)
            let name = UnsafeRawBufferPointer(rebasing: bytes[..<length])
            #expect(SocketAddress(socketName: name) == address)
            let short = UnsafeRawBufferPointer(rebasing: bytes[..<(length - 1)])
            #expect(SocketAddress(socketName: short) == nil)
        }
    }

    @Test(arguments: [
        ("10.0.0.1", true), ("172.16.0.1", true), ("172.32.0.1", false), ("192.168.9.9", true),
        ("169.254.1.1", true), ("100.64.0.1", true), ("100.128.0.1", false), ("9.9.9.9", false),
        ("127.0.0.1", true), ("::1", true), ("fd12::1", true), ("fe80::1", true),
        ("2001:db8::1", false),
    ])
    func `private addresses are told from public ones`(text: String, isPrivate: Bool) throws {
        #expect(try #require(SocketAddress(parsing: text)).isPrivate == isPrivate)
    }

    @Test func `a flood of addresses is bounded and spares those in use`() {
        var table = AddressTable()
        let friend = SocketAddress(ipv4: 1, port: 1)
        let token = table.token(for: friend)
        let early = table.token(for: SocketAddress(ipv4: 2, port: 1))
        for number in 10..<20_000 {
            _ = table.token(for: SocketAddress(ipv4: UInt32(number), port: 1))
            #expect(table.token(for: friend) == token)
        }
        #expect(table.address(for: token) == friend)
        #expect(table.address(for: early) == nil)
    }

    @Test func `a fault is news once, and its retries become rare`() {
        var backoff = Backoff()
        var now: Int64 = 0
        var news = [backoff.failed(at: now)]
        var waits: [Int64] = []
        for _ in 0..<8 {
            let start = now
            while !backoff.isDue(at: now) { now += 1_000_000 }
            waits.append((now - start) / 1_000_000)
            news.append(backoff.failed(at: now))
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(news == [true] + Array(repeating: false, count: 8))
        let recoveries = [backoff.succeeded(), backoff.succeeded()]
        #expect(recoveries == [true, false])
        #expect(backoff.isDue(at: now))
    }
}
