import SessionSimulation
import Testing

@testable import SessionCore

/// Giving in bulk, and taking what was given to others.
struct ChunkTests {
    private let log = ParticipantID(rawValue: 77)

    /// A node that holds a log of somebody gone.
    private func donor(entries: UInt32 = 200, defects: Defects = []) -> Stage {
        var stage = Stage.entered(players: [1000, 2000], defects: defects)
        for start in stride(from: 0, to: entries, by: 40) {
            stage.say(
                0,
                .chunk(
                    for: ParticipantID(rawValue: 1), of: 77, start..<min(start + 40, entries)))
        }
        stage.players[0].isBeating = true
        stage.players[1].isBeating = true
        stage.run(for: .seconds(2))
        stage.forget()
        return stage
    }

    private func pull(_ stage: Stage, _ range: Range<UInt32>) -> Frame {
        .pull(stage.node.id, [MissingRanges(origin: log, stream: .log, ranges: [range])])
    }

    @Test func `just what was asked for goes to the asker, byte for byte`() {
        var stage = donor()
        stage.say(0, pull(stage, 10..<150))
        let given = stage.chunks.flatMap(\.part).flatMap { run in
            run.envelopes.enumerated().map { (run.firstIndex + UInt32($0.offset), $0.element) }
        }
        #expect(given.map(\.0) == Array(10..<150))
        #expect(given.allSatisfy { $0.1 == Frame.pulled($0.0) })
        #expect(stage.chunks.allSatisfy { $0.to == .peer(stage.address(0)) })
        #expect(stage.datagramBytesMax <= 1200)
    }

    @Test func `a range without an end costs what is held`() {
        var stage = donor()
        stage.say(0, pull(stage, 0..<1 << 20))
        #expect(stage.chunks.flatMap(\.part).reduce(0) { $0 + $1.envelopes.count } == 200)
    }

    @Test func `who is not confirmed, and a question to somebody else, get nothing`() {
        var stage = donor()
        stage.players.append(Stage.Player(3000))
        stage.say(2, pull(stage, 0..<100))
        let missing = MissingRanges(origin: log, stream: .log, ranges: [0..<100])
        stage.say(0, .pull(stage.players[1].id, [missing]))
        #expect(stage.chunks.isEmpty)
    }

    @Test func `at most 256 chunks go out for one question, at a pace`() {
        var stage = Stage.entered(players: [1000, 2000])
        for index in 0..<300 as Range<UInt32> {
            stage.say(
                0,
                .chunk(
                    for: ParticipantID(rawValue: 1), of: 77, index..<index + 1, bodyBytes: 900))
        }
        stage.beat(0)
        stage.forget()
        stage.say(1, pull(stage, 0..<300))
        #expect(stage.chunks.count == 32)
        stage.run(for: .milliseconds(1))
        #expect(stage.chunks.count <= 32 + 33)
        stage.run(for: .milliseconds(20))
        #expect(stage.chunks.count == 256)
    }

    @Test(arguments: [(999_999, true), (1_000_000, true), (1_000_001, false)] as [(Int64, Bool)])
    func `a second asker within a second makes the donor multicast`(
        pause: Int64, isShared: Bool
    ) {
        var stage = donor()
        stage.say(0, pull(stage, 0..<10))
        stage.run(for: Interval(microseconds: pause))
        stage.forget()
        stage.say(1, pull(stage, 0..<10))
        #expect(stage.chunks.map(\.to) == [isShared ? .group : .peer(stage.address(1))])
    }

    @Test(arguments: [(135, true), (136, false)] as [(UInt32, Bool)])
    func `somebody else who holds 64 entries less makes the donor multicast at once`(
        entries: UInt32, isShared: Bool
    ) {
        var stage = donor()
        stage.players[0].digest = 1
        stage.players[0].entries = entries
        stage.beat(0)
        stage.forget()
        stage.say(1, pull(stage, 0..<10))
        #expect(stage.chunks.map(\.to) == [isShared ? .group : .peer(stage.address(1))])
    }

    @Test func `what comes to others puts off asking for the same`() {
        var stage = Stage.entered(players: [1000, 2000])
        stage.players[0].digest = 1
        stage.players[0].entries = 200
        stage.beat(0)
        for first in stride(from: 0, to: 200, by: 10) as StrideTo<UInt32> {
            stage.say(0, .chunk(for: stage.players[1].id, of: 77, first..<first + 10))
            stage.say(0, .holding([77: 200]))
            stage.run(for: .milliseconds(5))
        }
        #expect(stage.asks.count <= 1 && stage.pulls.isEmpty && stage.nacks.isEmpty)
    }

    @Test(arguments: [Defects(), .noSharing])
    func `what two ask for is sent once`(defect: Defects) {
        var stage = donor(defects: defect)
        stage.say(0, pull(stage, 0..<1))
        stage.say(1, pull(stage, 1..<50))
        stage.say(0, pull(stage, 1..<50))
        let sent = stage.chunks.flatMap(\.part).reduce(0) { $0 + $1.envelopes.count }
        #expect((sent == 50) == defect.isEmpty)
    }

    @Test func `one asker alone never makes the donor multicast`() {
        var stage = donor()
        for _ in 0..<5 { stage.say(0, pull(stage, 0..<10)) }
        #expect(stage.chunks.count == 5)
        #expect(stage.node.statistics.chunksMulticast == 0)
    }

    @Test func `what all were just sent is not sent again within 2 g`() {
        var stage = donor()
        stage.say(0, pull(stage, 0..<10))
        stage.say(1, pull(stage, 10..<20))
        stage.say(0, pull(stage, 10..<20))
        #expect(stage.chunks.map(\.to) == [.peer(stage.address(0)), .group])
        stage.run(for: stage.roundTrip * 2)
        stage.say(0, pull(stage, 10..<20))
        #expect(stage.chunks.map(\.to) == [.peer(stage.address(0)), .group, .group])
    }

    @Test func `what another donor sends all is not sent as well`() {
        var stage = donor(entries: 4000)
        stage.say(0, pull(stage, 0..<1))
        stage.forget()
        // Far more than goes out at once.
        stage.say(1, pull(stage, 0..<4000))
        let begun = stage.chunks.count
        for first in stride(from: 0, to: 4000, by: 40) as StrideTo<UInt32> {
            stage.say(0, .chunk(for: stage.players[1].id, of: 77, first..<first + 40))
        }
        stage.run(for: .milliseconds(500))
        #expect(begun > 0 && stage.chunks.count == begun)
    }

    @Test(arguments: [(4000, true), (6000, false)] as [(UInt64, Bool)])
    func `of two donors who give to all the lower one goes on`(other: UInt64, yields: Bool) {
        var stage = donor(entries: 4000)
        stage.players.append(Stage.Player(other))
        stage.beat(2)
        stage.say(0, pull(stage, 0..<1))
        stage.forget()
        stage.say(1, pull(stage, 0..<4000))
        let begun = stage.chunks.count
        stage.say(2, .chunk(for: ParticipantID(rawValue: 0), of: 77, 0..<1))
        stage.run(for: .milliseconds(500))
        #expect(begun > 0 && (stage.chunks.count == begun) == yields)
    }

    @Test(arguments: [(900, 0), (1100, 1)] as [(UInt64, Int)])
    func `who pulls leaves it at hearing a lower donor give to all`(other: UInt64, pulls: Int) {
        var stage = Stage.entered(players: [1000, other])
        stage.say(0, .holding([77: 4000]))
        let before = stage.pulls.count
        #expect(before > 0)
        // The half of what was asked for is enough to ask for more.
        stage.say(1, .chunk(for: ParticipantID(rawValue: 0), of: 77, 0..<40))
        for first in stride(from: 0, to: 1600, by: 40) as StrideTo<UInt32> {
            stage.say(0, .chunk(for: stage.node.id, of: 77, first..<first + 40))
        }
        #expect((stage.pulls.count > before) == (pulls > 0))
    }

    @Test func `ten who come at once cost the donors half of ten alone`() throws {
        var bus = Bus()
        for _ in 0..<2 { bus.addNode() }
        bus.run(for: .seconds(2))
        for _ in 0..<1000 {
            try bus.with(0) {
                _ = try $0.append(Array(repeating: 1, count: 60), channel: 1, at: $1)
            }
            bus.run(for: .milliseconds(2))
        }
        bus.run(for: .seconds(3))
        for _ in 0..<10 { bus.addNode() }
        #expect(bus.run(within: .seconds(3)) { $0.haveEqualLogs })
        let chunks = bus.nodes.reduce(0) { $0 + $1.statistics.chunksSent }
        let shared = bus.nodes.reduce(0) { $0 + $1.statistics.chunksMulticast }
        #expect(shared > 0)
        // Ten copies of 66 chunks, had each been sent them alone.
        #expect(chunks < 330)
    }

    @Test func `chunks for somebody else are taken by whoever hears them`() {
        var stage = Stage.entered(players: [1000, 2000])
        stage.say(0, .chunk(for: stage.players[1].id, of: 77, 0..<30))
        #expect(stage.bodies(in: Stage.home).count == 30)
        stage.say(1, .chunk(for: stage.players[0].id, of: 77, 20..<40))
        #expect(stage.bodies(in: Stage.home).count == 40)
    }

    @Test func `chunks of a session that is not held are passed over`() {
        var stage = Stage.entered()
        stage.say(0, .chunk(for: stage.node.id, of: 77, 0..<30), in: SessionID(rawValue: 9))
        #expect(stage.bodies(in: SessionID(rawValue: 9)).isEmpty)
        #expect(stage.node.entryCount == 0)
    }

    @Test func `an envelope that makes no sense spoils only itself`() {
        var stage = Stage.entered()
        let run = ChunkRun(
            origin: log, firstIndex: 0, envelopes: [Frame.pulled(0), [0xFF], Frame.pulled(2)])
        stage.say(0, .chunk(stage.node.id, [run]))
        #expect(stage.bodies(in: Stage.home).count == 2)
        #expect(stage.node.statistics.entriesRefused == 1)
    }
}
