import CPlatform
import Glibc

/// Waits until one of some descriptors can be read, or time is up.
package struct Poller {
    private var entries: [pollfd] = []

    package init() {}

    /// Waits at most so many microseconds, for ever if nil; a signal ends the wait early.
    package mutating func wait(for descriptors: [Int32], microseconds: Int64?) {
        entries.removeAll(keepingCapacity: true)
        for descriptor in descriptors {
            entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let count = nfds_t(entries.count)
        guard let microseconds else {
            _ = ppoll(&entries, count, nil, nil)
            return
        }
        let bounded = max(0, microseconds)
        var time = timespec(
            tv_sec: Int(bounded / 1_000_000), tv_nsec: Int(bounded % 1_000_000) * 1000)
        _ = ppoll(&entries, count, &time, nil)
    }
}
