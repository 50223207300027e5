import InkCanvas
import TerminalUI
import Whiteboard

/// The canvas and its picture, with 100,000 strokes of 50 points on 1,600 × 800 dots.
enum CanvasFigures {
    private static let strokes = 100_000
    private static let pointsPerFrame = 100_000
    private static let columns: @Sendable (Unicode.Scalar) -> Int = { _ in 1 }

    static func measure() throws -> [Figure] {
        var dice = Dice()
        var full = Easel(author: 1)
        let bodies = (0..<strokes).map { _ in full.stroke(&dice, width: 1600, height: 800) }
        let apply = Stopwatch.time { for body in bodies { full.apply(body) } }
        var view = Viewport(origin: Dot(x: 600, y: 300), columns: 200, rows: 50)
        var raster = Raster(view, of: full.canvas, columns: columns)
        let repaint = Stopwatch.times(9) { _ in
            raster = Raster(view, of: full.canvas, columns: columns)
        }
        let pans = [(1, 0), (0, 1), (1, 1)].map { (right, down) in
            Stopwatch.times(21) { number in
                let way = number % 2 == 0 ? 1 : -1
                view = view.panned(columns: right * way, rows: down * way)
                raster.show(view, of: full.canvas)
            }.median
        }
        // A zoom draws so many points before its first frame, as the application does.
        let zooms = [Zoom.actual.farther.farther, Zoom.actual.closer].map { zoom in
            Stopwatch.times(9) { _ in
                var raster = raster
                let zoomed = view.zoomed(to: zoom, keeping: Position(column: 100, row: 25))
                raster.show(zoomed, of: full.canvas, pointsMax: pointsPerFrame)
                var frame = Frame(columns: 200, rows: 50)
                raster.paint(into: &frame, glyphs: .braille)
            }.median
        }
        let frame = Stopwatch.times(21) { _ in
            var frame = Frame(columns: 200, rows: 50)
            raster.paint(into: &frame, glyphs: .braille)
        }
        return [
            Figure("canvas: 100,000 strokes of 50 points taken in", apply, "ms", bar: 2000),
            Figure("canvas: one more stroke, full against empty", added(&full), "×", bar: 1.1),
            Figure("canvas: pan of 200 × 50 by a column, median", pans[0], "ms", bar: 8),
            Figure("canvas: pan of 200 × 50 by a row, median", pans[1], "ms", bar: 8),
            Figure("canvas: pan of 200 × 50 by both, median", pans[2], "ms", bar: 8),
            Figure("canvas: all of a dense 200 × 50 anew, median", repaint.median, "ms", bar: 16),
            Figure("canvas: zoom to ¼, first frame, median", zooms[0], "ms", bar: 50),
            Figure("canvas: zoom to 2, first frame, median", zooms[1], "ms", bar: 50),
            Figure("canvas: a frame of 200 × 50 from it, median", frame.median, "ms"),
        ]
    }

    /// How much longer a stroke takes where there are many.
    private static func added(_ full: inout Easel) -> Double {
        var empty = Easel(author: 1)
        let view = Viewport(origin: Dot(x: 600, y: 300), columns: 200, rows: 50)
        var fullRaster = Raster(view, of: full.canvas, columns: columns)
        var emptyRaster = Raster(view, of: empty.canvas, columns: columns)
        var (onFull, onEmpty): ([Double], [Double]) = ([], [])
        // In the view, where it costs most; turn by turn, so that both know the same weather.
        var dice = Dice()
        for number in 0..<4000 {
            let body = full.stroke(&dice, from: Dot(x: 700, y: 350), width: 200, height: 80)
            // Who comes second finds the stroke in the processor's cache.
            for isFull in [number % 2 == 0, number % 2 == 1] {
                if isFull {
                    onFull.append(Stopwatch.time { full.draw(body, on: &fullRaster) })
                } else {
                    onEmpty.append(Stopwatch.time { empty.draw(body, on: &emptyRaster) })
                }
            }
        }
        return onFull.median / onEmpty.median
    }
}

/// A canvas with one author.
private struct Easel {
    private(set) var canvas = Canvas()
    private var pen: Pen
    private var index: UInt32 = 0

    init(author: UInt64) {
        pen = Pen(author: AuthorID(rawValue: author))
    }

    /// A stroke of 50 points, as a hand draws it: small steps that go on in one direction.
    mutating func stroke(
        _ dice: inout Dice, from corner: Dot = Dot(x: 0, y: 0), width: Int, height: Int
    ) -> [UInt8] {
        var x = Int(corner.x) + dice.roll(0...width)
        var y = Int(corner.y) + dice.roll(0...height)
        var (right, down) = (dice.roll(-2...2), dice.roll(-2...2))
        var points: [Dot] = []
        for number in 0..<50 {
            points.append(Dot(x: Int32(x), y: Int32(y)))
            if number % 8 == 7 { (right, down) = (dice.roll(-2...2), dice.roll(-2...2)) }
            (x, y) = (x + right, y + down)
        }
        let style = InkStyle(color: UInt8(dice.roll(1...8)), width: UInt8(dice.roll(1...2)))
        return pen.draw(points, style: style, on: canvas).bodies.first ?? []
    }

    @discardableResult
    mutating func apply(_ body: [UInt8]) -> Canvas.Change {
        index += 1
        return canvas.apply(body, as: EntryID(author: pen.author, index: index))
    }

    mutating func draw(_ body: [UInt8], on raster: inout Raster) {
        let change = apply(body)
        raster.update(canvas, change)
    }
}
