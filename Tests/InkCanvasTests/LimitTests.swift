import InkCanvas
import Testing

/// Numbers at their limits do not trap, and are kept within them.
struct LimitTests {
    private static let far = CanvasLimit.coordinateMax
    private static let corners = [-far, 0, far].flatMap { x in
        [-far, 0, far].map { Dot(x: x, y: $0) }
    }

    @Test func `objects in the canvas's corners, moved to others, and what stands on them`() {
        for place in Self.corners {
            for target in Self.corners {
                var ana = Sketch(1)
                let (note, bodies) = ana.pen.note(
                    String(repeating: "漢", count: 266), at: place, width: .max,
                    style: InkStyle(width: 16), on: ana.canvas)
                ana.append(bodies)
                let stroke = ana.draw([place, target, place], style: InkStyle(width: 16))
                let ring = Shape(.ellipse, from: place, to: target, isFilled: true)
                let shape = ana.pen.draw(ring, style: InkStyle(width: 16), on: ana.canvas)
                ana.append(shape.bodies)
                for object in [note, stroke, shape.object] {
                    ana.stamp(.heart, on: object)
                    ana.append(ana.pen.set([.position(target)], of: [object], on: ana.canvas))
                }
                ana.stamp(.star, .at(target))
                #expect(ana.canvas.visibleObjectCount == 7)
                #expect(ana.canvas.bounds != nil)
                #expect(ana.canvas.badges.count == 3)
                _ = ana.canvas.topmostObject(near: target, within: .max)
                _ = ana.canvas.object(shape.object)?.shape?.fineOutline
                for object in ana.canvas.visibleObjects { _ = ana.canvas.ink(of: object.id) }
            }
        }
    }

    @Test func `stamps and numbers of entries at their limits`() {
        var ana = Sketch(1)
        let highest = ObjectID(author: AuthorID(rawValue: 1), number: .max)
        let operations: [Operation] = [
            .stamp(.max, .heart, .on(highest), style: InkStyle()),
            .note(.max, position: Dot(x: 0, y: 0), width: 0, string: "n", style: InkStyle()),
            .set(highest, .noteWidth(.max)), .set(highest, .order(.front)),
            .set(highest, .order(.back)), .clear([.init(author: ana.author, seen: .max)]),
            .hide(highest, .ranges([0..<(.max)])),
            .undo(ActionID(author: ana.author, number: .max), isUndone: true),
            .segment(
                .max, offset: CanvasLimit.strokePointsMax, style: nil, points: Self.corners,
                isLast: true),
        ]
        for operation in operations {
            for stamp in [0, CanvasLimit.stampMax, .max] {
                ana.append(operation, stamp: stamp, action: .max)
            }
        }
        #expect(ana.canvas.maximumStamp == CanvasLimit.stampMax)
        #expect(ana.canvas.entryCount == 27)
        // Who draws on after that still draws.
        ana.draw(line((0, 0), (9, 9)))
        #expect(ana.canvas.visibleObjectCount >= 1)
        let last = CanvasEntry(stamp: .max, action: 7, operation: .title("last"))
        _ = ana.canvas.apply(last.encoded(), as: EntryID(author: ana.author, index: .max - 1))
        #expect(ana.canvas.title == "last")
    }
}
