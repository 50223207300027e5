public import FoundationEssentials

/// Somebody's process in a session.
///
/// Two are the same if their ids are.
public struct Participant: Hashable, Identifiable, Sendable, CustomStringConvertible {
    /// The same on every peer; new with every start of a process.
    public let id: UUID
    /// What the participant shows of itself.
    public let profile: RoomProfile
    /// The number that stands for the participant in a room.
    public let roomID: RoomParticipantID

    init(_ roomID: RoomParticipantID, _ profile: RoomProfile) {
        id = roomID.uuid
        self.roomID = roomID
        self.profile = profile
    }

    /// The participant's name.
    public var description: String { profile.name }

    /// Whether both are one process, whatever they show.
    public static func == (left: Participant, right: Participant) -> Bool {
        left.id == right.id
    }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// To whom a message goes.
public enum Participants: Sendable {
    /// Everybody else who is there now.
    case all
    /// Those of the set who are there.
    case only(Set<Participant>)

    /// One participant.
    public static func only(_ participant: Participant) -> Participants {
        .only([participant])
    }
}
