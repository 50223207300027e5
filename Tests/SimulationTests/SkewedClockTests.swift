import SessionCore
import Testing

@testable import SessionSimulation

@Suite struct SkewedClockTests {
    @Test(arguments: 0..<20)
    func `a reading is reached at its own time and not before`(seed: UInt64) {
        var generator = Generator(seed: seed)
        let clock = SkewedClock(using: &generator, isSkewed: true)
        for _ in 0..<100 {
            let time = generator.within(1...80_000_000)
            let due = clock.time(of: clock.reading(at: time))
            #expect(clock.reading(at: due) == clock.reading(at: time))
            #expect(clock.reading(at: due - 1) < clock.reading(at: time))
        }
    }
}
