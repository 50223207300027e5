import InkCanvas
import Testing

struct UndoTests {
    @Test func `undo hides the own stroke and redo brings it back`() {
        var ana = Sketch(1)
        ana.draw(line((0, 0), (9, 9)))
        let drawn = ana.canvas.pictureDigest
        ana.undo()
        #expect(ana.canvas.visibleObjectCount == 0)
        ana.redo()
        #expect(ana.canvas.pictureDigest == drawn)
    }

    @Test func `undo never touches the ink of others`() {
        var ana = Sketch(1)
        var ben = Sketch(2)
        ana.draw(line((0, 0), (9, 9)))
        ben.hear(ana)
        ben.draw(line((0, 9), (9, 0)))
        ben.undo()
        ben.undo()
        #expect(ben.canvas.visibleObjects.map(\.id.author) == [ana.author])
    }

    @Test func `what somebody else deleted stays deleted through undo and redo`() {
        var ana = Sketch(1)
        var ben = Sketch(2)
        let stroke = ana.draw(line((0, 0), (9, 9)))
        ben.hear(ana)
        ben.append(ben.pen.hide([stroke], on: ben.canvas))
        ana.hear(ben)
        ana.undo()
        ana.redo()
        #expect(ana.canvas.object(stroke) == nil)
        ben.hear(ana)
        ben.undo()
        #expect(ben.canvas.object(stroke) != nil)
    }

    @Test func `undoing a move brings back the next highest, also somebody else's`() {
        var ana = Sketch(1)
        var ben = Sketch(2)
        let stroke = ana.draw(line((0, 0), (9, 9)))
        ben.hear(ana)
        ben.append(ben.pen.set([.position(Dot(x: 50, y: 50))], of: [stroke], on: ben.canvas))
        ana.hear(ben)
        ana.append(ana.pen.set([.position(Dot(x: 90, y: 90))], of: [stroke], on: ana.canvas))
        #expect(ana.canvas.object(stroke)?.points == line((90, 90), (99, 99)))
        ana.undo()
        #expect(ana.canvas.object(stroke)?.points == line((50, 50), (59, 59)))
    }

    @Test func `an undo counts only from the action's own person`() {
        let stroke = Sketch.strokeOfAna
        var eve = Sketch(3)
        eve.hear(stroke)
        eve.append(.undo(ActionID(author: stroke.author, number: 1), isUndone: true), stamp: 99)
        #expect(eve.canvas.visibleObjectCount == 1)
        let ana = PersonID(high: 1, low: 1)
        _ = eve.canvas.introduce(stroke.author, as: ana)
        #expect(eve.canvas.visibleObjectCount == 1)
        let change = eve.canvas.introduce(eve.author, as: ana)
        #expect(eve.canvas.visibleObjectCount == 0)
        #expect(!change.isEmpty)
    }

    @Test func `people not introduced are nobody's same person`() {
        var eve = Sketch(3)
        eve.hear(Sketch.strokeOfAna)
        eve.append(
            .undo(ActionID(author: AuthorID(rawValue: 1), number: 1), isUndone: true), stamp: 9)
        #expect(eve.canvas.visibleObjectCount == 1)
    }

    @Test func `300 actions can be taken back and put on again`() {
        var ana = Sketch(1)
        for step in Int32(0)..<300 { ana.draw(line((step, 0), (step, 9))) }
        let drawn = ana.canvas.pictureDigest
        for _ in 0..<300 { ana.undo() }
        #expect(ana.canvas.visibleObjectCount == 0)
        for _ in 0..<300 { ana.redo() }
        #expect(ana.canvas.pictureDigest == drawn)
        #expect(!ana.pen.canRedo)
    }

    @Test func `a new action empties redo`() {
        var ana = Sketch(1)
        ana.draw(line((0, 0), (9, 9)))
        ana.undo()
        ana.draw(line((5, 5), (9, 9)))
        #expect(!ana.pen.canRedo)
        ana.redo()
        #expect(ana.canvas.visibleObjectCount == 1)
    }

    @Test func `a gesture is taken back as a whole`() {
        var ana = Sketch(1)
        let one = ana.draw(line((0, 0), (20, 0)))
        let two = ana.draw(line((0, 9), (20, 9)))
        ana.pen.beginGesture()
        ana.append(ana.pen.erase(along: line((10, 0)), radius: 2, on: ana.canvas))
        ana.append(ana.pen.erase(along: line((10, 9)), radius: 2, on: ana.canvas))
        ana.pen.endGesture()
        #expect(ana.canvas.ink(of: one).count == 2)
        ana.undo()
        #expect(ana.canvas.ink(of: one).count == 1)
        #expect(ana.canvas.ink(of: two).count == 1)
    }

    @Test func `undone clears and titles give back what was`() {
        var ana = Sketch(1)
        ana.append(ana.pen.title("one", on: ana.canvas))
        ana.append(ana.pen.title("two", on: ana.canvas))
        ana.draw(line((0, 0), (9, 9)))
        ana.append(ana.pen.clear(ana.canvas))
        #expect(ana.canvas.visibleObjectCount == 0)
        ana.undo()
        #expect(ana.canvas.visibleObjectCount == 1)
        ana.undo()
        ana.undo()
        #expect(ana.canvas.title == "one")
    }

    @Test func `a cancelled stroke leaves nothing and cannot be undone`() {
        var ana = Sketch(1)
        _ = ana.pen.beginStroke(style: InkStyle())
        ana.append(ana.pen.extendStroke(to: line((0, 0), (5, 5)), on: ana.canvas))
        ana.append(ana.pen.flushStroke(on: ana.canvas))
        #expect(ana.canvas.visibleObjectCount == 1)
        ana.append(ana.pen.cancelStroke(on: ana.canvas))
        #expect(ana.canvas.visibleObjectCount == 0)
        #expect(!ana.pen.canUndo)
    }
}

extension Sketch {
    fileprivate static var strokeOfAna: Sketch {
        var ana = Sketch(1)
        ana.draw(line((0, 0), (9, 9)))
        return ana
    }
}
