import Synchronization

/// A participant of a room, for the activities API: `sessions()`, `activate()` and what they give.
///
/// Those two take the runtime from `Runtime.current`, which is `Runtime.default` unless
/// `Runtime.$current.withValue(_:operation:)` sets another. Several runtimes in one process are
/// several participants. One runtime serves one activity type.
public final class Runtime: Sendable {
    /// The process's runtime, in the room that the environment names.
    public static let `default` = Runtime(.fromEnvironment())

    /// The runtime that `sessions()` and `activate()` use.
    @TaskLocal public static var current = Runtime.default

    private let configuration: RoomConfiguration
    private let contents = Mutex(Contents())

    private struct Contents {
        var participation: Participation?
        var listeners: [(id: UInt64, deliver: @Sendable (LiveSession) -> Void)] = []
        var lastListener: UInt64 = 0
    }

    /// A runtime that enters its room when somebody asks for sessions, or activates.
    public init(_ configuration: RoomConfiguration) {
        self.configuration = configuration
    }

    /// Leaves the room; activating enters it anew, as another participant.
    public func stop() {
        leave(.left)
    }

    // MARK: - What activities ask for

    func activate<A: GroupActivity>(_ activity: A) throws(GroupSessionError) {
        let wanted = try activity.encoded()
        try enter(wanted).activate(wanted)
    }

    func sessions<A: GroupActivity>(of type: A.Type) -> AsyncStream<GroupSession<A>> {
        let (stream, continuation) = AsyncStream.makeStream(of: GroupSession<A>.self)
        let deliver: @Sendable (LiveSession) -> Void = { live in
            guard let activity = A(decoding: live.description.activity) else { return }
            continuation.yield(GroupSession(activity, live))
        }
        let idle = RoomActivity(identifier: A.activityIdentifier, payload: [])
        guard let participation = try? enter(idle) else {
            continuation.finish()
            return stream
        }
        let id = contents.withLock { contents in
            contents.lastListener += 1
            contents.listeners.append((contents.lastListener, deliver))
            return contents.lastListener
        }
        participation.showCurrent(to: deliver)
        continuation.onTermination = { [weak self] _ in
            self?.contents.withLock { $0.listeners.removeAll { $0.id == id } }
        }
        return stream
    }

    // MARK: - Entering and leaving

    private func enter(_ activity: RoomActivity) throws(GroupSessionError) -> Participation {
        let result: Result<Participation, GroupSessionError> = contents.withLock { contents in
            if let current = contents.participation {
                let running = current.identifier
                if running == activity.identifier { return .success(current) }
                return .failure(.otherActivity(running: running))
            }
            do throws(GroupSessionError) {
                let participation = Participation(
                    activity: activity, profile: configuration.profile)
                try participation.start(
                    configuration,
                    deliver: { [weak self] live in
                        let listeners = self?.contents.withLock(\.listeners) ?? []
                        for listener in listeners { listener.deliver(live) }
                    },
                    onOver: { [weak self] reason in self?.leave(reason) })
                contents.participation = participation
                return .success(participation)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func leave(_ reason: GroupSessionError) {
        let participation = contents.withLock { contents in
            defer { contents.participation = nil }
            return contents.participation
        }
        participation?.leave(reason)
    }
}
