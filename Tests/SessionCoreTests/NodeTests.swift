import SessionSimulation
import Testing

@testable import SessionCore

@Suite struct NodeTests {
    @Test func `three nodes that start together are in one session and know each other`() {
        var bus = Bus()
        for name in ["Ana", "Ben", "Chloé"] { bus.addNode(name) }
        let met = bus.run(within: .seconds(2)) { bus in
            bus.nodes.allSatisfy { $0.participants.count == 2 }
        }
        #expect(met)
        #expect(Set(bus.nodes.map(\.session.id)).count == 1)
    }

    @Test func `an entry reaches everybody once`() throws {
        var bus = Bus()
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(2))
        try bus.with(0) { node, now in _ = try node.append([42], channel: 1, at: now) }
        bus.run(for: .milliseconds(5))
        for index in 0..<3 { #expect(bus.bodies(at: index) == [[42]]) }
    }

    @Test(arguments: [50, 200, 400] as [UInt64])
    func `logs are equal soon after the last entry whatever is lost`(loss: UInt64) throws {
        var bus = Bus()
        bus.lossPermille = loss
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(4))
        for step in 0..<100 {
            for index in 0..<3 {
                try bus.with(index) { node, now in
                    _ = try node.append([UInt8(step), UInt8(index)], channel: 1, at: now)
                }
            }
            bus.run(for: .milliseconds(7))
        }
        let isEqual = bus.run(within: .seconds(5)) { bus in
            bus.haveEqualLogs && bus.bodies(at: 0).count == 300
        }
        #expect(isEqual)
        for index in 0..<3 { #expect(Set(bus.bodies(at: index)).count == 300) }
    }

    @Test func `a late joiner gets everything from one donor`() throws {
        var bus = Bus()
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(2))
        for step in 0..<2000 {
            try bus.with(step % 3) { node, now in
                _ = try node.append(
                    Array(repeating: UInt8(truncatingIfNeeded: step), count: 60), channel: 1,
                    at: now)
            }
            bus.run(for: .milliseconds(2))
        }
        bus.run(for: .seconds(3))
        let late = bus.addNode("Dan")
        let isComplete = bus.run(within: .milliseconds(700)) { $0.haveEqualLogs }
        #expect(isComplete)
        #expect(bus.bodies(at: late).count == 2000)
        #expect(bus.nodes.filter { $0.statistics.chunksSent > 0 }.count == 1)
    }

    @Test func `who joins one other has a whole canvas at once, without waiting for a heartbeat`()
        throws
    {
        var bus = Bus()
        bus.addNode()
        bus.run(for: .seconds(2))
        for step in 0..<2000 {
            try bus.with(0) { node, now in
                _ = try node.append([UInt8(step % 256)], channel: 1, at: now)
            }
            bus.run(for: .milliseconds(1))
        }
        bus.run(for: .seconds(3))
        bus.addNode()
        let isComplete = bus.run(within: .milliseconds(30)) { $0.haveEqualLogs }
        #expect(isComplete)
    }

    @Test func `what was drawn right after the start comes along into the session found`() throws {
        var bus = Bus()
        bus.addNode("Ana")
        bus.run(for: .seconds(1))
        try bus.with(0) { node, now in _ = try node.append([1], channel: 1, at: now) }
        bus.run(for: .seconds(1))
        bus.delay = .milliseconds(30)
        let late = bus.addNode("Ben")
        try bus.with(late) { node, now in _ = try node.append([2], channel: 1, at: now) }
        let isEqual = bus.run(within: .seconds(2)) { bus in
            bus.haveEqualLogs && bus.bodies(at: 0).count == 2
        }
        #expect(isEqual)
        #expect(Set(bus.bodies(at: late)) == [[1], [2]])
    }

    @Test func `two who open a new canvas at once are on the same one`() throws {
        var bus = Bus()
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(2))
        let session = bus.nodes[0].session.id
        for index in 0..<2 {
            bus.with(index) { $0.rotate(from: session, to: Bus.activity, at: $1) }
        }
        bus.run(for: .seconds(2))
        #expect(Set(bus.nodes.map(\.session.id)).count == 1)
        #expect(bus.nodes[2].session.generation == 1)
        #expect(bus.nodes[2].entryCount == 0)
        let openers = bus.events[2].compactMap { event -> ParticipantID? in
            guard case .entered(_, .rotated(let opener)) = event else { return nil }
            return opener
        }
        #expect(openers.count == 1)
        #expect(openers.allSatisfy { $0 == bus.nodes[0].id || $0 == bus.nodes[1].id })
    }

    @Test func `a new canvas is named after who opened it, whoever is heard first`() {
        var bus = Bus()
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(2))
        bus.parts = [[0, 1]]
        let (session, opener) = (bus.nodes[0].session.id, bus.nodes[1].id)
        bus.with(1) { $0.rotate(from: session, to: Bus.activity, at: $1) }
        bus.run(for: .milliseconds(1500))
        bus.kill(1)
        bus.parts = []
        bus.run(for: .seconds(3))
        #expect(bus.nodes[2].session.id == bus.nodes[0].session.id)
        let isNamed = bus.events[2].contains { event in
            if case .entered(_, .rotated(opener)) = event { true } else { false }
        }
        #expect(isNamed)
    }

    @Test func `one who falls silent is reported within four and a half seconds`() {
        var bus = Bus()
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(2))
        bus.kill(0)
        let isNoticed = bus.run(within: .milliseconds(4500)) { bus in
            bus.nodes[1].participants.count == 1 && bus.nodes[2].participants.count == 1
        }
        #expect(isNoticed)
    }

    @Test func `messages arrive in order at twenty percent loss`() throws {
        var bus = Bus()
        bus.lossPermille = 200
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(4))
        let sent = (0..<200).map { [UInt8($0)] }
        for body in sent {
            try bus.with(0) { node, now in try node.send(body, channel: 1, at: now) }
            bus.run(for: .milliseconds(3))
        }
        bus.run(within: .seconds(5)) {
            $0.messages(at: 1).count == 200 && $0.messages(at: 2).count == 200
        }
        for index in 1...2 {
            let isInOrder = bus.messages(at: index) == sent
            #expect(isInOrder)
        }
    }

    @Test func `who says more at once than can be held is told to wait, and nothing is lost`() {
        var bus = Bus()
        var configuration = Configuration()
        configuration.messageBytesMax = 200_000
        for _ in 0..<2 { bus.addNode(configuration: configuration) }
        bus.run(for: .seconds(3))
        var sent = 0
        var waits = 0
        while sent < 300, waits < 200 {
            let isSent = bus.with(0) { node, now in
                var body = [UInt8](repeating: 1, count: 900)
                body[0] = UInt8(sent >> 8)
                body[1] = UInt8(sent & 0xFF)
                return (try? node.send(body, channel: 1, at: now)) != nil
            }
            sent += isSent ? 1 : 0
            guard !isSent else { continue }
            waits += 1
            bus.run(for: .milliseconds(100))
        }
        #expect(waits > 0)
        bus.run(within: .seconds(20)) { $0.messages(at: 1).count == 300 }
        let numbers = bus.messages(at: 1).map { Int($0[0]) << 8 | Int($0[1]) }
        #expect(numbers == Array(0..<300))
    }

    @Test func `one author's long log comes from somebody else without a pause`() throws {
        var bus = Bus()
        for _ in 0..<2 { bus.addNode() }
        bus.run(for: .seconds(2))
        for step in 0..<10_000 {
            try bus.with(0) { node, now in
                _ = try node.append([UInt8(step % 256)], channel: 1, at: now)
            }
            if step % 20 == 0 { bus.run(for: .milliseconds(5)) }
        }
        let isWhole = bus.run(within: .seconds(30)) { $0.haveEqualLogs }
        try #require(isWhole)
        bus.kill(0)
        bus.run(for: .seconds(6))
        let late = bus.addNode()
        let isComplete = bus.run(within: .milliseconds(500)) {
            $0.nodes[late].logDigest == $0.nodes[1].logDigest
        }
        #expect(isComplete)
    }

    @Test func `a split network heals to one log`() throws {
        var bus = Bus()
        for _ in 0..<4 { bus.addNode() }
        bus.run(for: .seconds(2))
        bus.parts = [[0, 1], [2, 3]]
        bus.run(for: .seconds(6))
        for index in 0..<4 {
            try bus.with(index) { node, now in
                _ = try node.append([UInt8(index)], channel: 1, at: now)
            }
        }
        bus.run(for: .seconds(6))
        bus.parts = []
        let isHealed = bus.run(within: .seconds(3)) { bus in
            bus.haveEqualLogs && bus.bodies(at: 0).count == 4
        }
        #expect(isHealed)
    }
}
