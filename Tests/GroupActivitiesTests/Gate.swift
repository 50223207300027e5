import Rooms
import Synchronization

/// Holds up a thread until it is opened.
final class Gate: Sendable {
    private let isOpen = Atomic(false)

    func open() {
        isOpen.store(true, ordering: .releasing)
    }

    func waitUntilOpen() {
        while !isOpen.load(ordering: .acquiring) {}
    }
}

/// A connection that its own handler can reach.
final class ConnectionBox: Sendable {
    private let held = Mutex<RoomConnection?>(nil)

    var connection: RoomConnection? {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
}
