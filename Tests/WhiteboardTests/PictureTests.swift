import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// Golden pictures: what the rasteriser shows for what was drawn.
struct PictureTests {
    @Test func `a line`() {
        var board = Board()
        board.draw([(0, 0), (15, 7)])
        #expect(board.rows(8, 2) == ["⠉⠒⠤⣀", "    ⠉⠒⠤⣀"])
    }

    @Test func `a circle`() {
        var board = Board()
        let turn: [(Int32, Int32)] = [
            (19, 10), (18, 14), (14, 18), (10, 19), (6, 18), (2, 14), (1, 10), (2, 6), (6, 2),
            (10, 1), (14, 2), (18, 6), (19, 10),
        ]
        board.draw(turn)
        #expect(
            board.rows(10, 5) == [
                "  ⢀⠤⠔⠒⠤⢄", " ⡔⠁     ⠑⡄", "⢰⠁       ⢸", " ⢇      ⢀⠎", "  ⠑⠤⣀⣀⡠⠔⠁",
            ])
    }

    @Test func `crossing lines have one colour a cell, the topmost's`() {
        var board = Board()
        board.draw([(0, 2), (15, 2)], color: 3)
        board.draw([(7, 0), (7, 7)], color: 5)
        #expect(board.rows(8, 2) == ["⠤⠤⠤⢼⠤⠤⠤⠤", "   ⢸"])
        #expect(board.colors(8, 2) == ["33353333", "...5...."])
    }

    @Test func `an object sent behind gives its cell to the other`() {
        var board = Board()
        board.draw([(0, 2), (15, 2)], color: 3)
        let upright = board.draw([(7, 0), (7, 7)], color: 5)
        board.set(.order(.back), of: upright)
        #expect(board.colors(8, 2) == ["33333333", "...5...."])
    }

    @Test func `text and the blanks between its words lie over ink`() {
        var board = Board()
        board.draw([(0, 2), (15, 2)], color: 3)
        board.write("a b\nc", at: (4, 0))
        #expect(board.rows(8, 2) == ["⠤⠤a b⠤⠤⠤", "  c"])
        #expect(board.colors(8, 2) == ["33999333", "..9....."])
    }

    @Test func `wide characters take two cells, and one cut in half is blank`() {
        var board = Board()
        board.write("漢字", at: (0, 0))
        #expect(board.rows(5, 1) == ["漢字"])
        #expect(board.rows(3, 1) == ["漢"])
        #expect(board.rows(4, 1, at: (2, 0)) == [" 字"])
        board.write("x", at: (2, 0))
        #expect(board.rows(5, 1) == [" x字"])
    }

    @Test func `marks stand on their character, and nothing unsafe comes through`() {
        var board = Board()
        board.write("e\u{301}\u{302}\u{303}\u{304}\u{305}\u{1B}[2J\u{202E}\u{E000}!", at: (0, 0))
        #expect(board.rows(8, 1) == ["e\u{301}\u{302}\u{303}\u{304}[2J?!"])
    }

    @Test func `erased ranges are gone, and undoing that brings them back`() {
        var board = Board()
        board.draw([(0, 2), (15, 2)])
        board.erase([(8, 2)], radius: 2)
        #expect(board.rows(8, 1) == ["⠤⠤⠤  ⠠⠤⠤"])
        board.undo()
        #expect(board.rows(8, 1) == ["⠤⠤⠤⠤⠤⠤⠤⠤"])
    }

    @Test func `at half the size`() throws {
        var board = Board()
        board.draw([(0, 0), (15, 0), (15, 15), (0, 15), (0, 0)])
        board.write("hi", at: (4, 4))
        let half = try #require(Zoom(numerator: 1, denominator: 2))
        #expect(board.rows(5, 2, zoom: half) == ["⡏hi⢹", "⣇⣀⣀⣸"])
    }

    @Test func `at twice the size`() throws {
        var board = Board()
        board.draw([(0, 0), (5, 0), (5, 3)])
        let double = try #require(Zoom(numerator: 2))
        #expect(board.rows(7, 2, zoom: double) == ["⠛⠛⠛⠛⠛⣿", "     ⣿"])
    }

    @Test func `wide strokes are round`() {
        var board = Board()
        board.draw([(8, 8)], width: 8)
        #expect(board.rows(8, 4) == ["", "  ⢀⣴⣶⣦⡀", "  ⠸⣿⣿⣿⠇", "   ⠈⠉⠁"])
    }

    @Test(arguments: [
        (GlyphSet.quadrant, ["▀▄", "  ▀▄"]), (.half, ["▀▄", "  ▀▄"]), (.ascii, ["\\\\", "  \\\\"]),
    ])
    func `glyph sets`(glyphs: GlyphSet, rows: [String]) {
        var board = Board()
        board.draw([(0, 0), (7, 7)])
        board.glyphs = glyphs
        #expect(board.rows(4, 2) == rows)
    }

    @Test func `a stroke in progress lies above all ink and goes without a trace`() {
        var board = Board()
        board.draw([(0, 2), (7, 2)], color: 3)
        var raster = board.raster(4, 1)
        raster.overlay([Dot(x: 2, y: 0), Dot(x: 2, y: 3)], style: InkStyle(color: 7))
        #expect(board.rows(of: raster) == ["⠤⡧⠤⠤"])
        #expect(board.colors(of: raster) == ["3733"])
        raster.clearOverlays()
        #expect(board.rows(of: raster) == ["⠤⠤⠤⠤"])
    }
}
