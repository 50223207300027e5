import Rooms
import Synchronization

/// Somebody in a room who notes when what comes came.
final class Member: Sendable {
    private struct Notes {
        var own: RoomParticipantID?
        var people = 0
        var isSettled = false
        var session: RoomSessionID?
        var messages = Arrivals()
        var entries = Arrivals()
        var ink = Ink()
        var status: RoomStatus?
        /// The attachment that was loaded last, or could not be, and when.
        var loaded: (bytes: [UInt8]?, at: Double)?
    }

    /// Of a drawing that is not measured piece by piece.
    struct Ink {
        /// When this member said its first word; milliseconds on the common clock.
        var enteredAt = 0.0
        /// When the last entry came.
        var last = 0.0
        var entries = 0
        var bytes = 0
    }

    private final class Notebook: Sendable {
        let notes = Mutex(Notes())

        func write(_ event: RoomEvent) {
            let now = Stopwatch.nanoseconds
            notes.withLock { notes in
                switch event {
                case .message(_, _, let body): notes.messages.note(body, at: now)
                case .entry(_, let entry) where entry.channel == 1 && entry.author != notes.own:
                    notes.entries.note(entry.body, at: now)
                case .entry(_, let entry) where entry.channel == Hand.channel:
                    notes.ink.entries += 1
                    notes.ink.bytes += entry.body.count
                    notes.ink.last = Double(now) / 1e6
                case .participantJoined: notes.people += 1
                case .participantLeft: notes.people -= 1
                case .entered(let session, let cause):
                    notes.session = session.id
                    if case .founded = cause { notes.ink.enteredAt = Double(now) / 1e6 }
                case .settled: notes.isSettled = true
                case .status(let status): notes.status = status
                case .attachmentLoaded(_, let bytes): notes.loaded = (bytes, Double(now) / 1e6)
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
        notebook.notes.withLock { $0.own = connection.participant }
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

    var loaded: (bytes: [UInt8]?, at: Double)? { notebook.notes.withLock(\.loaded) }

    var ink: Ink { notebook.notes.withLock(\.ink) }

    /// Lets the arrivals begin anew.
    func forget() {
        notebook.notes.withLock { ($0.messages, $0.entries) = (Arrivals(), Arrivals()) }
    }

    /// When what others sent, or put into the log, came.
    func arrivals(isLog: Bool) -> Arrivals {
        notebook.notes.withLock { isLog ? $0.entries : $0.messages }
    }
}
