import SessionSimulation
import Testing

@testable import SessionCore

/// PROTOCOL 6, what nobody alive can fill.
@Suite struct OrphanTests {
    /// The node lacks entry 1 of 77, who is gone.
    private func circle(_ defect: Defects = [], disagrees: Bool) -> Circle {
        var circle = Circle(peers: 1, defects: defect)
        circle.hear(1, Circle.repair(77, 0), Circle.repair(77, 2))
        // A heartbeat that is older than the news says nothing about it.
        circle.run(for: circle.node.roster.roundTrip + .milliseconds(1))
        circle.hear(1, .state(circle.state(digest: disagrees ? 99 : nil)))
        return circle
    }

    @Test(arguments: [Defects(), .noOrphan])
    func `what a gone author's peers lack too is given up after two tries`(defect: Defects) {
        var circle = circle(defect, disagrees: false)
        circle.run(for: .seconds(8), with: [1])
        let holds = circle.nacks.count == 2 && circle.node.statistics.entriesOrphaned == 1
        #expect(holds == defect.isEmpty)
        #expect(circle.holes(of: 77).isEmpty == defect.isEmpty)
    }

    @Test(arguments: [Defects(), .noOrphan])
    func `while a peer holds something else, eight tries, a vector and two more come first`(
        defect: Defects
    ) throws {
        var circle = circle(defect, disagrees: true)
        circle.run(for: .seconds(8), with: [1])
        #expect((circle.nacks.count == 10) == defect.isEmpty)
        #expect((circle.node.statistics.entriesOrphaned == 1) == defect.isEmpty)
        #expect(circle.vectors.first?.value.asks == true)
    }

    @Test func `heartbeats from before an entry was heard of do not make it an orphan`() {
        var circle = Circle(peers: 1)
        circle.hear(1, .state(circle.state(digest: nil)))
        circle.hear(1, Circle.repair(77, 0), Circle.repair(77, 2))
        circle.hear(1, .state(circle.state(digest: nil)))
        circle.run(for: .milliseconds(500))
        #expect(circle.nacks.count > 2)
        #expect(circle.node.statistics.entriesOrphaned == 0)
    }

    @Test func `in an earlier session a gone author's entries are given up after four tries`() {
        var circle = Circle(peers: 1)
        circle.hear(1, Circle.repair(77, 0), Circle.repair(77, 2), circle.disagreement)
        circle.act { $0.rotate(from: Circle.session, to: Bus.activity, at: $1) }
        circle.run(for: .seconds(3), with: [1])
        #expect(circle.nacks.count == 4)
        #expect(circle.node.statistics.entriesOrphaned == 1)
    }

    @Test func `a vector that shows an orphan held makes it asked for again, at once`() {
        var circle = circle(disagrees: false)
        circle.run(for: .seconds(1), with: [1])
        circle.forget()
        circle.hear(1, .high(HighFrame(log: 0)), Circle.repair(77, 2))
        circle.run(for: .milliseconds(500))
        #expect(circle.nacks.isEmpty)
        let start = circle.now
        circle.hear(1, Circle.vector(77, 3))
        circle.run(for: .milliseconds(1))
        #expect(circle.nacks.map(\.value) == [[Circle.missing(77, [1..<2])]])
        #expect(circle.nacks.map(\.at) == [start])
    }

    @Test func `a vector that does not show an orphan leaves it`() {
        var circle = circle(disagrees: false)
        circle.run(for: .seconds(1), with: [1])
        circle.forget()
        circle.hear(1, Circle.vector(77, 1))
        circle.hear(1, Circle.vector(78, 3))
        circle.run(for: .milliseconds(1))
        #expect(circle.holes(of: 77).isEmpty)
    }

    @Test func `an orphan that comes by itself is delivered`() {
        var circle = circle(disagrees: false)
        circle.run(for: .seconds(1), with: [1])
        circle.forget()
        circle.hear(1, Circle.repair(77, 1))
        #expect(circle.entriesTold.map(\.index) == [1])
        circle.hear(1, Circle.vector(77, 3))
        circle.run(for: .milliseconds(100))
        #expect(circle.nacks.isEmpty)
    }

    // MARK: - Messages

    @Test(arguments: [Defects(), .noOrphan])
    func `a gone sender's lost message is told once, and those behind it are delivered in order`(
        defect: Defects
    ) {
        var circle = Circle(peers: 2, defects: defect)
        for index in [0, 2, 3, 6] as [UInt32] { circle.hear(1, Circle.entry(index, .messages)) }
        circle.run(for: .seconds(9), with: [2])
        let losses = circle.events.compactMap { event -> Int? in
            if case .messagesLost(_, let count) = event { count } else { nil }
        }
        let holds =
            losses == [1, 2] && circle.node.statistics.messagesLost == 3
            && circle.messages == [[0], [2], [3], [6]]
        #expect(holds == defect.isEmpty)
    }

    @Test func `a message below its sender's lowest held is lost at once`() {
        var circle = Circle(peers: 1)
        circle.hear(1, Circle.entry(0, .messages), Circle.entry(4, .messages))
        circle.hear(1, .high(HighFrame(log: 0, messages: 5, lowestMessage: 3)))
        #expect(circle.node.statistics.messagesLost == 2)
        circle.hear(1, Circle.entry(3, .messages))
        #expect(circle.messages == [[0], [3], [4]])
        circle.hear(1, .high(HighFrame(log: 0, messages: 5, lowestMessage: 3)))
        #expect(circle.node.statistics.messagesLost == 2)
    }

    @Test func `while its sender is there a message is not given up`() {
        var circle = Circle(peers: 1)
        circle.hear(1, Circle.entry(0, .messages), Circle.entry(2, .messages))
        circle.run(for: .seconds(20), with: [1])
        #expect(circle.node.statistics.messagesLost == 0)
        circle.hear(1, Circle.entry(1, .messages))
        #expect(circle.messages == [[0], [1], [2]])
    }

    @Test func `a gone sender's message is given up after four tries`() {
        var circle = Circle(peers: 2)
        circle.hear(1, Circle.entry(0, .messages), .leave(HighFrame(log: 0, messages: 2)))
        circle.run(for: .seconds(9), with: [2])
        #expect(circle.nacks.count == 4)
        #expect(circle.node.statistics.messagesLost == 1)
    }
}
