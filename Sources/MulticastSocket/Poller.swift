import CPlatform
import Glibc

/// Waits until one of some descriptors can be read, or time is up.
package struct Poller {
    private var entries: [pollfd] = []
    /// Those that the last wait found readable, or broken.
    package private(set) var ready: [Int32] = []

    package init() {}

    /// Waits at most so many microseconds, for ever if nil; a signal ends the wait early.
    package mutating func wait(for descriptors: [Int32], microseconds: Int64?) {
        entries.removeAll(keepingCapacity: true)
        for descriptor in descriptors {
            entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let count = nfds_t(entries.count)
        guard let microseconds else {
            note(ppoll(&entries, count, nil, nil))
            return
        }
        let bounded = max(0, microseconds)
        var time = timespec(
            tv_sec: Int(bounded / 1_000_000), tv_nsec: Int(bounded % 1_000_000) * 1000)
        note(ppoll(&entries, count, &time, nil))
    }

    private mutating func note(_ count: Int32) {
        ready.removeAll(keepingCapacity: true)
        guard count > 0 else { return }
        for entry in entries where entry.revents != 0 { ready.append(entry.fd) }
    }
}
