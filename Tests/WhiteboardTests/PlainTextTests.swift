import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// What is copied or exported is what is on the screen.
struct PlainTextTests {
    private func board() -> (board: Board, objects: [ObjectID]) {
        var board = Board()
        let box = board.draw(.rectangle, (40, 20), (60, 32))
        board.write("漢字 a", at: (44, 24))
        board.draw(.arrow, (60, 26), (80, 26))
        let note = board.note("tea", at: (40, 40), width: 18)
        board.stamp(.check, .on(note))
        return (board, [box, ObjectID(author: board.pen.author, number: 2), note])
    }

    private func all(_ board: Board, grid: Dot = Dot(x: 0, y: 0)) -> [String]? {
        PlainText.lines(
            of: board.canvas, grid: grid, glyphs: board.glyphs, columns: Board.columns)
    }

    @Test func `everything, without the blanks around it`() {
        let (board, _) = board()
        let text = [
            "┌─────────┐", "│ 漢字 a  ├─────────▶", "│         │", "└─────────┘", "", "╭───────╮✓",
            "│ tea   │", "╰───────╯",
        ]
        #expect(all(board) == text)
        #expect(board.rows(41, 13, at: (40, 20))[..<8] == text[...])
        #expect(all(Board()) == [])
    }

    @Test func `as the cells of a screen lie`() {
        let (board, _) = board()
        for (x, y) in [(Int32(1), Int32(0)), (0, 3), (-3, 2)] {
            let rows = board.rows(80, 24, at: (x, y))
            let inked = rows.indices.filter { !rows[$0].isEmpty }
            let lines = all(board, grid: Dot(x: x, y: y))
            let indentation = inked.map { rows[$0].prefix { $0 == " " }.count }.min() ?? 0
            #expect(
                lines
                    == rows[inked[0]...inked[inked.count - 1]].map {
                        String($0.dropFirst(indentation))
                    })
        }
    }

    @Test func `some objects, as if there were no others`() {
        let (board, objects) = board()
        func text(_ objects: [ObjectID]) -> [String]? {
            PlainText.lines(
                of: board.canvas, objects: Set(objects), glyphs: .braille, columns: Board.columns)
        }
        #expect(text([objects[0]]) == ["┌─────────┐", "│         │", "│         │", "└─────────┘"])
        #expect(text([objects[1]]) == ["漢字 a"])
        #expect(text([objects[2]]) == ["╭───────╮✓", "│ tea   │", "╰───────╯"])
        #expect(text([]) == [])
        #expect(board.canvas.visibleObjectCount == 5)
    }

    @Test func `a rectangle of it, cut where that ends`() {
        let (board, _) = board()
        let area = DotRectangle(minX: 46, minY: 20, maxX: 67, maxY: 27)
        #expect(
            PlainText.lines(
                of: board.canvas, area: area, glyphs: .braille, columns: Board.columns)
                == ["───────┐", " 字 a  ├───"])
    }

    @Test func `higher than a band, and too large`() {
        var board = Board()
        board.draw(.line, (0, 0), (0, 799))
        #expect(all(board) == Array(repeating: "│", count: 200))
        board.write("far", at: (0, 1 << 20))
        board.write("away", at: (1 << 13, 0))
        #expect(all(board) == nil)
    }
}
