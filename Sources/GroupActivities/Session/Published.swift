import Synchronization

/// A value of the library's whose changes can be followed, on the main actor.
///
/// A change reaches sinks *before* the property shows it, so that a sink can compare the new value
/// with the old one: `new.subtracting(session.activeParticipants)` are the newcomers.
@propertyWrapper
public struct Published<Value: Sendable>: Sendable {
    let storage: Storage

    init(_ storage: Storage) {
        self.storage = storage
    }

    /// The value as it was last published.
    public var wrappedValue: Value { storage.value }

    /// Follows the value.
    public var projectedValue: Publisher { Publisher(storage: storage) }

    /// Follows a published value.
    public struct Publisher: Sendable {
        let storage: Storage

        /// Calls with the value as it is, and then with each new one, just before the property
        /// takes it; until the result is cancelled or dropped.
        public func sink(
            receiveValue: @escaping @MainActor @Sendable (Value) -> Void
        ) -> AnyCancellable {
            storage.add(receiveValue)
        }

        /// The value as it is, and then each new one; of many that nobody took, the newest 256.
        public var values: AsyncStream<Value> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: Value.self, bufferingPolicy: .bufferingNewest(256))
            let following = storage.add { continuation.yield($0) }
            continuation.onTermination = { _ in following.cancel() }
            return stream
        }
    }

    final class Storage: Sendable {
        private struct State {
            var value: Value
            var sinks: [(id: UInt64, receive: @MainActor @Sendable (Value) -> Void)] = []
            var lastID: UInt64 = 0
        }

        private let state: Mutex<State>

        init(_ value: Value) {
            state = Mutex(State(value: value))
        }

        var value: Value { state.withLock(\.value) }

        func publish(_ value: Value) {
            MainActorQueue.shared.enqueue { [self] in
                for sink in state.withLock(\.sinks) { sink.receive(value) }
                state.withLock { $0.value = value }
            }
        }

        func add(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> AnyCancellable {
            let id = state.withLock { state in
                state.lastID += 1
                return state.lastID
            }
            MainActorQueue.shared.enqueue { [self] in
                let value = state.withLock { state in
                    state.sinks.append((id, receive))
                    return state.value
                }
                receive(value)
            }
            return AnyCancellable { [weak self] in
                MainActorQueue.shared.enqueue {
                    self?.state.withLock { $0.sinks.removeAll { $0.id == id } }
                }
            }
        }
    }
}
