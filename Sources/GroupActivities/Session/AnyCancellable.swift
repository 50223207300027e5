import Synchronization

/// Something that goes on until it is cancelled or dropped.
public final class AnyCancellable: Hashable, Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    /// Runs `onCancel` once: at the first `cancel()`, or when the last reference goes.
    public init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Mutex(onCancel)
    }

    deinit {
        cancel()
    }

    /// Ends it; does nothing the second time.
    public func cancel() {
        let action = onCancel.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    /// Keeps it for as long as the set is kept.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Whether both are one object.
    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool {
        left === right
    }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// Runs jobs on the main actor, one after another in the order in which they were given.
final class MainActorQueue: Sendable {
    static let shared = MainActorQueue()

    typealias Job = @MainActor @Sendable () -> Void

    private let jobs = Mutex<[Job]>([])

    func enqueue(_ job: @escaping Job) {
        let isFirst = jobs.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        guard isFirst else { return }
        Task { @MainActor in
            while let next = jobs.withLock(\.first) {
                next()
                jobs.withLock { _ = $0.removeFirst() }
            }
        }
    }
}
