import CPlatform
import Glibc

/// A timer that one thread polls and another sets, without waking it before the time.
package final class WakeTimer: Sendable {
    private let file: FileDescriptor

    package init() throws(SocketError) {
        let raw = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        guard raw >= 0 else { throw .unavailable(errno: errno) }
        file = FileDescriptor(owning: raw)
    }

    /// What the waiting thread polls for reading.
    package var descriptor: Int32 { file.rawValue }

    /// Lets the descriptor be readable from a time of the monotonic clock on, in microseconds.
    package func set(to time: Int64) {
        let time = max(time, 1)
        set(timespec(tv_sec: Int(time / 1_000_000), tv_nsec: Int(time % 1_000_000) * 1000))
    }

    /// Takes back what was set, whether it is over or not.
    package func stop() {
        set(timespec())
    }

    private func set(_ time: timespec) {
        var setting = itimerspec(it_interval: timespec(), it_value: time)
        _ = timerfd_settime(file.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
