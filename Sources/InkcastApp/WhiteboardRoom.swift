import FoundationEssentials
import InkCanvas
import Rooms

/// The whiteboard as something a room does together.
enum WhiteboardRoom {
    /// Constant: what a canvas is called is an operation on the canvas.
    static let activity = RoomActivity(identifier: "inkcast.whiteboard", payload: [])
    /// The channel of canvas operations in the log, and of pointers and previews beside it.
    static let channel: UInt8 = 1

    /// How to take part, as the command line says.
    static func configuration(
        _ options: Invocation.Options, environment: [String: String]
    ) -> RoomConfiguration {
        let file = PersonFile(directory: options.dataDirectory, environment: environment)
        let person = file.load()
        let profile = RoomProfile(
            person: person, name: options.name, color: options.color ?? color(of: person))
        return RoomConfiguration(
            room: options.room, profile: profile,
            network: options.isSolo
                ? .solo : .lan(interfaces: options.interfaces, peers: options.peers))
    }

    /// Enters a room; what happens there is posted to a queue.
    static func enter(
        _ room: RoomConfiguration, _ queue: EventQueue
    ) throws(GroupSessionError) -> RoomConnection {
        try RoomConnection(room, activity: activity, handler: { queue.post($0) })
    }

    /// A colour of the first hues for somebody who has chosen none, always the same one.
    private static func color(of person: UUID) -> UInt8 {
        2 + person.uuid.15 % 7
    }
}

extension RoomEntry {
    /// The entry's place as the canvas names it.
    var id: EntryID {
        EntryID(author: AuthorID(author), index: UInt32(clamping: index))
    }
}

extension AuthorID {
    init(_ participant: RoomParticipantID) {
        self.init(rawValue: participant.rawValue)
    }
}

extension PersonID {
    init(_ person: UUID) {
        let bytes = person.uuid
        let words = withUnsafeBytes(of: bytes) { buffer in
            (
                buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
                buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        self.init(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
    }
}
