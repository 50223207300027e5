import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// A picture kept up to date change by change is the picture painted at once.
struct PictureUpdateTests {
    @Test(arguments: UInt32(1)...12)
    func `updates, pans and zooms end in the same picture`(seed: UInt32) {
        var dice = Dice(state: seed)
        var board = Board()
        var raster = board.raster(24, 10)
        for _ in 0..<80 {
            let seen = board.changes.count
            board.act(&dice)
            for change in board.changes[seen...] { raster.update(board.canvas, change) }
            if dice.roll(4) == 0 { raster.show(dice.move(raster.viewport), of: board.canvas) }
            let fresh = Raster(raster.viewport, of: board.canvas, columns: Board.columns)
            guard board.frame(of: raster) == board.frame(of: fresh) else {
                Issue.record("differs: \(board.rows(of: raster)) \(board.rows(of: fresh))")
                return
            }
        }
    }

    @Test func `a batch of changes may be caught up with at its end`() {
        var dice = Dice(state: 9)
        var board = Board()
        var raster = board.raster(24, 10)
        for _ in 0..<60 { board.act(&dice) }
        for change in board.changes { raster.update(board.canvas, change) }
        #expect(board.rows(of: raster) == board.rows(24, 10))
    }

    @Test func `a leap drawn bit by bit, while others draw and erase, ends in the same picture`() {
        var dice = Dice(state: 17)
        var board = Board()
        for _ in 0..<80 { board.act(&dice) }
        let viewport = board.raster(24, 10).viewport
        var raster = Raster(viewport, of: board.canvas, pointsMax: 1, columns: Board.columns)
        #expect(!raster.isComplete)
        while !raster.isComplete {
            let seen = board.changes.count
            board.act(&dice)
            for change in board.changes[seen...] { raster.update(board.canvas, change) }
            if dice.roll(4) == 0 {
                let moved = raster.viewport.panned(columns: Int(dice.roll(5)) - 2, rows: 1)
                raster.show(moved, of: board.canvas)
            }
            raster.paintMore(board.canvas, pointsMax: 3)
        }
        let fresh = Raster(raster.viewport, of: board.canvas, columns: Board.columns)
        #expect(board.frame(of: raster) == board.frame(of: fresh))
    }

    @Test func `what is deleted before a leap has come to it is not drawn`() {
        var board = Board()
        let shapes = [Shape.Kind.ellipse, .rectangle, .line].map {
            board.draw($0, (-200, -200), (30, 30), look: .dots, isFilled: true)
        }
        let stroke = board.draw([(0, 0), (40, 30)], width: 5)
        board.draw([(4, 4), (5, 5)])
        var raster = Raster(
            board.raster(24, 10).viewport, of: board.canvas, pointsMax: 1, columns: Board.columns)
        let seen = board.changes.count
        board.append(board.pen.hide(shapes + [stroke], on: board.canvas))
        for change in board.changes[seen...] { raster.update(board.canvas, change) }
        while !raster.isComplete { raster.paintMore(board.canvas, pointsMax: 1) }
        #expect(board.rows(of: raster) == board.rows(24, 10))
    }

    @Test func `a line across the whole canvas is drawn from any window alike`() {
        var board = Board()
        board.draw([(-(1 << 20), -77_777), (1 << 20, 99_991)], width: 3)
        var raster = board.raster(20, 300, at: (0, 10_000))
        let before = board.rows(of: raster)
        raster.show(raster.viewport.panned(columns: 5, rows: 5), of: board.canvas)
        raster.show(raster.viewport.panned(columns: -5, rows: -5), of: board.canvas)
        #expect(board.rows(of: raster) == before)
        #expect(before.contains { !$0.isEmpty })
    }

    @Test func `a cell and the dot in its middle name each other at every zoom`() {
        for zoom in Zoom.steps where zoom.exponent <= 1 {
            let viewport = Viewport(
                origin: Dot(x: -13, y: 7), zoom: zoom, columns: 80, rows: 24)
            for cell in [Position(column: 0, row: 0), Position(column: 79, row: 23)] {
                #expect(viewport.cell(of: viewport.dot(at: cell)) == cell)
            }
        }
    }

    @Test func `zooming keeps the dot under the pointer`() {
        let viewport = Viewport(origin: Dot(x: 100, y: -50), columns: 80, rows: 24)
        let pointer = Position(column: 30, row: 12)
        for zoom in Zoom.steps {
            let zoomed = viewport.zoomed(to: zoom, keeping: pointer)
            #expect(zoomed.dot(at: pointer) == viewport.dot(at: pointer))
        }
        let dot = Dot(x: 5000, y: -9)
        #expect(viewport.centred(on: dot).cell(of: dot) == Position(column: 40, row: 12))
    }

    @Test func `places far outside do not trap`() {
        let corner = Dot(x: 1 << 20, y: -(1 << 20))
        for zoom in Zoom.steps {
            let viewport = Viewport(origin: corner, zoom: zoom, columns: .max, rows: 50)
            _ = viewport.panned(columns: .max, rows: .min)
            _ = viewport.dot(at: Position(column: .min, row: .max))
            _ = viewport.cell(of: Dot(x: .min, y: .max))
            _ = viewport.centred(on: Dot(x: .max, y: .min)).area
        }
    }
}

/// A small seeded generator.
struct Dice {
    var state: UInt32

    mutating func roll(_ sides: Int32) -> Int32 {
        state = state &* 1_664_525 &+ 1_013_904_223
        return Int32(state >> 8) % sides
    }

    mutating func place() -> (Int32, Int32) { (roll(70) - 10, roll(60) - 10) }

    mutating func move(_ viewport: Viewport) -> Viewport {
        switch roll(6) {
        case 0: viewport.zoomed(to: viewport.zoom.closer, keeping: Position(column: 9, row: 4))
        case 1: viewport.zoomed(to: viewport.zoom.farther, keeping: Position(column: 9, row: 4))
        default: viewport.panned(columns: Int(roll(9)) - 4, rows: Int(roll(5)) - 2)
        }
    }
}

extension Board {
    mutating func act(_ dice: inout Dice) {
        let objects = canvas.visibleObjects.map(\.id)
        let object = objects.isEmpty ? nil : objects[Int(dice.roll(Int32(objects.count)))]
        switch dice.roll(16) {
        case 12: note("a 漢字 note of words", at: dice.place(), width: UInt16(dice.roll(30)) + 10)
        case 13:
            let kind: Shape.Kind = dice.roll(3) == 0 ? .ellipse : .rectangle
            draw(
                kind, dice.place(), dice.place(), look: dice.roll(2) == 0 ? .dots : .cells,
                isFilled: true, color: UInt8(dice.roll(8)) + 1)
        case 14, 15:
            let place = dice.place()
            let mark = Stamp.allCases[Int(dice.roll(5))]
            stamp(mark, object.map { .on($0) } ?? .at(Dot(x: place.0, y: place.1)))
        case 0...4:
            let points = (0..<dice.roll(30) + 1).map { _ in dice.place() }
            draw(
                points, color: UInt8(dice.roll(8)) + 1, width: UInt8(dice.roll(6)) + 1,
                isSmoothed: dice.roll(2) == 0)
        case 5: write("ab漢c\nx\u{301} 字", at: dice.place(), color: UInt8(dice.roll(8)) + 1)
        case 6: erase([dice.place(), dice.place()], radius: 3)
        case 7: undo()
        case 8: append(pen.redo(on: canvas))
        case 9:
            let fields: [Operation.Field] = [
                .color(4), .width(9), .order(.front), .order(.back), .text("漢漢漢"),
                .position(Dot(x: dice.roll(40), y: dice.roll(40))),
            ]
            if let object { set(fields[Int(dice.roll(6))], of: object) }
        case 10:
            if let object { append(pen.hide([object], on: canvas)) }
        default:
            if dice.roll(5) == 0 { append(pen.clear(canvas)) }
        }
    }
}
