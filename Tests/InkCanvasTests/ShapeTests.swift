import InkCanvas
import Testing

/// Shapes are ink along a path that follows from their corners.
struct ShapeTests {
    private func drawn(_ shape: Shape) -> (sketch: Sketch, object: ObjectID) {
        var ana = Sketch(1)
        let (object, bodies) = ana.pen.draw(shape, style: InkStyle(), on: ana.canvas)
        ana.append(bodies)
        return (ana, object)
    }

    @Test func `a rectangle goes round its corners`() {
        let (ana, object) = drawn(Shape(.rectangle, from: Dot(x: 0, y: 0), to: Dot(x: 20, y: 12)))
        #expect(
            ana.canvas.object(object)?.points
                == line((0, 0), (20, 0), (20, 12), (0, 12), (0, 0)))
    }

    @Test func `an ellipse touches the middle of each side, and goes nowhere beyond`() throws {
        let (ana, object) = drawn(
            Shape(.ellipse, from: Dot(x: -30, y: 40), to: Dot(x: 50, y: -20)))
        let points = try #require(ana.canvas.object(object)?.points)
        for point in line((50, 10), (10, -20), (-30, 10), (10, 40)) {
            #expect(points.contains(point))
        }
        #expect(points.allSatisfy { (-30...50).contains($0.x) && (-20...40).contains($0.y) })
        #expect(points.first == points.last)
        // Every corner is on it, but for rounding.
        for point in points {
            let (x, y) = (Double(point.x - 10) / 40, Double(point.y - 10) / 30)
            #expect(abs((x * x + y * y).squareRoot() - 1) < 0.04)
        }
    }

    @Test func `a line of characters turns so that its longer way comes last`() {
        let wide = Shape(.line, from: Dot(x: 0, y: 0), to: Dot(x: 40, y: 20))
        #expect(wide.elbow == Dot(x: 0, y: 20))
        let high = Shape(.line, from: Dot(x: 0, y: 0), to: Dot(x: 10, y: -40))
        #expect(high.elbow == Dot(x: 10, y: 0))
    }

    @Test(arguments: Shape.Kind.allCases)
    func `corners anywhere, and moved anywhere, do not trap`(kind: Shape.Kind) {
        let far = CanvasLimit.coordinateMax
        let places = [-far, 0, 1, far].flatMap { x in [-far, 0, far].map { Dot(x: x, y: $0) } }
        for look in [Shape.Look.cells, .dots] {
            for from in places {
                for to in places {
                    var (ana, object) = drawn(Shape(kind, from: from, to: to, look: look))
                    let corner = Dot(x: .max, y: .min)
                    ana.append(ana.pen.set([.position(corner)], of: [object], on: ana.canvas))
                    #expect(ana.canvas.object(object) != nil)
                    _ = ana.canvas.ink(of: object)
                }
            }
        }
    }

    @Test func `moved, rubbed out, taken back, a shape is where it was`() {
        var (ana, object) = drawn(
            Shape(.rectangle, from: Dot(x: 0, y: 0), to: Dot(x: 40, y: 40)))
        let before = ana.canvas.pictureDigest
        ana.append(ana.pen.set([.position(Dot(x: 100, y: 8))], of: [object], on: ana.canvas))
        #expect(ana.canvas.object(object)?.shape?.to == Dot(x: 140, y: 48))
        ana.append(ana.pen.erase(along: line((120, 8)), radius: 2, on: ana.canvas))
        // An eraser that touches it takes all of it.
        #expect(ana.canvas.object(object) == nil)
        for _ in 0..<2 { ana.undo() }
        #expect(ana.canvas.pictureDigest == before)
    }

    @Test func `only what has an inside is filled, and is hit there`() {
        let (from, to) = (Dot(x: 40, y: 0), Dot(x: 0, y: 40))
        for kind in Shape.Kind.allCases {
            let (ana, object) = drawn(Shape(kind, from: from, to: to, isFilled: true))
            #expect(ana.canvas.object(object)?.shape?.isFilled == kind.hasInside)
            let isHit = ana.canvas.topmostObject(near: Dot(x: 15, y: 10)) != nil
            #expect(isHit == kind.hasInside)
            #expect(
                (ana.canvas.topmostObject(near: Dot(x: 2, y: 2)) != nil) == (kind == .rectangle))
            #expect(ana.canvas.topmostObject(near: Dot(x: 50, y: 10)) == nil)
        }
    }

    @Test func `a filled shape is rubbed out by its outline`() {
        let (ana, object) = drawn(
            Shape(.rectangle, from: Dot(x: 0, y: 0), to: Dot(x: 40, y: 40), isFilled: true))
        #expect(ana.canvas.rubbings(along: line((20, 20)), radius: 4).isEmpty)
        #expect(
            ana.canvas.rubbings(along: line((0, 20)), radius: 1).map(\.object) == [object])
    }

    @Test func `a shape and a stroke of one number are the first of them`() {
        var ana = Sketch(1)
        let shape = Operation.shape(
            1, Shape(.line, from: Dot(x: 0, y: 0), to: Dot(x: 9, y: 0)), style: InkStyle())
        let stroke = Operation.segment(
            1, offset: 0, style: InkStyle(), points: line((5, 5), (6, 6)), isLast: true)
        ana.append(shape, stamp: 1)
        ana.append(stroke, stamp: 2)
        var late = Canvas()
        for entry in ana.log.reversed() { _ = late.apply(entry.body, as: entry.id) }
        #expect(late.visibleObjects == ana.canvas.visibleObjects)
        #expect(late.visibleObjects.map(\.kind) == [.shape])
        #expect(late.pictureDigest == ana.canvas.pictureDigest)
    }

    @Test func `a kind or a line of a later version is opaque`() throws {
        let shape = Shape(.line, from: Dot(x: 1, y: 1), to: Dot(x: 2, y: 2))
        let bytes = CanvasEntry(
            stamp: 1, action: 1, operation: .shape(1, shape, style: InkStyle())
        ).encoded()
        // The bytes behind kind, stamp, action and number.
        for (place, value) in [(4, UInt8(9)), (4, 0x20), (5, 4)] {
            var later = bytes
            later[place] = value
            guard case .opaque = try CanvasEntry(decoding: later).operation else {
                Issue.record("byte \(place) of \(value) is known")
                continue
            }
        }
    }
}
