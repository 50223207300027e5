import FoundationEssentials

/// Something to do together: what stays the same for the whole of it.
///
/// Changing state belongs into messages or the log; the encoded value may have 512 bytes.
public protocol GroupActivity: Codable, Sendable {
    /// Names the type to peers; reverse DNS is customary. The type's name by default.
    static var activityIdentifier: String { get }

    /// What people are shown of the activity.
    var metadata: GroupActivityMetadata { get async }
}

extension GroupActivity {
    /// The type's name, without its module.
    public static var activityIdentifier: String { String(describing: Self.self) }

    /// The sessions of this activity in the current runtime's room: the one under way, and each
    /// that comes after it, whoever started it.
    ///
    /// A session comes once; its changes of state are its own `$state`.
    public static func sessions() -> GroupSession<Self>.Sessions {
        GroupSession<Self>.Sessions(runtime: Runtime.current)
    }

    /// Starts this activity in the current runtime's room, or joins it where it is under way.
    ///
    /// Another activity value of the same type is replaced for everybody. `sessions()` delivers
    /// the session.
    ///
    /// - Returns: true, as a session will be delivered.
    @discardableResult
    public func activate() async throws(GroupSessionError) -> Bool {
        try Runtime.current.activate(self)
        return true
    }

    /// Whether to activate: always, as nobody here asks the user in between.
    public func prepareForActivation() async -> GroupActivityActivationResult {
        .activationPreferred
    }

    /// The type's sessions.
    public typealias Sessions = GroupSession<Self>.Sessions

    func encoded() throws(GroupSessionError) -> RoomActivity {
        let encoder = JSONEncoder()
        // Equal values must have equal bytes: that is how peers know the same activity.
        encoder.outputFormatting = .sortedKeys
        do {
            let payload = [UInt8](try encoder.encode(self))
            return RoomActivity(identifier: Self.activityIdentifier, payload: payload)
        } catch {
            throw .notEncodable(type: String(describing: Self.self))
        }
    }

    init?(decoding activity: RoomActivity) {
        guard activity.identifier == Self.activityIdentifier,
            let value = try? JSONDecoder().decode(Self.self, from: Data(activity.payload))
        else { return nil }
        self = value
    }
}

/// What to do before activating.
public enum GroupActivityActivationResult: Hashable, Sendable {
    case activationDisabled
    case activationPreferred
    case cancelled
}
