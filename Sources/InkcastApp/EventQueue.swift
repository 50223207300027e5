import Glibc
import Rooms
import Synchronization

/// Carries events from the session thread to a thread that polls.
///
/// A byte in a pipe wakes the reader, once for all that has been posted since it last took.
final class EventQueue: Sendable {
    /// What the reader polls.
    let descriptor: Int32
    private let wakeDescriptor: Int32
    private let events = Mutex<[RoomEvent]>([])

    /// Values that nobody guarantees are not piled up beyond this.
    private static let ephemeralsMax = 4096

    init() throws(ProgramError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system("cannot make a pipe", errno: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, wakeDescriptor) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(wakeDescriptor)
    }

    func post(_ event: RoomEvent) {
        let isFirst = events.withLock { events in
            if case .ephemeral = event, events.count >= Self.ephemeralsMax { return false }
            events.append(event)
            return events.count == 1
        }
        guard isFirst else { return }
        var byte: UInt8 = 1
        _ = write(wakeDescriptor, &byte, 1)
    }

    /// All that was posted, the oldest first.
    func take() -> [RoomEvent] {
        var bytes: (UInt64, UInt64) = (0, 0)
        _ = read(descriptor, &bytes, 16)
        return events.withLock { events in
            defer { events.removeAll(keepingCapacity: events.count < 1024) }
            return events
        }
    }
}
