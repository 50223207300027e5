import Testing

@testable import SessionSimulation

@Suite struct EventQueueTests {
    @Test func `what is planned comes out by time, and among equals as it was planned`() {
        var generator = Generator(seed: 7)
        var queue = EventQueue<Int>()
        var planned: [(time: Int64, number: Int)] = []
        for number in 0..<500 {
            let time = generator.within(0...40)
            planned.append((time, number))
            queue.push(number, at: time)
        }
        planned.sort { ($0.time, $0.number) < ($1.time, $1.number) }
        for expected in planned {
            let next = queue.pop()
            #expect(next?.time == expected.time)
            #expect(next?.payload == expected.number)
        }
        #expect(queue.pop() == nil)
    }
}
