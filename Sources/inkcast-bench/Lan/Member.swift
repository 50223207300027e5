import GroupActivities
import Synchronization

/// Somebody in a room who notes when what comes came.
final class Member: Sendable {
    private struct Notes {
        var people = 0
        var isSettled = false
        var session: RoomSessionID?
        var messages = Arrivals()
        var entries = Arrivals()
        var status: RoomStatus?
    }

    private final class Notebook: Sendable {
        let notes = Mutex(Notes())

        func write(_ event: RoomEvent) {
            let now = Stopwatch.nanoseconds
            notes.withLock { notes in
                switch event {
                case .message(_, _, let body): notes.messages.note(body, at: now)
                case .entry(_, let entry) where entry.channel == 1:
                    notes.entries.note(entry.body, at: now)
                case .participantJoined: notes.people += 1
                case .participantLeft: notes.people -= 1
                case .entered(let session, _): notes.session = session.id
                case .settled: notes.isSettled = true
                case .status(let status): notes.status = status
                default: break
                }
            }
        }
    }

    private let notebook = Notebook()
    let connection: RoomConnection

    init(_ room: String, number: Int) throws(GroupSessionError) {
        let profile = RoomProfile(name: "P\(number)")
        connection = try RoomConnection(
            RoomConfiguration(room: room, profile: profile),
            activity: RoomActivity(identifier: "bench", payload: []),
            handler: { [notebook] event in notebook.write(event) })
    }

    func isTogether(_ people: Int) -> Bool {
        notebook.notes.withLock { $0.isSettled && $0.people == people - 1 }
    }

    var session: RoomSessionID? { notebook.notes.withLock(\.session) }

    var status: RoomStatus? { notebook.notes.withLock(\.status) }

    /// The status that was asked for, to be asked for again.
    func takeStatus() -> RoomStatus? {
        notebook.notes.withLock { notes in
            defer { notes.status = nil }
            return notes.status
        }
    }

    func arrivals(isLog: Bool) -> Arrivals {
        notebook.notes.withLock { isLog ? $0.entries : $0.messages }
    }
}
