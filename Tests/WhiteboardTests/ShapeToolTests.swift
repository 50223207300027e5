import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// Lines, arrows, rectangles and ellipses by mouse and keyboard.
struct ShapeToolTests {
    private func lines(_ desk: inout Desk, _ rows: ClosedRange<Int>) -> [String] {
        rows.map { row in
            String(desk.row(row).dropFirst(20).prefix(24)).replacing(/\s+$/, with: "")
        }
    }

    @Test func `a rectangle follows the mouse, and stays when the button is released`() throws {
        var desk = Desk()
        desk.press("r")
        desk.mouse(.press(.left), 20, 5)
        desk.mouse(.drag(.left), 26, 7)
        #expect(lines(&desk, 5...7) == ["┌─────┐", "│     │", "└─────┘"])
        #expect(desk.entries.isEmpty)
        desk.mouse(.drag(.left), 24, 7)
        desk.mouse(.release(.left), 24, 7)
        #expect(lines(&desk, 5...7) == ["┌───┐", "│   │", "└───┘"])
        #expect(desk.entries.count == 1)
        #expect(desk.board.canvas.visibleObjects.first?.shape?.kind == .rectangle)
        desk.press("u")
        #expect(lines(&desk, 5...7) == ["", "", ""])
    }

    @Test func `boxes and an arrow, by keyboard`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 5)
        desk.press("r LLjj ")
        desk.mouse(.hover, 36, 5)
        desk.press(" Ljj ")
        desk.mouse(.hover, 30, 6)
        desk.press("a Ll")
        desk.press("h ")
        #expect(
            lines(&desk, 5...7) == [
                "┌─────────┐     ┌────┐", "│         ├────▶│    │", "└─────────┘     └────┘",
            ])
    }

    @Test func `what is in progress joins with what is there`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (26, 7)])
        desk.press("s")
        desk.mouse(.press(.left), 26, 6)
        desk.mouse(.drag(.left), 30, 6)
        #expect(lines(&desk, 6...6) == ["│     ├────"])
        desk.press(.escape)
        #expect(lines(&desk, 6...6) == ["│     │"])
        #expect(desk.entries.count == 1)
    }

    @Test func `a click makes no shape, and nothing to undo`() {
        var desk = Desk()
        desk.press("o")
        desk.mouse(.press(.left), 20, 5)
        desk.mouse(.release(.left), 20, 5)
        #expect(desk.entries.isEmpty)
        #expect(!desk.board.pen.canUndo)
    }

    @Test func `of dots, and heavy, where that is wanted`() {
        var desk = Desk()
        desk.press("r#")
        #expect(desk.row(0).contains("dots"))
        desk.drag([(20, 5), (26, 7)])
        #expect(desk.inkedCells().count == 16)
        desk.press("u#]")
        desk.drag([(20, 5), (24, 7)])
        #expect(lines(&desk, 5...7) == ["┏━━━┓", "┃   ┃", "┗━━━┛"])
    }

    @Test func `an arrow from within a box into another goes from side to side`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (26, 9)])
        desk.drag([(40, 5), (46, 9)])
        desk.press("a")
        desk.mouse(.press(.left), 23, 7)
        desk.mouse(.drag(.left), 43, 7)
        #expect(lines(&desk, 7...7) == ["│     ├────────────▶│"])
        desk.mouse(.release(.left), 43, 7)
        #expect(lines(&desk, 7...7) == ["│     ├────────────▶│"])
        desk.press("us")
        desk.drag([(23, 7), (43, 7)])
        #expect(lines(&desk, 7...7) == ["│     ├─────────────┤"])
        // To a side it ends before it; within one box it is as it is drawn.
        desk.press("ua")
        desk.drag([(26, 6), (40, 6)])
        desk.drag([(22, 8), (24, 8)])
        #expect(lines(&desk, 6...6) == ["│     ├────────────▶│"])
        #expect(lines(&desk, 8...8) == ["│ ──▶ │             │"])
        // A corner stands for the box.
        desk.press("uu")
        desk.drag([(26, 5), (40, 5)])
        #expect(lines(&desk, 7...7) == ["│     ├────────────▶│"])
    }

    @Test func `notes and ellipses are joined as boxes are`() {
        var desk = Desk()
        desk.press("o")
        desk.drag([(20, 5), (30, 10)])
        desk.mouse(.hover, 45, 6)
        desk.press("Nsome note")
        desk.press(.escape)
        desk.press("a")
        desk.drag([(25, 7), (50, 7)])
        #expect(desk.row(7).dropFirst(31).hasPrefix("─────────────▶│ some note"))
    }

    @Test func `an arrow around a corner, and one in a frame around both, go on as they did`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(16, 3), (60, 20)])
        desk.drag([(20, 5), (26, 9)])
        desk.drag([(50, 13), (56, 17)])
        desk.press("a")
        desk.drag([(23, 7), (53, 15)])
        #expect(desk.row(9).dropFirst(20).hasPrefix("└──┬──┘"))
        #expect(desk.row(15).dropFirst(23).hasPrefix("└─────────────────────────▶│"))
        // Into an ellipse, and out of the frame.
        desk.press("o")
        desk.drag([(30, 4), (44, 10)])
        desk.press("a")
        desk.drag([(23, 7), (37, 7)])
        #expect(desk.row(7).dropFirst(26).hasPrefix("├──▶"))
    }

    @Test(arguments: ["s", "a", "r", "o"])
    func `others see a shape while it is drawn, and after`(key: String) {
        var pair = Pair()
        pair.ana.press(key + "#")
        pair.ana.mouse(.press(.left), 20, 10)
        pair.ana.mouse(.drag(.left), 30, 14)
        pair.ana.wait(40)
        pair.exchange(losingEntries: true)
        #expect(!pair.ben.inkedCells().isEmpty)
        #expect(pair.ben.inkedCells() == pair.ana.inkedCells())
        pair.ana.mouse(.release(.left), 30, 14)
        pair.exchange()
        pair.wait(5000)
        #expect(pair.ben.inkedCells() == pair.ana.inkedCells())
        #expect(pair.ben.board.canvas.entriesDigest == pair.ana.board.canvas.entriesDigest)
    }
}
