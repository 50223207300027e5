import InkCanvas

/// When a stroke under way was last heard of, and what of it must go to the log by when.
struct StrokeInProgress {
    let source: Gesture.Source
    /// Where the pen was put down.
    let start: Dot
    private var lastMove: Milliseconds
    private var flushDue: Milliseconds?
    /// The last point that went to the log, to which the rest is joined.
    private(set) var joint: Dot?

    static let flushInterval: Milliseconds = 400
    static let silenceMax: Milliseconds = 10_000

    init(from start: Dot, by source: Gesture.Source, at now: Milliseconds) {
        self.start = start
        self.source = source
        lastMove = now
    }

    /// The pen has moved, or at least said that it is there.
    mutating func move(at now: Milliseconds, hasGrown: Bool) {
        lastMove = now
        if hasGrown, flushDue == nil { flushDue = now + Self.flushInterval }
    }

    /// Points up to this one have gone to the log.
    mutating func flush(upTo point: Dot?, rest: Int, at now: Milliseconds) {
        joint = point ?? joint
        flushDue = rest > 0 ? now + Self.flushInterval : nil
    }

    var deadline: Milliseconds { min(lastMove + Self.silenceMax, flushDue ?? .max) }

    func isFlushDue(at now: Milliseconds) -> Bool { flushDue.map { $0 <= now } ?? false }

    func isSilent(at now: Milliseconds) -> Bool { now - lastMove >= Self.silenceMax }
}
