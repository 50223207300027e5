import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct ScreenTests {
    @Test func `9 by 2 is small, and the session goes on`() {
        var desk = Desk(columns: 9, rows: 2)
        #expect(desk.screen() == ["small", ""])
        desk.mouse(.press(.left), 1, 1)
        desk.mouse(.release(.left), 1, 1)
        desk.resize(80, 24)
        #expect(desk.row(0).contains("lobby"))
        #expect(desk.inkedCells().isEmpty)
    }

    @Test func `on a screen that is small only the ways out work`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        desk.resize(9, 2)
        let (before, pointer) = (desk.entries.count, desk.board.pointer)
        desk.press("n")
        desk.press(.enter)
        desk.press("u ll t3m?\\")
        desk.act(.terminal(.paste(Array("text".utf8))))
        desk.mouse(.wheelDown, 1, 1)
        desk.mouse(.press(.left), 1, 1)
        desk.mouse(.release(.left), 2, 1)
        #expect(desk.takeEffects().allSatisfy { !$0.isNewCanvas })
        #expect(desk.entries.count == before)
        #expect(desk.board.editor == nil)
        #expect(desk.board.pointer == pointer)
        desk.press(.character("z"), .control)
        #expect(desk.takeEffects().contains(.suspend))
        desk.press("q")
        #expect(desk.screen()[0] == "quit? y/n")
        desk.press("n")
        desk.press(.character("c"), .control)
        desk.press("y")
        #expect(desk.takeEffects().contains(.quit))
    }

    @Test(arguments: [(0, 0), (1, 1), (10, 3), (3, 100), (29, 7), (400, 100), (1000, 2)])
    func `any size has a frame`(columns: Int, rows: Int) {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        desk.resize(columns, rows)
        let frame = desk.board.view()
        #expect(frame.columns == columns)
        #expect(frame.rows == rows)
        desk.press("?")
        #expect(desk.screen().count == rows)
        desk.press("xn")
        #expect(desk.screen().count == rows)
        desk.press("nhjkl thi")
        desk.press(.escape)
        #expect(desk.screen().count == rows)
    }

    @Test func `going small and back loses no ink`() {
        var desk = Desk()
        desk.drag([(20, 10), (60, 20), (30, 15)])
        let before = desk.screen()
        desk.resize(20, 5)
        #expect(desk.screen() != before)
        desk.resize(9, 2)
        _ = desk.screen()
        desk.resize(80, 24)
        #expect(desk.screen() == before)
    }

    @Test func `a resize ends the stroke`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        desk.mouse(.drag(.left), 22, 10)
        desk.resize(90, 30)
        #expect(desk.board.canvas.visibleObjects.first?.isEnded == true)
    }

    @Test func `the rail has names, letters or is not there, by width`() {
        let rails = [
            (100, "p pen", "1▣ plain"), (80, "p pen", "1▣2■3■4■"), (60, "p", "1▣2■"), (59, "", ""),
        ]
        for (columns, tool, ink) in rails {
            var desk = Desk(columns: columns)
            #expect(desk.row(1) == tool)
            #expect(desk.row(1 + Tool.allCases.count) == ink)
        }
        var low = Desk(columns: 120, rows: Tool.allCases.count + 8)
        #expect(low.row(1 + Tool.allCases.count) == "1▣2■3■")
        #expect(low.row(4 + Tool.allCases.count) == "[ ] 1")
    }

    @Test(arguments: [(60, 8), (60, 12), (80, 8), (80, 9), (99, 12), (100, 8), (120, 10)])
    func `on a low screen the rail has every tool and the colour in use`(
        columns: Int, rows: Int
    ) {
        var desk = Desk(columns: columns, rows: rows)
        desk.press("7")
        let rail = (1..<rows - 1).map { String(desk.row($0).prefix(13)) }.joined(separator: "\n")
        #expect(rail.contains("7▣"))
        for tool in Tool.allCases {
            let key = KeyTable.entry(for: .tool(tool))?.bindings.first?.chord.label ?? "none"
            #expect(rail.contains(key), "\(tool.name)")
        }
    }

    @Test(arguments: [(100, 8), (80, 2), (60, 4)])
    func `the colours of the rail can be clicked`(columns: Int, line: Int) {
        let row = Tool.allCases.count + line
        var desk = Desk(columns: columns, rows: 30)
        #expect(desk.row(row).contains("8■"))
        let text = desk.row(row)
        for (column, character) in text.enumerated() where character == "8" {
            desk.click(column, row)
        }
        #expect(desk.board.style.color == 8)
    }

    @Test func `below 30 by 8 there is one line`() {
        var desk = Desk(columns: 29, rows: 10)
        #expect(desk.row(-1) == "pen 1■ 1 ?")
        #expect(desk.row(0).isEmpty)
        desk.act(.notice("hello"))
        #expect(desk.row(-1) == "hello")
    }

    @Test func `help is the last hint to go`() {
        for columns in 30...120 {
            var desk = Desk(columns: columns)
            #expect(desk.row(-1).hasSuffix("? help"), "\(columns)")
        }
    }

    @Test func `hints and the rail can be clicked`() throws {
        var desk = Desk()
        desk.mouse(.press(.left), 1, 2)
        desk.mouse(.release(.left), 1, 2)
        #expect(desk.board.tool == .eraser)
        let line = desk.row(-1)
        let help = try #require(line.firstRange(of: "? help"))
        let column = line.distance(from: line.startIndex, to: help.lowerBound)
        desk.mouse(.press(.left), column, 23)
        desk.mouse(.release(.left), column, 20)
        #expect(!desk.row(0).contains("Tools"))
        desk.click(column, 23)
        #expect(desk.row(0).contains("Tools"))
        #expect(desk.entries.isEmpty)
    }

    @Test func `what was drawn on a small screen is not under the rail of a large one`() {
        var desk = Desk(columns: 20, rows: 5)
        desk.press("r")
        desk.drag([(0, 0), (6, 2)])
        for (columns, rows) in [(100, 26), (64, 20), (40, 10), (9, 2), (80, 24)] {
            desk.resize(columns, rows)
            if columns > 9 { #expect(desk.row(1).contains("┌─────┐"), "\(columns)") }
        }
        desk.resize(20, 5)
        #expect(desk.row(0).hasPrefix("┌─────┐"))
    }

    @Test func `a screen that was small for a while shows again what it did`() {
        var desk = Desk(columns: 100, rows: 26)
        desk.press("r")
        desk.drag([(60, 15), (80, 20)])
        let before = desk.board.viewport.origin
        desk.press("l")
        for (columns, rows) in [(60, 15), (20, 5), (9, 2), (40, 10), (100, 26)] {
            desk.resize(columns, rows)
        }
        #expect(desk.board.viewport.origin == before)
    }

    @Test func `F1 opens the help too`() {
        var desk = Desk()
        desk.press(.function(1))
        #expect(desk.row(0).contains("Tools"))
    }

    @Test func `the rail makes way while a stroke is drawn`() {
        var desk = Desk()
        let rail = desk.row(3)
        desk.mouse(.press(.left), 20, 10)
        desk.mouse(.drag(.left), 22, 10)
        #expect(desk.row(3) == rail)
        desk.mouse(.drag(.left), 1, 2)
        #expect(desk.inkedCells().contains(Position(column: 1, row: 2)))
        desk.mouse(.release(.left), 1, 2)
        #expect(!desk.inkedCells().contains(Position(column: 1, row: 2)))
    }

    @Test func `the backslash hides all but ink, and nothing moves`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        let inked = desk.inkedCells()
        desk.press("\\")
        #expect(desk.inkedCells() == inked)
        #expect(desk.row(0).hasPrefix(" \\ shows the rail and hints again"))
        desk.wait(3000)
        #expect(desk.row(0).isEmpty)
        #expect(desk.row(-1).isEmpty)
        #expect(desk.row(1).isEmpty)
        desk.press("\\")
        #expect(desk.row(0).contains("lobby"))
    }

    @Test func `the wheel and Ctrl or Alt with arrows pan`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        desk.mouse(.wheelDown, 40, 12)
        #expect(desk.inkedCells().allSatisfy { $0.row == 7 })
        desk.mouse(.wheelUp, 40, 12)
        desk.press(.right, .control)
        #expect(desk.inkedCells().contains(Position(column: 12, row: 10)))
        desk.press(.left, .alt)
        #expect(desk.inkedCells().contains(Position(column: 20, row: 10)))
        desk.press(.character("f"), .alt)
        #expect(desk.inkedCells().contains(Position(column: 12, row: 10)))
        desk.press("g")
        #expect(desk.inkedCells().contains(Position(column: 20, row: 10)))
    }

    @Test func `going to the origin takes the pointer along`() {
        var desk = Desk()
        let home = desk.board.viewport
        for _ in 0..<40 { desk.press("L") }
        desk.press(" L")
        desk.press("g")
        #expect(desk.board.viewport == home)
        #expect(desk.board.view().cursor == Position(column: 40, row: 12))
        desk.press("l")
        #expect(desk.board.viewport == home)
        #expect(desk.board.view().cursor == Position(column: 41, row: 12))
        #expect(desk.inkedCells().isEmpty)
    }

    @Test func `the hand pans by drag and by arrows until Esc`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        desk.press("m")
        desk.drag([(40, 12), (45, 14)])
        #expect(desk.inkedCells().contains(Position(column: 25, row: 12)))
        desk.press("l")
        #expect(desk.inkedCells().contains(Position(column: 21, row: 12)))
        desk.press(.escape)
        #expect(desk.board.tool == .pen)
        #expect(desk.board.canvas.visibleObjects.count == 1)
    }

    @Test func `the pointer scrolls at the edge`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        for _ in 0..<20 { desk.press("L") }
        let cursor = desk.board.view().cursor
        #expect(cursor?.column == 79)
        #expect(desk.inkedCells().isEmpty)
        for _ in 0..<10 { desk.press("J") }
        #expect(desk.board.view().cursor?.row == 22)
    }

    @Test func `zoom keeps what the pointer is on, and 0 is 100 percent`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        let before = desk.screen()
        desk.mouse(.hover, 25, 10)
        let before100 = desk.board.viewport
        desk.press("+")
        #expect(desk.row(-1).contains("200 %"))
        #expect(desk.inkedCells().contains(Position(column: 25, row: 10)))
        desk.press("--")
        #expect(desk.row(-1).contains("50 %"))
        desk.press("0")
        #expect(desk.board.viewport == before100)
        #expect(desk.screen()[10] == before[10])
        for _ in 0..<9 { desk.press("=") }
        #expect(desk.row(-1).contains("800 %"))
        desk.press("lll")
        #expect(desk.screen().count == 24)
    }

    @Test func `Ctrl-L redraws, Ctrl-Z suspends and says how to undo`() {
        var desk = Desk()
        desk.press(.character("l"), .control)
        #expect(desk.takeEffects().contains(.redraw))
        desk.press(.character("z"), .control)
        #expect(desk.takeEffects().contains(.suspend))
        desk.act(.resumed)
        #expect(desk.row(0).contains("Ctrl-Z suspends; undo is u"))
        #expect(desk.takeEffects().contains(.redraw))
    }

    @Test(arguments: [20, 24, 40, 80])
    func `no word of the help is cut`(columns: Int) {
        var desk = Desk(columns: columns, rows: 5)
        desk.press("?")
        var words: Set<Substring> = []
        for _ in 0..<400 {
            for line in desk.screen() { words.formUnion(line.split(separator: " ")) }
            desk.press("j")
        }
        let helps = KeyTable.entries.flatMap { $0.help.split(separator: " ") }
        let missing = Set(helps.filter { $0.count < columns - 6 }).subtracting(words)
        #expect(missing.isEmpty, "\(missing)")
    }
}
