import Glibc

/// Time since the program's start, on the monotonic clock.
struct Clock {
    private let start: Int64

    init() {
        start = Self.now
    }

    /// Microseconds since the start.
    var microseconds: Int64 { Self.now - start }
    /// Milliseconds since the start.
    var milliseconds: Int64 { microseconds / 1000 }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
