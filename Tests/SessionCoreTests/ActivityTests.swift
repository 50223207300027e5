import Testing

@testable import SessionCore

/// PROTOCOL 4: of several values of the activity all take the same one.
@Suite struct ActivityTests {
    private func activity(_ stamp: UInt64, _ payload: UInt8, of origin: UInt64, at index: UInt32)
        -> Frame
    {
        let body = ControlEntry.activity(stamp: stamp, payload: [payload]).encoded
        let envelope = Envelope(channel: 0, milliseconds: 0, body: body).encoded
        return .repair(
            ParticipantID(rawValue: origin),
            SequencedEntry(stream: .log, index: index, envelope: envelope))
    }

    @Test(arguments: [Defects(), .noActivityOrder])
    func `the highest stamp counts, whoever wrote it and whenever it comes`(defect: Defects) {
        var circle = Circle(peers: 1, defects: defect)
        circle.hear(1, activity(5, 1, of: 70, at: 0))
        circle.hear(1, activity(9, 2, of: 60, at: 0))
        circle.hear(1, activity(8, 3, of: 80, at: 0))
        #expect((circle.node.activityPayload == [2]) == defect.isEmpty)
    }

    @Test func `among equal stamps the highest author's counts`() {
        for order in [[60, 80, 70], [80, 60, 70], [70, 80, 60]] as [[UInt64]] {
            var circle = Circle(peers: 1)
            for author in order {
                circle.hear(1, activity(5, UInt8(author), of: author, at: 0))
            }
            #expect(circle.node.activityPayload == [80])
        }
    }

    @Test func `a new value takes the highest stamp known and one more`() throws {
        var circle = Circle(peers: 1)
        circle.hear(1, activity(41, 1, of: 70, at: 0))
        try circle.act { node, now in try node.setActivity([2], at: now) }
        #expect(circle.node.activityPayload == [2])
        let entry = try #require(circle.entries.last)
        let body = try Envelope(parsing: entry.value.envelope).body
        #expect(ControlEntry(parsing: body) == .activity(stamp: 42, payload: [2]))
    }

    @Test func `a stamp beyond 2^48 is passed over`() {
        var circle = Circle(peers: 1)
        circle.hear(1, activity(1 << 48, 1, of: 70, at: 0))
        circle.hear(1, activity(1 << 48 + 1, 2, of: 70, at: 1))
        #expect(circle.node.activityPayload == [1])
        #expect(circle.node.entryCount == 2)
    }

    @Test func `the session stays, and whoever comes later takes the value too`() throws {
        var stage = Stage.entered()
        try stage.with { (node, now) throws(SessionError) in try node.setActivity([7], at: now) }
        #expect(stage.node.session.id == Stage.home)
        #expect(stage.node.session.activity == Stage.activity)
        let told = stage.told.compactMap { told -> [UInt8]? in
            if case .activityChanged(_, let payload, _) = told.event { payload } else { nil }
        }
        #expect(told == [[7]])
    }
}
