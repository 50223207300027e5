import Testing

@testable import SessionCore

@Suite struct RunListTests {
    private let soon = Instant(microseconds: 1)
    private let later = Instant(microseconds: 9)

    @Test func `what is there keeps its moment when more is added around it`() {
        var list = RunList()
        list.insert(4..<6, due: soon)
        list.insert(2..<9, due: later)
        #expect(list.ranges == [2..<4, 4..<6, 6..<9])
        #expect(list.runs.map(\.due) == [later, soon, later])
        #expect(list.count == 7)
    }

    @Test func `taking one index out cuts its run`() {
        var list = RunList()
        list.insert(0..<5, due: soon)
        list.remove(2)
        #expect(list.ranges == [0..<2, 3..<5])
        #expect(!list.contains(2))
        #expect(list.contains(3))
    }

    @Test func `only the part of a run that was named is changed`() {
        var list = RunList()
        list.insert(0..<10, due: soon)
        list.update(3..<5) { $0.due = later }
        #expect(list.ranges == [0..<3, 3..<5, 5..<10])
        #expect(list.takeDue(at: soon).map(\.range) == [0..<3, 5..<10])
        #expect(list.ranges == [3..<5])
    }

    @Test func `what is due below an index goes, and the rest stays`() {
        var list = RunList()
        list.insert(0..<5, due: soon)
        list.insert(5..<8, due: later)
        list.insert(8..<20, due: soon)
        list.removeDue(below: 12, at: soon)
        #expect(list.ranges == [5..<8, 12..<20])
        list.removeDue(below: 6, at: later)
        #expect(list.ranges == [6..<8, 12..<20])
    }

    @Test func `a thousand random changes agree with a plain set`() {
        var random = RandomSource(seed: 3)
        var list = RunList()
        var model = Set<UInt32>()
        for _ in 0..<1000 {
            let start = UInt32(random.next() % 60)
            let range = start..<start + UInt32(random.next() % 9)
            if random.next() % 2 == 0 {
                list.insert(range, due: soon)
                model.formUnion(range)
            } else {
                list.remove(range)
                model.subtract(range)
            }
            #expect(Set(list.ranges.flatMap { $0 }) == model)
            #expect(list.count == model.count)
        }
    }
}
