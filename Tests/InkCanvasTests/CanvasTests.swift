import InkCanvas
import Testing

struct CanvasTests {
    @Test func `operations wait for an object that is not yet heard of`() {
        var ana = Sketch(1)
        let stroke = ana.draw((0..<300).map { Dot(x: $0, y: 0) })
        ana.append(ana.pen.set([.color(5)], of: [stroke], on: ana.canvas))
        var canvas = Canvas()
        for entry in ana.log.reversed() {
            #expect(canvas.visibleObjectCount == 0)
            _ = canvas.apply(entry.body, as: entry.id)
        }
        #expect(canvas.visibleObjects == ana.canvas.visibleObjects)
        #expect(canvas.object(stroke)?.color == 5)
    }

    @Test func `pieces with a gap between them are drawn as they are known`() {
        var ana = Sketch(1)
        let stroke = ana.draw((0..<700).map { Dot(x: $0, y: 0) })
        var canvas = Canvas()
        for entry in [ana.log[2], ana.log[0]] { _ = canvas.apply(entry.body, as: entry.id) }
        #expect(canvas.ink(of: stroke).count == 2)
        #expect(canvas.object(stroke)?.isEnded == false)
        _ = canvas.apply(ana.log[1].body, as: ana.log[1].id)
        #expect(canvas.ink(of: stroke).count == 1)
        #expect(canvas.object(stroke)?.points.count == 700)
    }

    @Test func `a later object lies above, until it is sent to the back`() {
        var ana = Sketch(1)
        let one = ana.draw(line((0, 0), (9, 0)))
        let two = ana.draw(line((4, -4), (4, 4)))
        let three = ana.draw(line((4, -4), (4, 4)))
        func order() -> [ObjectID] { ana.canvas.visibleObjects.map(\.id) }
        #expect(order() == [one, two, three])
        ana.append(ana.pen.set([.order(.back)], of: [two], on: ana.canvas))
        ana.append(ana.pen.set([.order(.back)], of: [three], on: ana.canvas))
        #expect(order() == [three, two, one])
        ana.append(ana.pen.set([.order(.front)], of: [three], on: ana.canvas))
        #expect(order() == [two, one, three])
        #expect(ana.canvas.topmostObject(near: Dot(x: 4, y: 0))?.id == three)
        #expect(ana.canvas.topmostObject(near: Dot(x: 0, y: 2), within: 1) == nil)
        #expect(ana.canvas.topmostObject(near: Dot(x: 0, y: 2), within: 2)?.id == one)
    }

    @Test func `clear spares what the clearer had not seen`() {
        var ana = Sketch(1)
        var ben = Sketch(2)
        ana.draw(line((0, 0), (9, 9)))
        ben.hear(ana)
        let later = ana.draw(line((5, 5), (9, 9)))
        ben.append(ben.pen.clear(ben.canvas))
        ben.hear(ana)
        ana.hear(ben)
        #expect(ben.canvas.visibleObjects.map(\.id) == [later])
        #expect(ana.canvas.visibleObjects.map(\.id) == [later])
    }

    @Test func `clear takes what lies beyond a hole of the log, and not what the hole holds`() {
        var ana = Sketch(1)
        var ben = Sketch(2)
        for step in Int32(0)..<3 { ana.draw(line((step, 0), (step, 9))) }
        for entry in [ana.log[0], ana.log[2]] { _ = ben.canvas.apply(entry.body, as: entry.id) }
        ben.append(ben.pen.clear(ben.canvas))
        ben.hear(ana)
        #expect(ben.canvas.visibleObjects.map(\.position) == line((1, 0)))
    }

    @Test func `in another session numbers go on, and what came along can be undone`() {
        var ana = Sketch(1)
        ana.draw(line((0, 0), (9, 9)))
        ana.draw(line((9, 0), (0, 9)))
        let left = ana.log
        var next = Sketch(1)
        next.pen = ana.pen
        next.pen.enterSession(bringsAlong: true)
        next.append([left[1].body])
        let new = next.draw(line((3, 3), (4, 4)))
        #expect(next.canvas.visibleObjects.count == 2)
        next.append(next.pen.undo(on: next.canvas))
        #expect(!next.canvas.visibleObjects.map(\.id).contains(new))
        next.append(next.pen.undo(on: next.canvas))
        #expect(next.canvas.visibleObjects.isEmpty)
        #expect(next.pen.undo(on: next.canvas).isEmpty)
        next.append(next.pen.redo(on: next.canvas))
        #expect(next.canvas.visibleObjects.map(\.position) == line((9, 0)))
        next.pen.enterSession(bringsAlong: false)
        #expect(!next.pen.canUndo && !next.pen.canRedo)
    }

    @Test func `rubbing out cuts a stroke, and moving it moves the cut`() throws {
        var ana = Sketch(1)
        let stroke = ana.draw(line((0, 0), (40, 0)))
        ana.append(ana.pen.erase(along: line((20, -9), (20, 9)), radius: 3, on: ana.canvas))
        let ink = ana.canvas.ink(of: stroke)
        #expect(ink.map { $0.map(\.dot) } == [line((0, 0), (15, 0)), line((25, 0), (40, 0))])
        ana.append(ana.pen.set([.position(Dot(x: 0, y: 8))], of: [stroke], on: ana.canvas))
        let moved = try #require(ana.canvas.ink(of: stroke).first)
        #expect(moved.map(\.dot) == line((0, 8), (15, 8)))
    }

    @Test func `a stroke rubbed out bit by bit is gone`() {
        var ana = Sketch(1)
        ana.draw(line((0, 0), (5, 0), (10, 0)))
        ana.append(ana.pen.erase(along: line((0, 0), (6, 0)), radius: 1, on: ana.canvas))
        #expect(ana.canvas.visibleObjectCount == 1)
        ana.append(ana.pen.erase(along: line((6, 0), (12, 0)), radius: 1, on: ana.canvas))
        #expect(ana.canvas.visibleObjectCount == 0)
        #expect(ana.pen.erase(along: line((6, 0)), radius: 5, on: ana.canvas).isEmpty)
    }

    @Test func `text and what is locked is not rubbed out`() {
        var ana = Sketch(1)
        let text = ana.pen.write("hi", at: Dot(x: 0, y: 0), style: InkStyle(), on: ana.canvas)
        ana.append(text.bodies)
        let stroke = ana.draw(line((0, 0), (5, 0)))
        ana.append(ana.pen.set([.isLocked(true)], of: [stroke], on: ana.canvas))
        #expect(ana.pen.erase(along: line((0, 0), (9, 0)), radius: 9, on: ana.canvas).isEmpty)
    }

    @Test func `a smoothed stroke keeps its ends and loses its corners`() throws {
        var ana = Sketch(1)
        let corner = line((0, 0), (10, 0), (20, 0), (20, 10), (20, 20))
        let stroke = ana.draw(corner, style: InkStyle(isSmoothed: true))
        let ink = try #require(ana.canvas.ink(of: stroke).first).map(\.dot)
        #expect(ink.first == corner.first)
        #expect(ink.last == corner.last)
        #expect(!ink.contains(Dot(x: 20, y: 0)))
        #expect(ana.canvas.object(stroke)?.points == corner)
        let short = ana.draw(line((0, 0), (9, 0), (9, 9)), style: InkStyle(isSmoothed: true))
        #expect(ana.canvas.ink(of: short).map { $0.map(\.dot) } == [line((0, 0), (9, 0), (9, 9))])
    }

    @Test func `a stroke is smoothed when it ends, not before`() {
        var ana = Sketch(1)
        let stroke = ana.pen.beginStroke(style: InkStyle(isSmoothed: true))
        let corner = line((0, 0), (10, 0), (20, 0), (20, 10), (20, 20))
        ana.append(ana.pen.extendStroke(to: corner, on: ana.canvas))
        ana.append(ana.pen.flushStroke(on: ana.canvas))
        #expect(ana.canvas.ink(of: stroke).map { $0.map(\.dot) } == [corner])
        let change = ana.append(ana.pen.endStroke(on: ana.canvas))
        #expect(!change.areas.isEmpty)
        #expect(ana.canvas.ink(of: stroke).map { $0.map(\.dot) } != [corner])
    }

    @Test func `a growing stroke is an addition, a hidden one an area`() throws {
        var ana = Sketch(1)
        let stroke = ana.pen.beginStroke(style: InkStyle())
        ana.append(ana.pen.extendStroke(to: line((0, 0), (9, 0)), on: ana.canvas))
        let begun = ana.append(ana.pen.flushStroke(on: ana.canvas))
        #expect(begun.additions.map(\.offset) == [0])
        ana.append(ana.pen.extendStroke(to: line((9, 9)), on: ana.canvas))
        let grown = ana.append(ana.pen.endStroke(on: ana.canvas))
        #expect(grown.additions.map(\.offset) == [2])
        #expect(grown.areas.isEmpty)
        let hidden = ana.append(ana.pen.hide([stroke], on: ana.canvas))
        let box = try #require(hidden.areas.first)
        #expect(box.contains(DotRectangle(minX: 0, minY: 0, maxX: 9, maxY: 9)))
        let again = ana.canvas.apply(ana.log[0].body, as: ana.log[0].id)
        #expect(again.isEmpty)
    }

    @Test func `the digest tells colours and orders apart`() {
        var digests: [UInt64] = []
        var ana = Sketch(1)
        let one = ana.draw(line((0, 0), (9, 9)))
        digests.append(ana.canvas.pictureDigest)
        ana.append(ana.pen.set([.color(2)], of: [one], on: ana.canvas))
        digests.append(ana.canvas.pictureDigest)
        ana.append(ana.pen.set([.order(.front)], of: [one], on: ana.canvas))
        digests.append(ana.canvas.pictureDigest)
        ana.append(ana.pen.title("t", on: ana.canvas))
        digests.append(ana.canvas.pictureDigest)
        #expect(Set(digests).count == 4)
    }

    @Test func `an index out of range changes nothing`() {
        var canvas = Canvas()
        let id = EntryID(author: AuthorID(rawValue: 1), index: .max)
        #expect(canvas.apply([1, 2, 3], as: id).isEmpty)
        #expect(canvas.entryCount == 0)
    }
}
