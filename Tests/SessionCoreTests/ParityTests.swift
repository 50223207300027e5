import SessionSimulation
import Testing

@testable import SessionCore

/// Making up for datagrams that some of several lost.
struct ParityTests {
    private let everybody = ParticipantID(rawValue: 0)

    @Test func `every number but 0 has an inverse, and products are those of polynomials`() {
        for value in 1...255 as ClosedRange<UInt8> {
            #expect(GaloisField.product(value, GaloisField.inverse(value)) == 1)
            #expect(GaloisField.product(value, 0) == 0)
            #expect(GaloisField.product(value, 1) == value)
        }
        // x · x^7 = x^8 = x^4 + x^3 + x^2 + 1.
        #expect(GaloisField.product(2, 0x80) == 0x1D)
    }

    /// Sixteen datagrams of two logs, with a gap, and what makes up for their loss.
    private func block() throws -> (chunks: [Frame], parities: [ParityFrame]) {
        var encoder = ParityEncoder(session: Stage.home)
        var chunks: [Frame] = []
        for source in 0..<16 as Range<UInt32> {
            let first = source * 5 + (source > 4 ? 7 : 0)
            let frame = Frame.chunk(
                for: everybody, of: source < 10 ? 77 : 99, first..<first + 3 + source % 3,
                bodyBytes: 20 + Int(source) * 3)
            guard case .chunk(_, let runs) = frame else { continue }
            let isTaken = encoder.add(runs)
            #expect(isTaken)
            chunks.append(frame)
        }
        #expect(encoder.isFull)
        return (chunks, encoder.parities)
    }

    @Test func `three of nineteen datagrams may be lost, whichever`() throws {
        let (chunks, parities) = try block()
        #expect(parities.count == 3)
        let all = chunks + parities.map { .parity($0) }
        var whole = Stage.entered(players: [1000, 2000])
        for chunk in chunks { whole.say(0, chunk) }
        var random = RandomSource(seed: 5)
        for _ in 0..<80 {
            var lost: Set<Int> = []
            while lost.count < 3 { lost.insert(Int(random.next() % 19)) }
            var stage = Stage.entered(players: [1000, 2000])
            for (place, frame) in all.enumerated() where !lost.contains(place) {
                stage.say(0, frame)
            }
            #expect(stage.node.entryCount == whole.node.entryCount, "lost \(lost.sorted())")
            #expect(stage.node.logDigest == whole.node.logDigest, "lost \(lost.sorted())")
        }
    }

    @Test func `what does not add up is thrown away`() throws {
        let (chunks, parities) = try block()
        var stage = Stage.entered(players: [1000, 2000])
        for chunk in chunks.dropFirst() { stage.say(0, chunk) }
        let held = stage.node.entryCount
        var lie = parities[0]
        lie.bytes[9] ^= 4
        stage.say(0, .parity(lie))
        lie = parities[0]
        lie.block.digest ^= 1
        stage.say(0, .parity(lie))
        lie.block.counts.swapAt(0, 1)
        stage.say(0, .parity(lie))
        #expect(stage.node.entryCount == held)
        stage.say(0, .parity(parities[1]))
        #expect(stage.node.entryCount > held)
    }

    @Test func `a block that counts other entries than it names is no block`() throws {
        let parity = try #require(try block().parities.first)
        for change in [
            { $0.block.counts[0] += 1 }, { $0.block.counts[0] = 0 }, { $0.row = $0.rows },
            { $0.rows = 4 }, { $0.block.counts.append(0) },
        ] as [(inout ParityFrame) -> Void] {
            var wrong = parity
            change(&wrong)
            let datagram = Datagram(sender: Golden.ana, counter: 1, frames: [.parity(wrong)])
            #expect(throws: WireError.outOfBounds) {
                try Datagram(parsing: datagram.encoded(for: Golden.room), room: Golden.room)
            }
        }
    }

    @Test func `parities of blocks that never get whole take no more room than eight`() throws {
        var stage = Stage.entered(players: [1000, 2000])
        var frame = try #require(try block().parities.first)
        for digest in 0..<20 as Range<UInt64> {
            frame.block.digest = digest
            stage.say(0, .parity(frame))
        }
        #expect(stage.node.parities.count == ParityDecoder.blocksMax)
        #expect(stage.node.entryCount == 0)
    }

    @Test(arguments: [Defects(), .noParity])
    func `what twelve who come at once lose costs little more`(defect: Defects) throws {
        var configuration = Configuration()
        configuration.defects = defect
        var bus = Bus()
        for _ in 0..<2 { bus.addNode(configuration: configuration) }
        bus.run(for: .seconds(2))
        for _ in 0..<1500 {
            try bus.with(0) {
                _ = try $0.append(Array(repeating: 1, count: 60), channel: 1, at: $1)
            }
            bus.run(for: .milliseconds(2))
        }
        bus.run(for: .seconds(3))
        bus.lossPermille = 50
        for _ in 0..<12 { bus.addNode(configuration: configuration) }
        #expect(bus.run(within: .seconds(10)) { $0.haveEqualLogs })
        let sent = bus.nodes.reduce(0) {
            $0 + $1.statistics.chunksMulticast + $1.statistics.paritiesSent
        }
        // One copy takes some 110.
        #expect((sent < 165) == defect.isEmpty, "\(sent)")
    }
}
