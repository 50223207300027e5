import Rooms
import Synchronization
import Testing

/// Notes what a connection tells, and waits for conditions on it.
final class Witness: Sendable {
    private let notes = Mutex<[RoomEvent]>([])

    func note(_ event: RoomEvent) {
        notes.withLock { $0.append(event) }
    }

    var events: [RoomEvent] { notes.withLock { $0 } }

    var sessions: [(session: RoomSession, cause: RoomSession.Cause)] {
        events.compactMap {
            if case .entered(let session, let cause) = $0 { (session, cause) } else { nil }
        }
    }

    var session: RoomSession? { sessions.last?.session }

    var isSettled: Bool {
        events.contains { if case .settled = $0 { true } else { false } }
    }

    /// The application's entries of a session, as text by author.
    func texts(in session: RoomSessionID) -> [RoomParticipantID: [String]] {
        var texts: [RoomParticipantID: [(Int, String)]] = [:]
        for case .entry(session, let entry) in events where entry.channel == 7 {
            let text = String(decoding: entry.body, as: UTF8.self)
            texts[entry.author, default: []].append((entry.index, text))
        }
        return texts.mapValues { $0.sorted { $0.0 < $1.0 }.map(\.1) }
    }

    var present: Set<RoomParticipantID> {
        events.reduce(into: []) { present, event in
            if case .participantJoined(let id, _) = event { present.insert(id) }
            if case .participantLeft(let id, _) = event { present.remove(id) }
        }
    }

    /// Waits until the condition holds, ten seconds at most.
    func wait(
        _ what: Comment, _ location: SourceLocation = #_sourceLocation,
        until condition: (Witness) -> Bool
    ) async throws {
        try await eventually(what, location) { condition(self) }
    }
}

/// Waits until the condition holds, ten seconds at most.
nonisolated(nonsending) func eventually(
    _ what: Comment, _ location: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
        try #require(ContinuousClock.now < deadline, what, sourceLocation: location)
        await Task.yield()
    }
}

/// A participant of a loopback network, and what it was told.
struct Peer {
    let connection: RoomConnection
    let witness: Witness

    init(
        _ name: String, on network: LoopbackNetwork, room: String = "lobby",
        payload: [UInt8] = [1]
    ) throws {
        let witness = Witness()
        self.witness = witness
        connection = try RoomConnection(
            RoomConfiguration(
                room: room, profile: RoomProfile(name: name), network: .loopback(network)),
            activity: RoomActivity(identifier: "test", payload: payload)
        ) { witness.note($0) }
    }

    var id: RoomParticipantID { connection.participant }

    func append(_ text: String) throws {
        let session = try #require(witness.session).id
        try connection.append(Array(text.utf8), channel: 7, to: session)
    }
}
