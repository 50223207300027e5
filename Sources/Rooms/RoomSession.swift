import SessionCore

/// A session as its members see it.
public struct RoomSession: Hashable, Sendable {
    /// Why a participant is in another session than before.
    public enum Cause: Hashable, Sendable {
        /// Its own first session, founded at its start.
        case founded
        /// A live session of the room was found at the start.
        case adopted
        /// Somebody opened a successor; nil where nobody can be named.
        case rotated(by: RoomParticipantID?)
        /// Two sessions met, and ours was the one to yield.
        case yielded
    }

    /// The same on every peer.
    public var id: RoomSessionID
    /// How many rotations lie between the first session of its chain and this one.
    public var generation: Int
    /// What is done together.
    public var activity: RoomActivity
    /// The session this one succeeds, where that is known.
    public var parent: RoomSessionID?
}

/// What a room does together: an identifier, and a value that is the same for all.
public struct RoomActivity: Hashable, Sendable {
    /// At most 128 bytes of UTF-8.
    public var identifier: String
    /// At most 512 bytes.
    public var payload: [UInt8]

    /// An activity from its encoded form.
    public init(identifier: String, payload: [UInt8]) {
        self.identifier = identifier
        self.payload = payload
    }

    /// Throws where others would not take it.
    func check() throws(GroupSessionError) {
        try requireBytes(identifier.utf8.count, upTo: WireLimit.activityIdentifierBytesMax)
        try requireBytes(payload.count, upTo: WireLimit.activityPayloadBytesMax)
    }
}

func requireBytes(_ count: Int, upTo limit: Int) throws(GroupSessionError) {
    if count > limit { throw .tooLarge(actual: count, limit: limit) }
}

extension RoomSession {
    init(_ core: SessionDescription) {
        self.init(
            id: RoomSessionID(core.id), generation: Int(core.generation),
            activity: RoomActivity(core.activity), parent: core.parent.map { RoomSessionID($0) })
    }
}

extension RoomSession.Cause {
    init(_ core: EntryCause) {
        self =
            switch core {
            case .founded: .founded
            case .adopted: .adopted
            case .rotated(let by): .rotated(by: by.map { RoomParticipantID($0) })
            case .yielded: .yielded
            }
    }
}

extension RoomActivity {
    init(_ core: Activity) {
        self.init(identifier: core.identifier, payload: core.payload)
    }

    var core: Activity { Activity(identifier: identifier, payload: payload) }
}
