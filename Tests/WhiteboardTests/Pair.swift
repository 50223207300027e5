import InkCanvas
import TerminalUI
import Whiteboard

/// Two people in one session: what one does arrives at the other at once.
struct Pair {
    var ana: Desk
    var ben: Desk
    private var delivered = (ana: 0, ben: 0)

    init(columns: Int = 80, rows: Int = 24) {
        ana = Desk("Ana", author: 1, color: 2, columns: columns, rows: rows)
        ben = Desk("Ben", author: 2, color: 3, columns: columns, rows: rows)
        ana.act(.participantJoined(ben.me, Person(named: "Ben", 2, color: 3)))
        ben.act(.participantJoined(ana.me, Person(named: "Ana", 1, color: 2)))
        ana.act(.link(.connected))
        ben.act(.link(.connected))
        wait(Self.noticeTime)
    }

    private static let noticeTime: Milliseconds = 4000

    /// Carries what each has said to the other.
    ///
    /// `losingEntries` leaves the log entries behind, as a bad network does for a while.
    mutating func exchange(losingEntries: Bool = false) {
        let fromAna = ana.takeEffects()
        let fromBen = ben.takeEffects()
        for effect in fromAna { Self.carry(effect, from: ana.me, to: &ben) }
        for effect in fromBen { Self.carry(effect, from: ben.me, to: &ana) }
        guard !losingEntries else { return }
        for entry in ana.entries[delivered.ana...] {
            ben.act(.entry(entry.session, entry.id, entry.body))
        }
        for entry in ben.entries[delivered.ben...] {
            ana.act(.entry(entry.session, entry.id, entry.body))
        }
        delivered = (ana.entries.count, ben.entries.count)
    }

    private static func carry(_ effect: Effect, from author: AuthorID, to desk: inout Desk) {
        guard case .ephemeral(let key, let body, _) = effect else { return }
        desk.act(.ephemeral(from: author, key: key, body: body))
    }

    mutating func wait(_ interval: Milliseconds) {
        ana.wait(interval)
        ben.wait(interval)
    }
}
