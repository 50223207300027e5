import SessionSimulation
import Testing

@testable import SessionCore

/// A session that somebody ended.
struct EndTests {
    private func endings(_ bus: Bus, at index: Int) -> [ParticipantID] {
        bus.events[index].compactMap { if case .ended(_, let by) = $0 { by } else { nil } }
    }

    @Test func `all are told once, by whom, and nobody says anything more`() throws {
        var bus = Bus()
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(2))
        try bus.with(0) { _ = try $0.append([1], channel: 1, at: $1) }
        bus.with(1) { $0.end(at: $1) }
        bus.with(1) { $0.end(at: $1) }
        bus.run(for: .seconds(3))
        for index in 0..<3 {
            #expect(endings(bus, at: index) == [bus.nodes[1].id])
            #expect(throws: SessionError.notInSession) {
                try bus.with(index) { _ = try $0.append([2], channel: 1, at: $1) }
            }
            #expect(throws: SessionError.notInSession) {
                try bus.with(index) { try $0.send([2], channel: 1, at: $1) }
            }
            #expect(bus.bodies(at: index) == [[1]])
        }
        let count = bus.nodes[0].entryCount
        bus.with(2) { $0.end(at: $1) }
        bus.run(for: .seconds(1))
        #expect(bus.nodes.allSatisfy { $0.entryCount == count })
    }

    @Test func `two who end at once end it once`() {
        var bus = Bus()
        for _ in 0..<3 { bus.addNode() }
        bus.run(for: .seconds(2))
        for index in 0..<2 { bus.with(index) { $0.end(at: $1) } }
        bus.run(for: .seconds(2))
        for index in 0..<3 { #expect(endings(bus, at: index).count == 1) }
    }

    @Test func `who comes late learns of the end`() {
        var bus = Bus()
        for _ in 0..<2 { bus.addNode() }
        bus.run(for: .seconds(2))
        bus.with(0) { $0.end(at: $1) }
        bus.run(for: .seconds(1))
        let late = bus.addNode()
        bus.run(for: .seconds(2))
        #expect(endings(bus, at: late) == [bus.nodes[0].id])
    }

    @Test func `what an ending crossed on its way is still taken`() {
        var stage = Stage.entered(players: [1000, 2000])
        stage.with { $0.end(at: $1) }
        stage.say(0, .ink([7], at: 0))
        #expect(stage.bodies(in: Stage.home) == [[7]])
    }

    @Test func `the end of an earlier session leaves the present one be`() throws {
        var stage = Stage.entered()
        try stage.append([1])
        stage.with { $0.rotate(from: Stage.home, to: Stage.activity, at: $1) }
        let envelope = Envelope(channel: 0, milliseconds: 0, body: ControlEntry.end.encoded)
        stage.say(
            0,
            .entry(SequencedEntry(stream: .log, index: 0, envelope: envelope.encoded)),
            in: Stage.home)
        #expect(stage.endings == [Stage.home])
        try stage.append([2])
    }

    @Test func `after the end a new session can be opened`() throws {
        var stage = Stage.entered()
        stage.with { $0.end(at: $1) }
        stage.with { $0.rotate(from: Stage.home, to: Stage.activity, at: $1) }
        try stage.append([2])
        #expect(stage.endings == [Stage.home])
    }
}
