import Testing

@testable import SessionCore

struct LineageTests {
    let first = SessionID(rawValue: 7)
    let ours = Activity(identifier: "drawing", payload: [1])
    let next = Activity(identifier: "drawing", payload: [2])

    @Test func `a session knows its successors and its ancestors`() {
        let third = Lineage.descendants(of: first, activity: ours, steps: 3)[2]
        var ahead = LineageTable(of: first, activity: ours, steps: 64)
        #expect(ahead.lineage(to: third, activity: ours) == .descendant(steps: 3))
        var back = LineageTable(of: third, activity: ours, steps: 64)
        #expect(back.lineage(to: first, activity: ours) == .ancestor(steps: 3))
        #expect(back.lineage(to: SessionID(rawValue: 8), activity: ours) == .unrelated)
    }

    @Test func `a successor that does something else is of the same chain`() {
        let second = Lineage.successor(of: first, activity: next)
        var ahead = LineageTable(of: first, activity: ours, steps: 64)
        let sibling = Lineage.successor(of: first, activity: ours)
        #expect(ahead.lineage(to: sibling, activity: ours) == .descendant(steps: 1))
        #expect(ahead.lineage(to: second, activity: next) == .descendant(steps: 1))
        var back = LineageTable(of: second, activity: next, steps: 64)
        #expect(back.lineage(to: first, activity: ours) == .ancestor(steps: 1))
    }
}
