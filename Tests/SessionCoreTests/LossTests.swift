import Testing

@testable import SessionCore

/// PROTOCOL 6, "Rate": when a network is taken for a radio.
@Suite struct LossTests {
    @Test func `the loss is what part of what was counted between two heartbeats was not heard`() {
        var meter = LossMeter()
        meter.noteMulticast()
        meter.note(count: 100)
        #expect(meter.sent == 0 && meter.lost == 0)
        for _ in 0..<30 { meter.noteMulticast() }
        meter.note(count: 140)
        #expect(meter.sent == 40 && meter.lost == 10)
        // More than was sent, as by duplicates, makes no other loss good.
        for _ in 0..<100 { meter.noteMulticast() }
        meter.note(count: 150)
        #expect(meter.sent == 50 && meter.lost == 10)
    }

    @Test func `it counts from 32 multicasts on`() {
        var meter = LossMeter()
        meter.note(count: 0)
        meter.note(count: 31)
        #expect(meter.grade(Configuration()) == nil)
        meter.note(count: 32)
        #expect(meter.grade(Configuration()) == .much)
    }

    @Test func `past 512 the past counts half`() {
        var meter = LossMeter()
        meter.note(count: 0)
        for _ in 0..<500 { meter.noteMulticast() }
        meter.note(count: 500)
        meter.note(count: 520)
        #expect(meter.sent == 260 && meter.lost == 10)
        meter.note(count: 772)
        #expect(meter.sent == 512 && meter.lost == 262)
    }

    @Test func `a count that begins anew says nothing`() {
        var meter = LossMeter()
        meter.note(count: 500)
        meter.note(count: 3)
        #expect(meter.sent == 0)
        meter.note(count: 4_000_000_000)
        #expect(meter.sent == 0)
    }

    // MARK: - The room

    /// A node among peers of whose multicasts, a hundred each, so many are lost.
    private func circle(losses: [Int], strangers: [Int] = []) -> Circle {
        var circle = Circle(peers: losses.count)
        let others = strangers.indices.map { UInt64(100 + $0) }
        for (peer, loss) in zip(circle.peers + others, losses + strangers) {
            count(peer, sent: 100, lost: loss, in: &circle)
        }
        return circle
    }

    /// A peer multicasts, and counts it in its heartbeats.
    private func count(_ peer: UInt64, sent: UInt32, lost: Int, in circle: inout Circle) {
        var state = circle.state()
        let id = ParticipantID(rawValue: peer)
        let former = circle.node.roster.peers[id]?.state?.multicasts ?? 0
        state.multicasts = former
        circle.hear(peer, .state(state))
        for _ in 0..<Int(sent) - lost { circle.hear(peer, .high(HighFrame(log: 0))) }
        state.multicasts = former + sent
        circle.hear(peer, .state(state))
    }

    @Test(
        arguments: [
            ([5, 5], false), ([6, 6], true), ([6, 0], false), ([50, 0, 0], false),
            ([6, 6, 0], true), ([50, 6, 0, 0], false),
        ] as [([Int], Bool)])
    func `more than 5 % at the lower median is slow`(losses: [Int], isSlow: Bool) {
        let circle = circle(losses: losses)
        #expect(circle.node.isSlow == isSlow)
        #expect(circle.node.groupRate == (isSlow ? 300 : 1000))
    }

    @Test func `what strangers lose is not counted`() {
        #expect(!circle(losses: [0], strangers: [90, 90, 90]).node.isSlow)
    }

    @Test func `once slow, no more than 2.5 % is fast again`() {
        var circle = circle(losses: [8])
        var seen: [Bool] = [circle.node.isSlow]
        for loss in [4, 2] {
            for _ in 0..<20 {
                count(1, sent: 100, lost: loss, in: &circle)
                circle.run(for: .milliseconds(200))
            }
            seen.append(circle.node.isSlow)
        }
        #expect(seen == [true, true, false])
    }

    @Test func `round trips of more than 20 ms are slow, and once slow, of more than 10 ms`() {
        var stage = Stage.entered()
        let isSlow = ([20, 21, 11, 10, 20] as [Int64]).map { milliseconds in
            stage.roundTrip = .milliseconds(milliseconds)
            for _ in 0..<16 { stage.beat(0) }
            return stage.node.isSlow
        }
        #expect(isSlow == [false, true, true, false, false])
    }

    @Test(arguments: [10, 30] as [Int64])
    func `where it is slow a second asker makes no donor multicast`(g: Int64) throws {
        var stage = Stage.entered(players: [1000, 2000], roundTrip: .milliseconds(g))
        for _ in 0..<100 { try stage.append([1]) }
        stage.run(for: .seconds(1))
        stage.forget()
        for player in 0..<2 { stage.say(player, .pull(stage.node.id, [stage.own(0..<90)])) }
        #expect(stage.chunks.last?.to == (g == 10 ? .group : .peer(stage.address(1))))
    }
}

extension Stage {
    /// Entries of the node's own log.
    fileprivate func own(_ range: Range<UInt32>) -> MissingRanges {
        MissingRanges(origin: node.id, stream: .log, ranges: [range])
    }
}
