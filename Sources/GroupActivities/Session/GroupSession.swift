public import FoundationEssentials
import Synchronization

/// One run of an activity that people do together.
///
/// Make the messengers and logs first, and `join()` last. Following a rotation the old session is
/// invalidated with `superseded`, and `sessions()` delivers the new one.
///
/// Sendable unchecked, since property wrappers must be `var`: these are set once, and lock inside.
public final class GroupSession<ActivityType: GroupActivity>: Identifiable, @unchecked Sendable {
    /// How we stand to a session.
    public typealias State = GroupSessionState

    let live: LiveSession

    /// What is done together, as it was last set by anybody.
    @Published public var activity: ActivityType

    /// How this participant stands to the session.
    @Published public var state: State

    /// Those who take part, this participant included; empty before joining.
    @Published public var activeParticipants: Set<Participant>

    init(_ activity: ActivityType, _ live: LiveSession) {
        self.live = live
        let value = Published<ActivityType>.Storage(activity)
        _activity = Published(value)
        _state = Published(live.state)
        _activeParticipants = Published(live.activeParticipants)
        live.followActivity { changed in
            if let activity = ActivityType(decoding: changed) { value.publish(activity) }
        }
    }

    /// The same on every peer.
    public var id: UUID { live.description.id.uuid }

    /// Whether this participant started the session.
    public var isLocallyInitiated: Bool { live.isLocallyInitiated }

    /// This participant.
    public var localParticipant: Participant { live.local }

    /// Takes part: messages and participants come from now on.
    public func join() { live.join() }

    /// Changes what is done together for everybody, in this session.
    ///
    /// Of changes at the same moment all participants see the same one win.
    public func setActivity(_ activity: ActivityType) throws(GroupSessionError) {
        try live.setActivity(try activity.encoded().payload)
    }

    /// Leaves the room; the others go on.
    public func leave() { live.leave() }

    /// Ends the session for everybody.
    public func end() throws(GroupSessionError) { try live.end() }
}

/// How we stand to a session.
public enum GroupSessionState: Hashable, Sendable {
    /// Delivered, and not joined yet.
    case waiting
    case joined
    /// Over, for this participant at least: drop it.
    case invalidated(reason: GroupSessionError)
}
