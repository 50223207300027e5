import Testing

@testable import SessionCore

/// What somebody in an open room can say: nothing traps, and what is kept has a limit.
@Suite struct HostileDatagramTests {
    /// Bytes that are frames by their form, with bodies from nowhere or from golden ones, bent.
    private func nonsense(_ random: inout RandomSource) -> [UInt8] {
        var writer = ByteWriter()
        Frame.scope(Circle.session).write(to: &writer)
        for _ in 0..<random.next() % 4 + 1 {
            let golden = Golden.frames[Int(random.next() % UInt64(Golden.frames.count))]
            guard let frame = golden.frames.last else { continue }
            var part = ByteWriter()
            frame.write(to: &part)
            var bytes = part.bytes
            for _ in 0..<random.next() % 3 where bytes.count > 2 {
                let position = 2 + Int(random.next() % UInt64(bytes.count - 2))
                bytes[position] = UInt8(truncatingIfNeeded: random.next())
            }
            writer.write(bytes)
        }
        return writer.bytes
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `bent frames behind valid tags neither trap nor grow a node without limit`(seed: UInt64) {
        var circle = Circle(peers: 2)
        var random = RandomSource(seed: seed)
        for step in 0..<2000 as Range<UInt64> {
            let bytes = Datagram.sealed(
                nonsense(&random), sender: ParticipantID(rawValue: random.next() % 2 + 1),
                counter: 1000 + step, room: Circle.room)
            circle.receive(bytes, from: random.next() % 3)
            if step % 10 == 0 { circle.run(for: .milliseconds(5)) }
            if step % 100 == 0 { circle.forget() }
        }
        #expect(circle.node.roster.peers.count <= 64 + 32)
        #expect(circle.node.replicas.count <= 9)
    }

    @Test func `ten thousand senders leave as many as may wait, and silence nobody`() {
        var circle = Circle(peers: 2)
        for sender in 0..<10_000 as Range<UInt64> {
            circle.hear(5000 + sender, .high(HighFrame(log: 1 << 20)), Circle.nack(1000, 0..<9))
        }
        #expect(circle.node.roster.peers.count == 2 + 32)
        #expect(circle.node.participants.count == 2)
        #expect(circle.node.replica.logs.count <= 1)
        #expect(circle.sent.count <= 1 + 2)
    }

    @Test func `a good-bye in ten thousand names is remembered of the last 256`() {
        var circle = Circle(peers: 1)
        for sender in 0..<10_000 as Range<UInt64> {
            circle.hear(5000 + sender, .leave(HighFrame(log: 0)))
        }
        #expect(circle.node.roster.left.count == 256)
        #expect(circle.node.participants.count == 1)
    }

    @Test func `logs said to be as long as can be cost what 4,096 holes cost`() {
        var circle = Circle(peers: 1)
        let holdings = (0..<40 as Range<UInt64>).map { origin in
            VectorFrame.Holding(
                origin: ParticipantID(rawValue: 100 + origin), contiguous: 1 << 20, ranges: [])
        }
        let vector = VectorFrame(
            first: ParticipantID(rawValue: 0), last: ParticipantID(rawValue: .max),
            holdings: holdings, asks: true)
        circle.hear(1, .vector(vector))
        circle.run(for: .seconds(2), with: [1])
        for log in circle.node.replica.logs.values {
            #expect(log.holes.count <= 4096)
            #expect(log.holes.runs.count <= 4096)
        }
    }

    @Test func `a request for all of everything is answered within the budget`() throws {
        var circle = Circle(peers: 1)
        try circle.append(300, bytes: 900)
        circle.run(for: .seconds(1), with: [1])
        circle.forget()
        for _ in 0..<50 { circle.hear(1, Circle.nack(1000, 0..<1 << 20)) }
        circle.run(for: .milliseconds(100))
        #expect(circle.sent.filter { $0.to == .group }.count <= 32 + 100 + 1)
    }

    @Test func `times beyond all clocks do no harm`() {
        var circle = Circle(peers: 1)
        for time in [0, 1, .max, 1 << 31] as [UInt32] {
            var state = circle.state()
            state.sendTime = time
            state.entries = .max
            state.people = .max
            state.generation = .max
            state.multicasts = .max
            state.echoes = [
                .init(participant: Circle.nodeID, sendTime: time, hold: .max, isWelcomed: true)
            ]
            circle.hear(1, .state(state))
            circle.run(for: .seconds(1))
        }
        #expect(circle.node.roster.roundTrip == .milliseconds(10))
        #expect(circle.node.participants.count == 1)
    }

    @Test func `an entry cannot be put into my own log`() throws {
        var circle = Circle(peers: 1)
        try circle.append()
        let digest = circle.node.logDigest
        circle.hear(1, Circle.repair(1000, 2), Circle.vector(1000, 9))
        #expect(circle.node.logDigest == digest)
        #expect(circle.holes(of: 1000).isEmpty)
        try circle.append()
        #expect(circle.entriesTold.map(\.index) == [0, 1, 2])
    }
}
