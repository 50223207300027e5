import Testing

@testable import SessionCore

@Suite struct CounterWindowTests {
    @Test func `a counter is new once`() {
        var window = CounterWindow()
        let verdicts = [10, 12, 11, 10, 12, 200, 199, 200].map { window.note($0) }
        #expect(
            verdicts == [
                .new, .new, .new, .duplicate, .duplicate, .new, .new, .duplicate,
            ])
    }

    @Test func `a counter far behind cannot be judged`() {
        var window = CounterWindow()
        _ = window.note(1)
        _ = window.note(1000)
        #expect(window.note(600) == .tooOld)
    }

    @Test func `ten thousand shuffled counters are each new once`() {
        var random = RandomSource(seed: 5)
        var window = CounterWindow()
        var seen = Set<UInt64>()
        _ = window.note(0)
        seen.insert(0)
        for step in 1..<10_000 as Range<UInt64> {
            let counter = step + random.next() % 100
            let verdict = window.note(counter)
            if verdict != .tooOld { #expect((verdict == .new) == !seen.contains(counter)) }
            seen.insert(counter)
        }
    }
}
