import Testing

@testable import InkCanvas

struct QueryTests {
    @Test(arguments: UInt64(1)...8)
    func `the index finds what a look at every box finds`(seed: UInt64) {
        var random = Seeded(seed: seed)
        var index = BoxIndex()
        func box() -> DotRectangle {
            let reach = Int32(1) << Int32.random(in: 3...22, using: &random)
            let (x, y) = (
                Int32.random(in: -reach...reach, using: &random),
                Int32.random(in: -reach...reach, using: &random)
            )
            let size = Int32(1) << Int32.random(in: 0...21, using: &random)
            return DotRectangle(
                minX: x, minY: y, maxX: x + Int32.random(in: 0..<size, using: &random),
                maxY: y + Int32.random(in: 0..<size, using: &random))
        }
        for _ in 0..<400 { index.append() }
        for step in 0..<1500 {
            let slot = Int.random(in: 0..<400, using: &random)
            index[slot] = Int.random(in: 0..<5, using: &random) == 0 ? .empty : box()
            guard step % 5 == 0 else { continue }
            let area = box()
            let found = index.slots(touching: area)
            let all = index.boxes.indices.filter { index.boxes[$0].intersects(area) }
            if found != all { Issue.record("\(area): \(found) instead of \(all)") }
        }
        let (low, high) = (Int32(-1) << 24, Int32(1) << 24)
        let everything = DotRectangle(minX: low, minY: low, maxX: high, maxY: high)
        #expect(index.slots(touching: everything).count == index.boxes.count { !$0.isEmpty })
        #expect(index.slots(touching: .empty).isEmpty)
    }

    @Test func `what became of an object can be read, also what was undone or written over`() {
        var ana = Sketch(1)
        var ben = Sketch(2)
        let (text, bodies) = ana.pen.write(
            "one", at: Dot(x: 0, y: 0), style: InkStyle(), on: ana.canvas)
        ana.append(bodies)
        ben.hear(ana)
        ben.append(ben.pen.set([.text("two")], of: [text], on: ben.canvas))
        ben.append(ben.pen.set([.color(5)], of: [text], on: ben.canvas))
        ana.hear(ben)
        ana.append(ana.pen.set([.text("three")], of: [text], on: ana.canvas))
        ana.undo()
        ana.append(ana.pen.hide([text], on: ana.canvas))
        let texts = ana.canvas.texts(of: text)
        #expect(texts.map(\.text) == ["one", "two", "three"])
        #expect(texts.map(\.entry.author) == [ana.author, ben.author, ana.author])
        #expect(texts.map(\.isInEffect) == [true, true, false])
        let revisions = ana.canvas.revisions(of: text)
        #expect(revisions.map(\.stamp) == [1, 2, 3, 4])
        #expect(revisions[2].field == .color(5))
        #expect(ana.canvas.texts(of: ana.draw(line((0, 0), (1, 1)))) == [])
        #expect(ana.canvas.revisions(of: ObjectID(author: ana.author, number: 99)) == [])
    }
}
