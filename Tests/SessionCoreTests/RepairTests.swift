import Testing

@testable import SessionCore

/// PROTOCOL 6, "Suppression" and "Repairing".
@Suite struct RepairTests {
    // MARK: - Suppression

    @Test(arguments: [Defects(), .noRearm])
    func `another's request puts mine off by one retry wait`(defect: Defects) {
        var arePutOff = true
        let base = Circle(peers: 2, defects: defect)
        for seed in 0..<40 as Range<UInt64> {
            var circle = base
            circle.node.random = RandomSource(seed: seed)
            circle.hear(1, Circle.entry(0), Circle.entry(2))
            circle.hear(2, Circle.nack(1, 1..<2))
            circle.run(for: .milliseconds(100))
            let wait = ((circle.nacks.first?.at ?? base.now) - base.now).inMilliseconds
            arePutOff =
                arePutOff && wait >= 44 && wait < 84
                && circle.node.statistics.nacksSuppressed == 1
        }
        #expect(arePutOff == defect.isEmpty)
    }

    @Test(arguments: [Defects(), .noRearm])
    func `another's request counts as a try of mine`(defect: Defects) throws {
        var circle = Circle(peers: 2, defects: defect)
        circle.hear(1, Circle.entry(0), Circle.entry(2), circle.disagreement)
        circle.hear(2, Circle.nack(1, 0..<9))
        circle.run(for: .seconds(3), with: [1, 2])
        let vector = try #require(circle.vectors.first)
        // The last of the eight goes just before the vector is decided on, which waits its spread.
        let asked = circle.nacks.filter { $0.at + .milliseconds(45) < vector.at }.count
        #expect((asked == 7) == defect.isEmpty)
    }

    @Test func `each further request of another's puts mine off for twice as long`() throws {
        var circle = Circle(peers: 2)
        circle.hear(1, Circle.entry(0), Circle.entry(2))
        for _ in 0..<5 {
            circle.hear(2, Circle.nack(1, 1..<2))
            circle.run(for: .milliseconds(40))
        }
        circle.hear(2, Circle.nack(1, 1..<2))
        let start = circle.now
        circle.run(for: .seconds(1), with: [1, 2])
        let wait = try #require(circle.nacks.first).at - start
        #expect(wait.inMilliseconds >= 40 + 128 && wait.inMilliseconds < 40 + 128 + 40)
        #expect(circle.node.statistics.nacksSuppressed == 6)
    }

    @Test func `only what both lack is put off`() {
        var circle = Circle(peers: 2)
        circle.hear(1, Circle.entry(0), Circle.entry(5))
        circle.hear(2, Circle.nack(1, 3..<5))
        circle.run(for: .milliseconds(44))
        #expect(circle.nacks.map(\.value) == [[Circle.missing(1, [1..<3])]])
    }

    @Test func `who has not echoed me puts nothing off`() {
        var circle = Circle(peers: 2)
        circle.hear(1, Circle.entry(0), Circle.entry(2))
        circle.hear(9, Circle.nack(1, 1..<2))
        circle.run(for: .milliseconds(44))
        #expect(circle.nacks.count == 1)
        #expect(circle.node.statistics.nacksSuppressed == 0)
    }

    // MARK: - The origin

    @Test(arguments: [Defects(), .noRepair])
    func `the origin repairs at once, to all, in one datagram`(defect: Defects) throws {
        var circle = Circle(peers: 2, defects: defect)
        try circle.append(4)
        circle.run(for: .milliseconds(300))
        circle.forget()
        circle.hear(1, Circle.nack(1000, 1..<3, 4..<5))
        let datagrams = circle.sent.filter { $0.at == circle.now && $0.to == .group }
        let holds =
            datagrams.count == 1 && circle.entries.map(\.value.index) == [1, 2, 4]
            && circle.node.statistics.entriesRepaired == 3
            && circle.node.statistics.entriesRepairedForOthers == 0
        #expect(holds == defect.isEmpty)
    }

    @Test func `who has not echoed me gets no repair`() throws {
        var circle = Circle(peers: 2)
        try circle.append()
        circle.run(for: .milliseconds(300))
        circle.forget()
        circle.hear(9, Circle.nack(1000, 0..<2))
        circle.run(for: .milliseconds(15))
        #expect(circle.entries.isEmpty)
    }

    @Test func `nothing is sent again within g of having been sent`() throws {
        var circle = Circle(peers: 2)
        try circle.append()
        circle.run(for: .milliseconds(300))
        circle.forget()
        circle.hear(1, Circle.nack(1000, 1..<2))
        circle.run(for: .milliseconds(10) - Interval(microseconds: 1))
        circle.hear(2, Circle.nack(1000, 1..<2))
        #expect(circle.node.statistics.entriesRepaired == 1)
        circle.run(for: Interval(microseconds: 1))
        circle.hear(2, Circle.nack(1000, 1..<2))
        #expect(circle.node.statistics.entriesRepaired == 2)
    }

    // MARK: - Other holders

    @Test(arguments: [Defects(), .noRepair, .noHolderRepair])
    func `of two, a holder repairs after 2 g`(defect: Defects) {
        var circle = Circle(peers: 1, defects: defect)
        circle.hear(1, Circle.repair(77, 0))
        circle.run(for: .milliseconds(10))
        let start = circle.now
        circle.hear(1, Circle.nack(77, 0..<3))
        circle.run(for: .milliseconds(25))
        let holds =
            circle.repairs.map(\.at) == [start + .milliseconds(20)]
            && circle.repairs.map(\.to) == [.group]
            && circle.node.statistics.entriesRepairedForOthers == 1
        #expect(holds == defect.isEmpty)
    }

    @Test(arguments: [2, 8])
    func `of several, a holder repairs after 2 g and a random spread of 4 g`(peers: Int) {
        let base = Circle(peers: peers)
        var sum = 0.0
        for seed in 0..<200 as Range<UInt64> {
            var circle = base
            circle.node.random = RandomSource(seed: seed)
            circle.hear(2, Circle.entry(0))
            circle.run(for: .milliseconds(10))
            let start = circle.now
            circle.hear(1, Circle.nack(2, 0..<1))
            circle.run(for: .milliseconds(60))
            #expect(circle.repairs.count == 1)
            let wait = ((circle.repairs.first?.at ?? start) - start).inMilliseconds
            #expect(wait >= 20 && wait < 60)
            sum += (wait - 20) / 40
        }
        #expect(abs(sum / 200 - truncatedExponentialMean(groupSize: peers + 1)) < 0.05)
    }

    @Test(arguments: [Defects(), .wrongBytesFromDonor])
    func `an entry is repeated byte for byte`(defect: Defects) {
        var circle = Circle(peers: 1, defects: defect)
        // With an authenticator, which this version does not write.
        let envelope: [UInt8] = [1, 0, 2, 7, 8, 3, 1, 2, 3]
        let entry = SequencedEntry(stream: .log, index: 0, envelope: envelope)
        circle.hear(1, .repair(ParticipantID(rawValue: 77), entry))
        circle.run(for: .milliseconds(10))
        circle.hear(1, Circle.nack(77, 0..<1))
        circle.run(for: .milliseconds(20))
        #expect((circle.repairs.map(\.value) == [entry]) == defect.isEmpty)
    }

    static let answers: [(name: String, frame: Frame)] = [
        ("entry", Circle.entry(0)), ("repair", Circle.repair(2, 0)),
        (
            "chunk",
            .chunk(
                ParticipantID(rawValue: 1),
                [
                    ChunkRun(
                        origin: ParticipantID(rawValue: 2), firstIndex: 0,
                        envelopes: [Circle.envelope(0)])
                ])
        ),
    ]

    @Test(arguments: answers.map(\.name), [Defects(), .noSuppression])
    func `a repair that somebody else is heard sending is called off`(
        name: String, defect: Defects
    ) throws {
        let answer = try #require(Self.answers.first { $0.name == name })
        var circle = Circle(peers: 2, defects: defect)
        circle.hear(2, Circle.entry(0))
        circle.run(for: .milliseconds(10))
        circle.hear(1, Circle.nack(2, 0..<1))
        circle.run(for: .milliseconds(19))
        circle.hear(2, answer.frame)
        circle.run(for: .milliseconds(100))
        let holds = circle.repairs.isEmpty && circle.node.statistics.repairsSuppressed == 1
        #expect(holds == defect.isEmpty)
    }

    @Test(arguments: [(9_999, 0), (10_000, 1)] as [(Int64, Int)])
    func `nothing is repaired within g of having been heard`(wait: Int64, repairs: Int) {
        var circle = Circle(peers: 2)
        circle.hear(2, Circle.entry(0))
        circle.run(for: Interval(microseconds: wait))
        circle.hear(1, Circle.nack(2, 0..<1))
        circle.run(for: .milliseconds(100))
        #expect(circle.repairs.count == repairs)
    }

    @Test func `two requests for the same are one repair`() {
        var circle = Circle(peers: 3)
        circle.hear(2, Circle.entry(0))
        circle.run(for: .milliseconds(10))
        circle.hear(1, Circle.nack(2, 0..<1))
        circle.hear(3, Circle.nack(2, 0..<1))
        circle.run(for: .milliseconds(100))
        #expect(circle.repairs.count == 1)
    }

    @Test func `of what is asked for at most so many ranges wait to be repaired`() throws {
        var configuration = Configuration()
        #expect(configuration.repairsMax == 1024)
        configuration.repairsMax = 8
        var circle = Circle(peers: 1, configuration: configuration)
        try circle.append(60, bytes: 900)
        // The bucket is empty now.
        let ranges = (0..<30 as Range<UInt32>).map { $0 * 2..<$0 * 2 + 1 }
        circle.run(for: .milliseconds(31))
        circle.forget()
        circle.hear(1, .nack([Circle.missing(1000, ranges)]))
        #expect(circle.node.outbox.repairs.count <= 8)
        #expect(circle.node.statistics.repairsDropped > 0)
    }
}
