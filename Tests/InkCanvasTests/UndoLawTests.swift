import InkCanvas
import Testing

/// Who takes back what, among several people and in any order of arrival.
struct UndoLawTests {
    /// Every order in which some things can come.
    private func orders<Element>(of elements: [Element]) -> [[Element]] {
        guard let first = elements.first else { return [[]] }
        return orders(of: Array(elements.dropFirst())).flatMap { rest in
            (0...rest.count).map { Array(rest[..<$0]) + [first] + rest[$0...] }
        }
    }

    private func canvas(_ entries: [(id: EntryID, body: [UInt8])]) -> Canvas {
        var canvas = Canvas()
        for entry in entries { _ = canvas.apply(entry.body, as: entry.id) }
        return canvas
    }

    @Test func `made by one, recoloured and deleted by another, undone and redone: deleted`() {
        var ana = Sketch(1)
        var ben = Sketch(2)
        let stroke = ana.draw(line((0, 0), (9, 9)))
        ben.hear(ana)
        ben.append(ben.pen.set([.color(5)], of: [stroke], on: ben.canvas))
        ben.append(ben.pen.hide([stroke], on: ben.canvas))
        ana.hear(ben)
        ana.undo()
        ana.redo()
        let orders = orders(of: ana.log + ben.log)
        #expect(orders.count == 120)
        for order in orders {
            #expect(canvas(order).object(stroke) == nil)
        }
        // Once also the deletion is taken back it is there, in the other's colour.
        ben.hear(ana)
        ben.undo()
        #expect(ben.canvas.object(stroke)?.color == 5)
    }

    @Test func `of 600 strokes of three people on one area, each takes back just their own`() {
        var sketches = (1...3).map { Sketch(UInt64($0)) }
        for step in Int32(0)..<200 {
            for who in sketches.indices {
                let x = step % 20 * 4 + Int32(who)
                sketches[who].draw(line((x, step / 20 * 8), (x + 20, 40)))
            }
        }
        func share() {
            for who in sketches.indices {
                for other in sketches { sketches[who].hear(other) }
            }
        }
        share()
        #expect(sketches[0].canvas.visibleObjectCount == 600)
        for (gone, who) in [1, 0, 2].enumerated() {
            for _ in 0..<200 { sketches[who].undo() }
            share()
            for sketch in sketches {
                let left = Set(sketch.canvas.visibleObjects.map(\.id.author))
                #expect(sketch.canvas.visibleObjectCount == 400 - gone * 200)
                #expect(!left.contains(sketches[who].author))
            }
        }
    }

    @Test func `one stroke, 500 of seven others upon it, and its undo takes just that one`() {
        var ana = Sketch(1)
        let stroke = ana.draw(line((0, 0), (90, 9)))
        var others = (2...8).map { Sketch(UInt64($0)) }
        for step in 0..<500 {
            others[step % 7].draw(line((Int32(step % 50), 0), (Int32(step % 50) + 9, 9)))
        }
        for other in others { ana.hear(other) }
        let before = ana.canvas.visibleObjects
        ana.undo()
        #expect(ana.canvas.visibleObjects == before.filter { $0.id != stroke })
        #expect(before.count == 501)
    }

    @Test func `256 actions of every kind can be taken back one by one, and put on again`() {
        var ana = Sketch(1)
        var digests = [ana.canvas.pictureDigest]
        let first = ana.draw(line((0, 0), (40, 40)))
        digests.append(ana.canvas.pictureDigest)
        for step in Int32(0)..<255 {
            switch step % 8 {
            case 0:
                ana.append(
                    ana.pen.set([.position(Dot(x: step, y: 9))], of: [first], on: ana.canvas))
            case 1:
                ana.append(ana.pen.set([.color(UInt8(step % 60) + 2)], of: [first], on: ana.canvas))
            case 2:
                ana.append(
                    ana.pen.write(
                        "a\(step)", at: Dot(x: 0, y: step), style: InkStyle(), on: ana.canvas
                    ).bodies)
            case 3: ana.append(ana.pen.title("title \(step)", on: ana.canvas))
            case 4: ana.stamp(.heart, on: first)
            case 5: ana.draw(line((step, 0), (step, 50)))
            case 6:
                let shape = Shape(
                    .ellipse, from: Dot(x: 0, y: 0), to: Dot(x: step, y: 9), isFilled: true)
                ana.append(ana.pen.draw(shape, style: InkStyle(), on: ana.canvas).bodies)
            default:
                ana.append(
                    ana.pen.note(
                        "n", at: Dot(x: step, y: 0), width: 20, style: InkStyle(), on: ana.canvas
                    ).bodies)
            }
            digests.append(ana.canvas.pictureDigest)
        }
        #expect(digests.count == 257)
        for digest in digests.dropLast().reversed() {
            ana.undo()
            #expect(ana.canvas.pictureDigest == digest)
        }
        for digest in digests.dropFirst() {
            ana.redo()
            #expect(ana.canvas.pictureDigest == digest)
        }
    }

    @Test func `a clear spares a stroke that is drawn at the same time, and comes off again`() {
        var ana = Sketch(1)
        var ben = Sketch(2)
        let old = ana.draw(line((0, 0), (9, 9)))
        ben.hear(ana)
        ben.append(ben.pen.clear(ben.canvas))
        let meanwhile = ana.draw(line((9, 0), (0, 9)))
        for order in orders(of: ana.log + ben.log) {
            #expect(canvas(order).visibleObjects.map(\.id) == [meanwhile])
        }
        ben.hear(ana)
        ben.undo()
        for order in orders(of: ana.log + ben.log) {
            #expect(canvas(order).visibleObjects.map(\.id) == [old, meanwhile])
        }
    }

    @Test
    func `of two moves at the same time the higher counts, and the other once that is undone`() {
        var ana = Sketch(1)
        var ben = Sketch(2)
        let stroke = ana.draw(line((0, 0), (9, 9)))
        ben.hear(ana)
        ana.append(ana.pen.set([.position(Dot(x: 50, y: 0))], of: [stroke], on: ana.canvas))
        ben.append(ben.pen.set([.position(Dot(x: 0, y: 70))], of: [stroke], on: ben.canvas))
        // Equal stamps: the higher author counts.
        for order in orders(of: ana.log + ben.log) {
            #expect(canvas(order).object(stroke)?.position == Dot(x: 0, y: 70))
        }
        ana.hear(ben)
        ben.hear(ana)
        ben.undo()
        for order in orders(of: ana.log + ben.log) {
            #expect(canvas(order).object(stroke)?.position == Dot(x: 50, y: 0))
        }
        ana.undo()
        for order in orders(of: ana.log + ben.log) {
            #expect(canvas(order).object(stroke)?.position == Dot(x: 0, y: 0))
        }
    }

    @Test func `undoing an earlier move leaves another's later one`() {
        var ana = Sketch(1)
        var ben = Sketch(2)
        let stroke = ana.draw(line((0, 0), (9, 9)))
        ana.append(ana.pen.set([.position(Dot(x: 50, y: 0))], of: [stroke], on: ana.canvas))
        ben.hear(ana)
        ben.append(ben.pen.set([.position(Dot(x: 0, y: 70))], of: [stroke], on: ben.canvas))
        ana.hear(ben)
        ana.undo()
        for order in orders(of: ana.log + ben.log) {
            #expect(canvas(order).object(stroke)?.position == Dot(x: 0, y: 70))
        }
    }

    @Test func `a forged undo of somebody else's does nothing, whatever its stamp`() {
        var ana = Sketch(1)
        let stroke = ana.draw(line((0, 0), (9, 9)))
        var eve = Sketch(3)
        let action = ActionID(author: ana.author, number: 1)
        for stamp in [0, 1, 99, CanvasLimit.stampMax] {
            eve.append(.undo(action, isUndone: true), stamp: stamp)
        }
        ana.undo()
        eve.append(.undo(action, isUndone: false), stamp: CanvasLimit.stampMax)
        ana.redo()
        for seed in UInt64(1)...200 {
            var canvas = Canvas()
            var random = Seeded(seed: seed)
            for entry in (ana.log + eve.log).shuffled(using: &random) {
                _ = canvas.apply(entry.body, as: entry.id)
            }
            for (number, author) in [ana.author, eve.author].enumerated() {
                _ = canvas.introduce(author, as: PersonID(high: 0, low: UInt64(number)))
            }
            #expect(canvas.object(stroke) != nil)
        }
    }
}
