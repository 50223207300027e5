import Testing

@testable import SessionCore

/// Which of two chains yields: each difference alone, with all later ones pointing the other way.
struct ChainMeetingTests {
    /// One of two sessions that meet.
    struct Side {
        var isWritten = true
        var hasCompany = false
        var isReopened = false
        var founding: UInt64
        var id: UInt64
    }

    /// Whether a node in the one session is in the other after more than the longest wait.
    private func moves(from mine: Side, to theirs: Side, defects: Defects = []) -> Bool {
        var configuration = Configuration()
        configuration.defects = defects
        var stage = Stage(players: [1000, 2000, 3000], configuration: configuration)
        let (here, there) = (SessionID(rawValue: mine.id), SessionID(rawValue: theirs.id))
        stage.players[0].session = here
        stage.players[0].founding = SessionID(rawValue: mine.founding)
        if mine.isWritten { stage.players[0].flags = .written }
        stage.start()
        stage.beat(0)
        stage.run(for: .milliseconds(300))
        stage.with { node, _ in node.withReplica { $0.isReopened = mine.isReopened } }
        if mine.hasCompany {
            stage.players[0].isBeating = true
        } else {
            stage.say(0, .leave(HighFrame(log: 0)))
        }
        let present = theirs.hasCompany ? [1, 2] : [1]
        for player in present {
            stage.players[player].session = there
            stage.players[player].founding = SessionID(rawValue: theirs.founding)
            stage.players[player].people = UInt32(present.count)
            // Whatever it is told, nobody moves for this.
            stage.players[player].generation = 1
            if theirs.isWritten { stage.players[player].flags.insert(.written) }
            if theirs.isReopened { stage.players[player].flags.insert(.reopened) }
            stage.players[player].isBeating = true
        }
        // One more heartbeat, now that all have been heard.
        for player in present.reversed() + present { stage.beat(player) }
        stage.forget()
        stage.run(for: .milliseconds(2200))
        let isThere = stage.node.session.id == there
        #expect(isThere || stage.node.session.id == here)
        if isThere { #expect(stage.node.statistics.chainsMet == 1) }
        return isThere
    }

    @Test func `first, the session nobody has written in yields`() {
        let written = Side(isWritten: true, isReopened: true, founding: 9, id: 0x99)
        let unwritten = Side(isWritten: false, hasCompany: true, founding: 1, id: 0x11)
        #expect(moves(from: unwritten, to: written))
        #expect(!moves(from: written, to: unwritten))
    }

    @Test func `second, the session without company yields to the one with several`() {
        let several = Side(hasCompany: true, isReopened: true, founding: 9, id: 0x99)
        let alone = Side(founding: 1, id: 0x11)
        #expect(moves(from: alone, to: several))
        #expect(!moves(from: several, to: alone))
    }

    @Test func `third, the session reopened yields`() {
        let reopened = Side(isReopened: true, founding: 1, id: 0x11)
        let live = Side(founding: 9, id: 0x99)
        #expect(moves(from: reopened, to: live))
        #expect(!moves(from: live, to: reopened))
    }

    @Test func `a session reopened in which somebody else was heard is like any other`() {
        let reopened = Side(hasCompany: true, isReopened: true, founding: 1, id: 0x11)
        let live = Side(hasCompany: true, founding: 9, id: 0x99)
        #expect(!moves(from: reopened, to: live))
    }

    @Test(arguments: [false, true])
    func `fourth, the higher founding id yields`(hasCompany: Bool) {
        let low = Side(hasCompany: hasCompany, founding: 1, id: 0x99)
        let high = Side(hasCompany: hasCompany, founding: 9, id: 0x11)
        #expect(moves(from: high, to: low))
        #expect(!moves(from: low, to: high))
    }

    @Test func `fifth, the higher session id yields`() {
        let low = Side(founding: 5, id: 0x11)
        let high = Side(founding: 5, id: 0x99)
        #expect(moves(from: high, to: low))
        #expect(!moves(from: low, to: high))
    }

    @Test func `of any two sessions just one yields`() {
        let kinds = (0..<8).map { kind in
            (kind & 1 > 0, kind & 2 > 0, kind & 4 > 0)
        }
        for (leftIsWritten, leftHasCompany, leftIsReopened) in kinds {
            for (rightIsWritten, rightHasCompany, rightIsReopened) in kinds {
                let left = Side(
                    isWritten: leftIsWritten, hasCompany: leftHasCompany,
                    // Whoever is in company says so no longer.
                    isReopened: leftIsReopened && !leftHasCompany, founding: 3, id: 0x30)
                let right = Side(
                    isWritten: rightIsWritten, hasCompany: rightHasCompany,
                    isReopened: rightIsReopened && !rightHasCompany, founding: 4, id: 0x20)
                let count =
                    (moves(from: left, to: right) ? 1 : 0) + (moves(from: right, to: left) ? 1 : 0)
                #expect(count == 1, "\(left), \(right)")
            }
        }
    }

    @Test(arguments: [[], .generationDecides] as [Defects])
    func `a forged generation decides nothing`(defects: Defects) {
        let mine = Side(hasCompany: true, founding: 1, id: 0x11)
        let theirs = Side(founding: 9, id: 0x99)
        #expect(moves(from: mine, to: theirs, defects: defects) == !defects.isEmpty)
    }

    /// Of somebody first heard by a later datagram the heartbeats before it do not count.
    @Test func `who was heard in my session before a heartbeat of it came is company`() throws {
        var stage = Stage(players: [1000, 2000])
        stage.players[1].founding = SessionID(rawValue: 0)
        stage.players[1].flags = .written
        stage.start()
        stage.run(for: .milliseconds(600))
        try stage.append([1])
        let own = stage.node.session.id
        stage.players[0].session = own
        stage.say(0, .high(HighFrame(log: 0)))
        stage.players[1].isBeating = true
        stage.beat(1)
        stage.run(for: .milliseconds(2200))
        #expect(stage.node.session.id == own)
        // Alone it goes, since the other has the lower founding id.
        stage.run(within: .seconds(6)) { $0.node.session.id != own }
        #expect(stage.node.session.id == Stage.home)
    }

    /// Else two who were told differently by a liar would send others to and fro for ever.
    @Test func `of the founding ids that are named in a session all take the lowest`() {
        var stage = Stage(players: [1000, 2000, 3000])
        for (player, founding) in [7, 5, 6].enumerated() {
            stage.players[player].founding = SessionID(rawValue: UInt64(founding))
        }
        stage.start()
        for player in 0..<3 { stage.beat(player) }
        stage.run(for: .seconds(2))
        #expect(stage.states.last?.part.founding.rawValue == 5)
    }

    @Test(arguments: [false, true])
    func `somebody heard before a sleep is not one of several after it`(sleeps: Bool) {
        var stage = Stage(players: [1000, 2000, 3000])
        let there = SessionID(rawValue: 0x11)
        for player in stage.players.indices { stage.players[player].flags = .written }
        stage.players[0].isBeating = true
        stage.start()
        stage.beat(0)
        stage.run(for: .milliseconds(300))
        for player in [1, 2] {
            stage.players[player].session = there
            stage.players[player].founding = SessionID(rawValue: .max)
            stage.beat(player)
        }
        if sleeps { stage.with { $0.wake(at: $1) } }
        // Now theirs is the chain to move to, if there are several in it.
        stage.players[1].founding = SessionID(rawValue: 1)
        stage.beat(1)
        stage.run(for: .milliseconds(2200))
        #expect(stage.node.session.id == (sleeps ? Stage.home : there))
    }

    @Test(arguments: [(9, false), (20, true)] as [(UInt64, Bool)])
    func `what somebody gone had said before its last heartbeat makes it nowhere present`(
        counter: UInt64, isLater: Bool
    ) {
        var stage = Stage(players: [1000, 2000, 3000])
        let there = SessionID(rawValue: 0x11)
        for player in stage.players.indices { stage.players[player].flags = .written }
        stage.players[0].isBeating = true
        stage.start()
        stage.players[2].counter = 10
        for player in [0, 2] { stage.beat(player) }
        // The last one falls silent, and is lost.
        stage.run(for: .seconds(10))
        stage.players[1].session = there
        stage.players[1].founding = SessionID(rawValue: 1)
        stage.players[2].counter = counter
        stage.say(2, .high(HighFrame(log: 0)), in: there)
        stage.beat(1)
        stage.run(for: .milliseconds(2200))
        #expect(stage.node.session.id == (isLater ? there : Stage.home))
    }
}
