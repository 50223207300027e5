import InkCanvas
import Testing

struct StampTests {
    /// A stroke of Ana's with marks of two people on it.
    private func stamped() -> (ana: Sketch, ben: Sketch, stroke: ObjectID) {
        var ana = Sketch(1)
        var ben = Sketch(2)
        let stroke = ana.draw(line((0, 0), (20, 8)))
        ana.stamp(.heart, on: stroke)
        ben.hear(ana)
        ben.stamp(.heart, on: stroke)
        ben.stamp(.check, on: stroke)
        ana.hear(ben)
        return (ana, ben, stroke)
    }

    private func counts(_ sketch: Sketch, _ object: ObjectID) -> [String] {
        sketch.canvas.stamps(on: object).map(\.text)
    }

    @Test func `equal marks on an object are counted`() {
        let (ana, _, stroke) = stamped()
        #expect(counts(ana, stroke) == ["✓", "♥2"])
        #expect(ana.canvas.visibleObjectCount == 4)
        #expect(ana.canvas.badges.count == 1)
    }

    @Test func `each takes back their own`() {
        var (ana, ben, stroke) = stamped()
        ana.undo()
        #expect(counts(ana, stroke) == ["✓", "♥"])
        ben.hear(ana)
        ben.undo()
        ben.undo()
        #expect(counts(ben, stroke) == [])
        ben.redo()
        #expect(counts(ben, stroke) == ["♥"])
    }

    @Test func `marks go where their object goes, and are not seen without it`() throws {
        var (ana, _, stroke) = stamped()
        let before = try #require(ana.canvas.badges.first?.place)
        ana.append(ana.pen.set([.position(Dot(x: 100, y: 40))], of: [stroke], on: ana.canvas))
        let after = try #require(ana.canvas.badges.first?.place)
        #expect((after.x - before.x, after.y - before.y) == (100, 40))
        ana.append(ana.pen.hide([stroke], on: ana.canvas))
        #expect(ana.canvas.visibleObjectCount == 0)
        #expect(ana.canvas.badges.isEmpty)
        ana.undo()
        ana.undo()
        #expect(counts(ana, stroke) == ["✓", "♥2"])
        #expect(ana.canvas.badges.first?.place == before)
    }

    @Test func `one that is moved away stands by itself`() {
        var (ana, _, stroke) = stamped()
        let check = ana.canvas.stamps(on: stroke)[0].top
        ana.append(ana.pen.set([.position(Dot(x: 90, y: 90))], of: [check], on: ana.canvas))
        #expect(counts(ana, stroke) == ["♥2"])
        #expect(ana.canvas.object(check)?.target == nil)
        #expect(ana.canvas.object(check)?.position == Dot(x: 90, y: 90))
        ana.undo()
        #expect(counts(ana, stroke) == ["✓", "♥2"])
    }

    @Test func `a mark is hit beside its object, or where it stands`() {
        var (ana, _, stroke) = stamped()
        let place = ana.canvas.badges[0].place
        let check = ana.canvas.stamps(on: stroke)[0].top
        #expect(ana.canvas.topmostObject(near: place)?.id == check)
        let heart = ana.canvas.stamps(on: stroke)[1].top
        #expect(ana.canvas.topmostObject(near: Dot(x: place.x + 4, y: place.y))?.id == heart)
        let star = ana.stamp(.star, .at(Dot(x: 60, y: 60)))
        #expect(ana.canvas.topmostObject(near: Dot(x: 60, y: 61))?.id == star)
        #expect(ana.canvas.rubbings(along: line((60, 60), (place.x, place.y)), radius: 1).isEmpty)
    }

    @Test func `stamps that come before what they stand on wait for it`() {
        let (ana, _, stroke) = stamped()
        var late = Canvas()
        for entry in ana.log.reversed() { _ = late.apply(entry.body, as: entry.id) }
        #expect(late.stamps(on: stroke).map(\.text) == ["♥"])
        var never = Canvas()
        for entry in ana.log.dropFirst() { _ = never.apply(entry.body, as: entry.id) }
        #expect(never.visibleObjectCount == 0)
    }

    @Test func `stamps on stamps, on each other and on themselves are not seen`() {
        var ana = Sketch(1)
        let ids = (UInt32(1)...3).map { ObjectID(author: ana.author, number: $0) }
        for (number, target) in [(UInt32(1), ids[1]), (2, ids[0]), (3, ids[2])] {
            ana.append(.stamp(number, .star, .on(target), style: InkStyle()), stamp: 1)
        }
        #expect(ana.canvas.visibleObjectCount == 0)
        // The first of its log with that number is what counts: the star becomes a stroke.
        let stroke = Operation.segment(
            1, offset: 0, style: InkStyle(), points: line((5, 5), (6, 6)), isLast: true)
        let body = CanvasEntry(stamp: 1, action: 1, operation: stroke).encoded()
        _ = ana.canvas.apply(body, as: EntryID(author: ana.author, index: 0))
        #expect(ana.canvas.visibleObjects.map(\.kind) == [.stroke, .stamp])
    }
}

extension Sketch {
    @discardableResult
    mutating func stamp(_ stamp: Stamp, _ place: Stamp.Place) -> ObjectID {
        let (object, bodies) = pen.stamp(stamp, place, style: InkStyle(), on: canvas)
        append(bodies)
        return object
    }

    @discardableResult
    mutating func stamp(_ mark: Stamp, on object: ObjectID) -> ObjectID {
        stamp(mark, .on(object))
    }
}
