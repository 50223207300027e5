import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct PanelTests {
    private static func desk() -> Desk {
        var desk = Desk()
        desk.drag([(40, 6), (44, 6), (48, 6), (52, 6)])
        desk.mouse(.hover, 60, 12)
        desk.press("tlabel")
        desk.press(.escape)
        return desk
    }

    /// Where on the screen a text begins.
    private func place(of text: String, on desk: inout Desk) throws -> (Int, Int) {
        for (row, line) in desk.screen().enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            return (line.distance(from: line.startIndex, to: range.lowerBound), row)
        }
        Issue.record("no \(text) on the screen")
        return (0, 0)
    }

    @Test func `a right click shows what can be done, and a click does it`() throws {
        var desk = Self.desk()
        desk.click(46, 6, button: .right)
        #expect(desk.board.selection.count == 1)
        #expect(desk.screen().contains { $0.contains("stroke") })
        #expect(!desk.screen().contains { $0.contains("edit") })
        let (column, row) = try place(of: "delete", on: &desk)
        desk.click(column, row)
        #expect(desk.board.canvas.visibleObjectCount == 1)
        #expect(desk.board.panel == nil)
        #expect(desk.inkedCells().isEmpty)
    }

    @Test func `on a text it offers to edit it`() {
        var desk = Self.desk()
        desk.click(62, 12, button: .right)
        #expect(desk.screen().contains { $0.contains("edit") })
        desk.press(.enter)
        #expect(desk.board.editor?.string == "label")
    }

    @Test func `arrows go through the menu, other keys do what they do`() {
        var desk = Self.desk()
        desk.click(46, 6, button: .right)
        desk.press("j")
        #expect(desk.screen().contains { $0.contains("[D duplicate") })
        desk.press(" ")
        #expect(desk.board.canvas.visibleObjectCount == 3)
        desk.press(.escape)
        desk.click(46, 6, button: .right)
        desk.press("d")
        #expect(desk.board.canvas.visibleObjectCount == 2)
    }

    @Test func `a click elsewhere or Esc closes it, and does nothing else`() {
        var desk = Self.desk()
        let entries = desk.entries.count
        desk.click(46, 6, button: .right)
        desk.click(20, 15)
        #expect(desk.board.panel == nil)
        desk.click(46, 6, button: .right)
        desk.press(.escape)
        #expect(desk.board.panel == nil)
        #expect(desk.entries.count == entries)
    }

    @Test func `where nothing is it offers what can be done anywhere`() {
        var desk = Self.desk()
        desk.click(20, 18, button: .right)
        #expect(desk.board.selection.isEmpty)
        #expect(desk.screen().contains { $0.contains("A select all") })
        desk.press(.escape)
        desk.press(.function(10))
        #expect(desk.board.panel != nil)
    }

    @Test func `a right drag still rubs out`() {
        var desk = Self.desk()
        desk.drag([(40, 6), (52, 6)], button: .right)
        #expect(desk.board.panel == nil)
        #expect(desk.inkedCells().isEmpty)
    }

    @Test(arguments: [(120, 40), (80, 24), (40, 12), (20, 5)])
    func `the palette has every colour, by keys and clicks`(columns: Int, rows: Int) throws {
        var desk = Desk(columns: columns, rows: rows)
        desk.press("c")
        for _ in 0..<63 { desk.press(.right) }
        #expect(desk.screen().contains { $0.contains("[64") })
        desk.press(.enter)
        #expect(desk.board.style.color == 64)
        #expect(desk.board.panel == nil)
        desk.press("c")
        desk.press(.left)
        let (column, row) = try place(of: "[63", on: &desk)
        desk.click(column + 1, row)
        #expect(desk.board.style.color == 63)
        desk.press("c4")
        #expect(desk.board.style.color == 4)
    }

    @Test func `while the palette is open a click on ink picks its colour`() {
        var desk = Desk()
        desk.press("6")
        desk.drag([(40, 6), (44, 6), (48, 6), (52, 6)])
        desk.press("1c")
        desk.click(46, 6)
        #expect(desk.board.style.color == 6)
        #expect(desk.board.panel == nil)
        #expect(desk.board.canvas.visibleObjectCount == 1)
    }

    @Test func `the palette colours what is chosen`() {
        var desk = Self.desk()
        desk.press("Ac")
        desk.press(.right)
        desk.press(.enter)
        #expect(desk.board.canvas.visibleObjects.allSatisfy { $0.color == 2 })
    }

    @Test(arguments: [(10, 3), (20, 5), (30, 8), (400, 100), (3, 1)])
    func `a panel has room on any screen`(columns: Int, rows: Int) {
        var desk = Self.desk()
        for key in ["c", "F", ":", "!"] {
            desk.press(key)
            desk.resize(columns, rows)
            #expect(desk.screen().count == rows)
            desk.press(.down)
            #expect(desk.screen().count == rows)
            desk.resize(80, 24)
            desk.press(.escape)
        }
        desk.click(46, 6, button: .right)
        desk.resize(columns, rows)
        #expect(desk.screen().count == rows)
    }
}
