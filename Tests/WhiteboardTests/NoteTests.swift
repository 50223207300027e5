import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct NoteTests {
    private func cursor(_ desk: inout Desk) -> Position? { desk.board.view().cursor }

    @Test func `a note is a card that grows while it is typed`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 5)
        desk.press("N")
        #expect(desk.row(5).dropFirst(20) == "╭──────────────────────╮")
        #expect(desk.row(7).dropFirst(20) == "╰──────────────────────╯")
        desk.press("what went well in this sprint")
        #expect(desk.row(6).dropFirst(20) == "│ what went well in    │")
        #expect(desk.row(7).dropFirst(20) == "│ this sprint          │")
        #expect(cursor(&desk) == Position(column: 33, row: 7))
        desk.press(.escape)
        #expect(desk.row(7).dropFirst(20) == "│ this sprint          │")
        #expect(desk.board.canvas.visibleObjects.map(\.kind) == [.note])
        #expect(desk.board.tool == .pen)
        desk.press("u")
        #expect(desk.board.canvas.visibleObjectCount == 0)
    }

    @Test func `the cursor is where the next letter goes`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 5)
        desk.press("N")
        #expect(cursor(&desk) == Position(column: 22, row: 6))
        desk.press("ab ")
        #expect(cursor(&desk) == Position(column: 25, row: 6))
        desk.press(.enter)
        #expect(cursor(&desk) == Position(column: 22, row: 7))
        desk.press(.enter)
        desk.press("漢字")
        #expect(cursor(&desk) == Position(column: 26, row: 8))
        desk.press(.left)
        #expect(cursor(&desk) == Position(column: 24, row: 8))
        desk.press(.up)
        desk.press(.up)
        desk.press(.home)
        #expect(cursor(&desk) == Position(column: 22, row: 6))
        for _ in 0..<3 { desk.press(.right) }
        desk.press("twenty letters here")
        #expect(desk.row(6).contains("│ ab twenty letters    │"))
        #expect(cursor(&desk) == Position(column: 26, row: 7))
        for _ in 0..<4 { desk.press(.left) }
        #expect(cursor(&desk) == Position(column: 22, row: 7))
        desk.press(.left)
        desk.press(.left)
        #expect(cursor(&desk) == Position(column: 38, row: 6))
    }

    @Test func `a note is edited, moved and made wider`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 5)
        desk.press("Nhello")
        desk.press(.escape)
        desk.press("v")
        desk.click(30, 6)
        desk.press("]]")
        #expect(desk.row(5).dropFirst(20) == "╭──────────────────────────╮")
        desk.drag([(30, 6), (32, 8)])
        #expect(desk.row(8).contains("hello"))
        desk.press(.enter)
        desk.press(" you")
        desk.press(.escape)
        #expect(desk.board.canvas.visibleObjects.map(\.text) == ["hello you"])
        desk.press("uuuu")
        #expect(desk.row(6).dropFirst(20) == "│ hello                │")
    }

    @Test func `a note on its way is a card`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 5)
        desk.press("Nhello")
        desk.press(.escape)
        desk.press("v")
        desk.mouse(.press(.left), 30, 6)
        desk.mouse(.drag(.left), 30, 12)
        #expect(desk.row(12).contains("│ hello                │"))
    }

    @Test func `it is left out of what the eraser takes`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 5)
        desk.press("Nhello")
        desk.press(.escape)
        desk.drag([(15, 6), (50, 6)], button: .right)
        #expect(desk.row(6).contains("hello"))
    }

    // MARK: - Stamps

    @Test func `a stamp goes where it is put, or on what is there`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 5)
        desk.press("Nhello")
        desk.press(.escape)
        desk.press("!")
        #expect(desk.screen().contains { $0.contains("[1 ✓]") })
        desk.press("3")
        #expect(desk.board.stamp == .star)
        desk.click(60, 10)
        #expect(desk.row(10).hasSuffix("★"))
        desk.click(30, 6)
        desk.click(30, 6)
        #expect(desk.row(5).hasSuffix("╮★2"))
        desk.press("u")
        #expect(desk.row(5).hasSuffix("╮★"))
        desk.press(.escape)
        #expect(desk.board.tool == .pen)
    }

    @Test func `by keyboard, and with arrows in the picker`() {
        var desk = Desk()
        desk.press("!")
        desk.press(.right)
        desk.press(.enter)
        desk.press(" ")
        #expect(desk.board.canvas.visibleObjects.map(\.stamp) == [.cross])
        #expect(desk.row(-1).contains("stamp ✗"))
    }

    @Test func `a click beside the open list of stamps puts the one that is held`() {
        var desk = Desk()
        desk.press("!")
        desk.click(60, 20)
        #expect(desk.board.panel == nil)
        #expect(desk.board.canvas.visibleObjects.map(\.stamp) == [.check])
    }

    @Test func `what is chosen is stamped at once, and undone as a whole`() {
        var desk = Desk()
        for row in [5, 9] {
            desk.mouse(.hover, 20, row)
            desk.press("thello")
            desk.press(.escape)
        }
        desk.press("A!5")
        #expect(desk.screen().filter { $0.contains("hello ♥") }.count == 2)
        #expect(desk.board.tool == .select)
        desk.press("u")
        #expect(!desk.screen().contains { $0.contains("♥") })
    }

    @Test func `a mark on an object is chosen and deleted by itself`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 5)
        desk.press("thello")
        desk.press(.escape)
        desk.press("!1")
        desk.click(21, 5)
        #expect(desk.row(5).dropFirst(20) == "hello ✓")
        desk.press("v")
        desk.click(26, 5)
        #expect(desk.board.selection.count == 1)
        #expect(desk.row(6).dropFirst(27).hasPrefix("┘"))
        desk.press("d")
        #expect(desk.row(5).dropFirst(20) == "hello")
    }

    @Test func `in ASCII a mark has a likeness`() {
        var desk = Desk(isASCII: true)
        desk.press("!1 ")
        let screen = desk.screen()
        #expect(screen.joined().unicodeScalars.allSatisfy { $0.isASCII })
        #expect(desk.board.canvas.visibleObjects.map(\.stamp) == [.check])
    }

    // MARK: - Fillings

    @Test func `shapes are filled or outlines`() {
        var desk = Desk()
        desk.press(".r")
        desk.drag([(20, 5), (26, 8)])
        #expect(desk.row(6).dropFirst(20) == "│░░░░░│")
        desk.press(".")
        desk.drag([(40, 5), (46, 8)])
        #expect(desk.row(6).dropFirst(40) == "│     │")
    }
}
