import Testing

@testable import SessionCore

/// PROTOCOL 6, "Ephemeral values".
@Suite struct EphemeralTests {
    private func value(
        _ version: UInt32, key: UInt32 = 1, channel: UInt8 = 1, body: [UInt8] = [1]
    ) -> Frame {
        .ephemeral(
            EphemeralFrame(
                channel: channel, key: key, version: version, timeToLive: .seconds(1), body: body))
    }

    private func told(_ circle: Circle) -> Int {
        circle.events.filter { if case .ephemeral = $0 { true } else { false } }.count
    }

    private func set(_ circle: inout Circle, _ byte: UInt8, key: UInt32 = 1) throws {
        try circle.act { node, now in
            try node.setEphemeral([byte], channel: 1, key: key, timeToLive: .seconds(1), at: now)
        }
    }

    @Test(
        arguments: [
            (5, 6, true), (5, 5, false), (5, 4, false), (.max, 0, true), (0, .max, false),
            (0, 1 << 31 - 1, true), (0, 1 << 31, false), (0x8000_0001, 0, true),
            (0x7FFF_FFFF, 0xFFFF_FFFE, true), (0x7FFF_FFFF, 0xFFFF_FFFF, false),
        ] as [(UInt32, UInt32, Bool)])
    func `a value is told if its version is newer, around the circle`(
        first: UInt32, second: UInt32, isNewer: Bool
    ) {
        var circle = Circle(peers: 1)
        circle.hear(1, value(first))
        #expect(told(circle) == 1)
        circle.hear(1, value(second))
        #expect(told(circle) == (isNewer ? 2 : 1))
    }

    @Test func `each sender, channel and key has versions of its own`() {
        var circle = Circle(peers: 2)
        circle.hear(1, value(9))
        circle.hear(1, value(3, key: 2), value(3, channel: 2))
        circle.hear(2, value(3))
        #expect(told(circle) == 4)
    }

    @Test func `a sender has 64 keys`() {
        var circle = Circle(peers: 2)
        for key in 0..<70 as Range<UInt32> { circle.hear(1, value(1, key: key)) }
        #expect(told(circle) == 64)
        circle.hear(1, value(2, key: 63))
        circle.hear(2, value(1, key: 64))
        #expect(told(circle) == 66)
    }

    @Test func `a value of somebody unknown, or of another session, is not told`() {
        var circle = Circle(peers: 1)
        circle.hear(9, value(1))
        circle.hear(1, [value(1)], in: SessionID(rawValue: 4))
        #expect(told(circle) == 0)
    }

    @Test func `a value says what was set`() throws {
        var circle = Circle(peers: 1)
        try circle.act { node, now in
            try node.setEphemeral([7, 8], channel: 3, key: 500, timeToLive: .seconds(90), at: now)
        }
        #expect(
            circle.ephemerals.map(\.value) == [
                EphemeralFrame(
                    channel: 3, key: 500, version: 1, timeToLive: .seconds(60), body: [7, 8])
            ])
        #expect(throws: SessionError.tooLarge(actual: 1001, limit: 1000)) {
            try circle.act { node, now in
                try node.setEphemeral(
                    Array(repeating: 0, count: 1001), channel: 1, key: 1, timeToLive: .zero,
                    at: now)
            }
        }
    }

    @Test(arguments: [(1, 15), (19, 40)])
    func `versions of one value go at most every max(15 ms, 2 n / 1000 s), the newest each time`(
        peers: Int, interval: Int64
    ) throws {
        var circle = Circle(peers: peers)
        let start = circle.now
        for byte in 0..<100 as Range<UInt8> {
            try set(&circle, byte)
            circle.run(for: .milliseconds(1))
        }
        let sent = circle.ephemerals.filter { $0.at < start + .milliseconds(100) }
        let times = sent.map { ($0.at - start).inMilliseconds }
        #expect(times == stride(from: 0, to: 100, by: Double(interval)).map { $0 })
        #expect(sent.map(\.value.body) == times.map { [UInt8($0 == 0 ? 0 : $0 - 1)] })
    }

    @Test func `the last value is sent again after 100 and 400 ms, and not any more`() throws {
        var circle = Circle(peers: 1)
        let start = circle.now
        try set(&circle, 1)
        circle.run(for: .seconds(3), with: [1])
        #expect(
            circle.ephemerals.map { $0.at - start } == [
                .zero, .milliseconds(100), .milliseconds(400),
            ])
        #expect(Set(circle.ephemerals.map(\.value)).count == 1)
    }

    @Test func `a new value takes the place of the old one's repeats`() throws {
        var circle = Circle(peers: 1)
        try set(&circle, 1)
        circle.run(for: .milliseconds(50))
        let start = circle.now
        try set(&circle, 2)
        circle.run(for: .seconds(1), with: [1])
        #expect(circle.ephemerals.filter { $0.value.body == [1] }.count == 1)
        #expect(
            circle.ephemerals.filter { $0.value.body == [2] }.map { $0.at - start }
                == [.zero, .milliseconds(100), .milliseconds(400)])
    }

    @Test func `several values share a datagram`() throws {
        var circle = Circle(peers: 1)
        try circle.act { node, now in
            for key in 0..<10 as Range<UInt32> {
                try node.setEphemeral([1], channel: 1, key: key, timeToLive: .zero, at: now)
            }
        }
        #expect(circle.sent.count == 1)
        #expect(circle.ephemerals.count == 10)
    }
}
