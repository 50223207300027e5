package import FoundationEssentials
import SessionCore

/// One process in a room: random for every start and never used again.
public struct RoomParticipantID: Hashable, Comparable, Sendable {
    /// The number itself; it means nothing.
    public var rawValue: UInt64

    /// Names the participant with this number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Orders participants in a way that is the same for all, and means nothing.
    public static func < (left: RoomParticipantID, right: RoomParticipantID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// One run of one activity in a room.
public struct RoomSessionID: Hashable, Comparable, Sendable {
    /// The number itself; it means nothing.
    public var rawValue: UInt64

    /// Names the session with this number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Orders sessions in a way that is the same for all, and means nothing.
    public static func < (left: RoomSessionID, right: RoomSessionID) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension RoomParticipantID {
    init(_ core: ParticipantID) {
        self.init(rawValue: core.rawValue)
    }

    /// What stands for the participant where a UUID is asked for: the same on every peer.
    package var uuid: UUID { UUID(standingFor: rawValue) }

    var core: ParticipantID { ParticipantID(rawValue: rawValue) }
}

extension RoomSessionID {
    init(_ core: SessionID) {
        self.init(rawValue: core.rawValue)
    }

    /// What stands for the session where a UUID is asked for: the same on every peer.
    package var uuid: UUID { UUID(standingFor: rawValue) }

    var core: SessionID { SessionID(rawValue: rawValue) }
}
