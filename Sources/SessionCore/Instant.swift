/// A point on a monotonic clock, in microseconds from an origin that only its clock knows.
package struct Instant: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }

    package static func + (instant: Instant, interval: Interval) -> Instant {
        Instant(microseconds: instant.microseconds + interval.microseconds)
    }

    package static func - (later: Instant, earlier: Instant) -> Interval {
        Interval(microseconds: later.microseconds - earlier.microseconds)
    }
}

/// A span of time in microseconds.
package struct Interval: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    package static let zero = Interval(microseconds: 0)

    package static func milliseconds(_ count: Int64) -> Interval {
        Interval(microseconds: count * 1000)
    }

    package static func seconds(_ count: Int64) -> Interval {
        Interval(microseconds: count * 1_000_000)
    }

    package static func < (left: Interval, right: Interval) -> Bool {
        left.microseconds < right.microseconds
    }

    package static func + (left: Interval, right: Interval) -> Interval {
        Interval(microseconds: left.microseconds + right.microseconds)
    }

    package static func - (left: Interval, right: Interval) -> Interval {
        Interval(microseconds: left.microseconds - right.microseconds)
    }

    package static func * (interval: Interval, factor: Int64) -> Interval {
        Interval(microseconds: interval.microseconds * factor)
    }

    package static func / (interval: Interval, divisor: Int64) -> Interval {
        Interval(microseconds: interval.microseconds / divisor)
    }
}
