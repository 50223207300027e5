/// When the next heartbeat is due: soon after an entry, then at doubling intervals; sooner for
/// somebody who asks, unless another answers.
struct Heartbeat: Sendable {
    private(set) var interval: Interval = .zero
    /// When it is due whatever others do.
    private var ownDue: Instant
    private var answerDue: Instant?
    private(set) var count = 0

    init(at now: Instant) {
        ownDue = now
    }

    var due: Instant { min(ownDue, answerDue ?? ownDue) }

    /// It comes by then, whatever others do.
    func isDue(by instant: Instant) -> Bool { ownDue <= instant }

    /// A heartbeat went out.
    mutating func sent(at now: Instant, intervalMax: Interval, jitter: Double) {
        count += 1
        interval = interval == .zero ? intervalMax : min(interval * 2, intervalMax)
        let spread = Double(interval.microseconds) * (0.95 + jitter * 0.1)
        ownDue = now + Interval(microseconds: Int64(spread))
        answerDue = nil
    }

    /// An entry went out: what may have been lost is to be noticed soon.
    mutating func restart(after tail: Interval, at now: Instant) {
        interval = tail
        ownDue = min(ownDue, now + tail)
    }

    /// It comes then, unless it is due before.
    mutating func hurry(to instant: Instant) {
        ownDue = min(ownDue, instant)
    }

    /// Somebody asks for one.
    mutating func answer(at instant: Instant) {
        answerDue = min(answerDue ?? instant, instant)
    }

    /// Another's was heard: who asked has heard it too.
    mutating func callOffAnswer() {
        answerDue = nil
    }
}
