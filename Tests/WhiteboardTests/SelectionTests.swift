import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct SelectionTests {
    /// A desk with a rectangle, a stroke and a text.
    private static func desk(columns: Int = 80, rows: Int = 24) -> Desk {
        var desk = Desk(columns: columns, rows: rows)
        desk.press("r")
        desk.drag([(20, 5), (30, 9)])
        desk.press("p")
        desk.drag([(40, 6), (44, 6), (48, 6), (52, 6)])
        desk.mouse(.hover, 60, 12)
        desk.press("tlabel")
        desk.press(.escape)
        desk.press("v")
        return desk
    }

    private func boxes(_ desk: Desk) -> [DotRectangle] {
        desk.board.canvas.visibleObjects.map(\.box)
    }

    @Test func `a click chooses what it hits, and one beside lets go`() {
        var desk = Self.desk()
        desk.click(20, 7)
        #expect(desk.board.selection.count == 1)
        #expect(desk.row(-1).contains("1 selected"))
        #expect(desk.row(4).dropFirst(19).first == "┌")
        #expect(desk.row(10).dropFirst(31).first == "┘")
        desk.click(46, 6)
        #expect(desk.board.selection.count == 1)
        desk.click(70, 20)
        #expect(desk.board.selection.isEmpty)
    }

    @Test func `Ctrl with a click adds, and takes away`() {
        var desk = Self.desk()
        desk.click(20, 7)
        desk.click(46, 6, .control)
        desk.click(61, 12, .control)
        #expect(desk.board.selection.count == 3)
        desk.click(46, 6, .control)
        #expect(desk.board.selection.count == 2)
        desk.click(46, 6, .alt)
        #expect(desk.board.selection.count == 3)
    }

    @Test func `a box chooses what lies in it`() {
        var desk = Self.desk()
        desk.mouse(.press(.left), 38, 4)
        desk.mouse(.drag(.left), 70, 14)
        #expect(desk.row(4).contains("┄┄┄"))
        desk.mouse(.release(.left), 70, 14)
        #expect(desk.board.selection.count == 2)
        #expect(!desk.row(4).contains("┄┄┄"))
    }

    @Test func `colour and size go to what is chosen, and the pen keeps its own`() {
        var desk = Self.desk()
        desk.click(46, 6)
        desk.press("5]]")
        let chosen = desk.board.selection.first.flatMap(desk.board.canvas.object)
        #expect(chosen?.color == 5)
        #expect(chosen?.width == 3)
        #expect(desk.board.style.color == 1)
        #expect(desk.board.style.width == 1)
    }

    @Test func `a chosen box is filled and made heavy, and undone step by step`() {
        var desk = Self.desk()
        desk.click(20, 7)
        desk.press(".")
        #expect(desk.row(7).contains("│░░░░░░░░░│"))
        desk.press("]")
        #expect(desk.row(7).contains("┃░░░░░░░░░┃"))
        #expect(!desk.board.isFilling)
        desk.press("[.")
        #expect(desk.row(7).contains("│         │"))
        desk.press("uuuu")
        #expect(desk.row(7).contains("│         │"))
        desk.press(.escape)
        desk.click(46, 6)
        desk.press(".")
        #expect(desk.row(0).contains("only rectangles and ellipses can be filled"))
    }

    @Test func `a drag moves what is chosen: one action, which undo takes back`() {
        var desk = Self.desk()
        desk.press("A")
        let before = boxes(desk)
        desk.drag([(20, 7), (23, 8), (25, 9)])
        let step = Dot(x: 10, y: 8)
        #expect(boxes(desk) == before.map { $0.moved(by: step) })
        desk.press("u")
        #expect(boxes(desk) == before)
        desk.press("U")
        #expect(boxes(desk) == before.map { $0.moved(by: step) })
    }

    @Test func `arrows nudge, and those that follow each other are one action`() {
        var desk = Self.desk()
        desk.click(20, 7)
        let before = boxes(desk)
        desk.press("l")
        desk.press(.down)
        desk.press("L")
        #expect(desk.row(4 + 1).dropFirst(19 + 6).first == "┌")
        desk.wait(1000)
        let step = Dot(x: 12, y: 4)
        #expect(boxes(desk)[0] == before[0].moved(by: step))
        #expect(boxes(desk)[1] == before[1])
        desk.press("u")
        #expect(boxes(desk) == before)
    }

    @Test func `a fine step is a dot`() {
        var desk = Self.desk()
        desk.click(46, 6)
        let before = boxes(desk)
        desk.press(.tab)
        desk.press("j")
        desk.press(.tab)
        desk.wait(1000)
        #expect(boxes(desk)[1] == before[1].moved(by: Dot(x: 0, y: 1)))
    }

    @Test func `by keyboard: Space takes, arrows move, Space puts down, and beside it lets go`() {
        var desk = Self.desk()
        desk.mouse(.hover, 20, 7)
        let before = boxes(desk)
        desk.press(" l ")
        #expect(boxes(desk)[0] == before[0].moved(by: Dot(x: 2, y: 0)))
        desk.press(" 4")
        #expect(desk.board.selection.first.flatMap(desk.board.canvas.object)?.color == 4)
        desk.mouse(.hover, 41, 6)
        desk.press(" ")
        #expect(desk.board.selection == [desk.board.canvas.visibleObjects[1].id])
        desk.mouse(.hover, 38, 4)
        desk.press(" ")
        #expect(desk.board.selection.isEmpty)
        desk.mouse(.hover, 38, 4)
        desk.press(" ")
        desk.press("JJLLLLLL")
        desk.press(" ")
        #expect(desk.board.selection.count == 2)
    }

    @Test func `Shift-Tab goes from object to object`() {
        var desk = Self.desk()
        desk.mouse(.hover, 70, 20)
        let all = desk.board.canvas.visibleObjects.map(\.id)
        desk.press(.backTab)
        #expect(desk.board.selection == [all[0]])
        desk.press(.backTab)
        #expect(desk.board.selection == [all[1]])
        desk.press(.backTab)
        desk.press(.backTab)
        #expect(desk.board.selection == [all[0]])
    }

    @Test(arguments: [[Key.character("d")], [.delete]])
    func `delete takes away what is chosen, and undo brings it back`(keys: [Key]) {
        var desk = Self.desk()
        desk.press("A")
        for key in keys { desk.press(key) }
        #expect(desk.board.canvas.visibleObjectCount == 0)
        #expect(desk.board.selection.isEmpty)
        desk.press("u")
        #expect(desk.board.canvas.visibleObjectCount == 3)
    }

    @Test func `what is duplicated stands at the right, or where there is room`() {
        var crowded = Self.desk()
        crowded.click(20, 7)
        crowded.press("D")
        #expect(crowded.row(11).dropFirst(20).hasPrefix("┌─────────┐"))
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (30, 9)])
        desk.press("v")
        desk.click(20, 7)
        desk.press("DD")
        #expect(desk.row(5).contains("┌─────────┐  ┌─────────┐  ┌─────────┐"))
    }

    @Test func `Shift-Tab takes a box with its label, as one`() {
        var desk = Desk()
        desk.drawBox((20, 5), (30, 9), label: "web")
        desk.press("r")
        desk.drag([(40, 5), (50, 9)])
        desk.press(.backTab)
        desk.press(.backTab)
        #expect(desk.board.selection.count == 2)
        #expect(desk.row(-1).contains("1 selected"))
        desk.press(.backTab)
        #expect(desk.board.selection.count == 1)
        desk.press(.backTab)
        #expect(desk.board.selection.count == 2)
    }

    @Test func `what is duplicated is held, and is one action`() {
        var desk = Self.desk()
        desk.press("AD")
        #expect(desk.board.canvas.visibleObjectCount == 6)
        #expect(desk.board.selection.count == 3)
        let all = boxes(desk)
        // There is no room at the right.
        let aside = Dot(x: 0, y: 36)
        #expect(Array(all[3...]) == all[..<3].map { $0.moved(by: aside) })
        desk.press("u")
        #expect(desk.board.canvas.visibleObjectCount == 3)
    }

    @Test func `what is duplicated on its way is duplicated where it is put down`() {
        var desk = Self.desk()
        desk.press("A")
        let before = boxes(desk)
        desk.press("LD")
        let all = boxes(desk)
        let moved = Dot(x: 10, y: 0)
        #expect(Array(all[..<3]) == before.map { $0.moved(by: moved) })
        #expect(Array(all[3...]) == before.map { $0.moved(by: Dot(x: 10, y: 36)) })
    }

    @Test func `a stroke that was rubbed out in part is duplicated as it looks`() {
        var desk = Self.desk()
        desk.drag([(46, 6), (47, 6)], button: .right)
        let inked = desk.inkedCells().filter { $0.row == 6 }
        desk.click(42, 6)
        desk.press("D")
        desk.press(.escape)
        let moved = Set(inked.map { Position(column: $0.column + 16, row: $0.row) })
        #expect(desk.inkedCells().filter { $0.row == 6 }.subtracting(inked) == moved)
    }

    @Test func `colour and size apply to what is chosen`() {
        var desk = Self.desk()
        desk.press("A4]")
        let objects = desk.board.canvas.visibleObjects
        #expect(objects.allSatisfy { $0.color == 4 })
        #expect(objects.map(\.width) == [1, 2, 2])
        #expect(objects.first?.shape?.weight == .heavy)
        desk.press("uu")
        #expect(desk.board.canvas.visibleObjects.allSatisfy { $0.color == 1 && $0.width == 1 })
        #expect(desk.board.canvas.visibleObjects.first?.shape?.weight == .light)
    }

    @Test func `to the front and to the back`() {
        var desk = Self.desk()
        let all = desk.board.canvas.visibleObjects.map(\.id)
        desk.click(20, 7)
        desk.click(46, 6, .control)
        desk.press(">")
        #expect(desk.board.canvas.visibleObjects.map(\.id) == [all[2], all[0], all[1]])
        desk.press("<")
        #expect(desk.board.canvas.visibleObjects.map(\.id) == all)
    }

    @Test func `what is locked is neither moved, erased nor deleted, until it is unlocked`() {
        var desk = Self.desk()
        desk.press("AX")
        #expect(desk.row(0).contains("locked; X unlocks"))
        let before = boxes(desk)
        desk.drag([(20, 7), (25, 9)])
        desk.press("d")
        #expect(desk.row(0).contains("locked: X unlocks"))
        desk.press("l")
        desk.wait(1000)
        desk.drag([(40, 6), (52, 6)], button: .right)
        #expect(boxes(desk) == before)
        desk.press("AXd")
        #expect(desk.board.canvas.visibleObjectCount == 0)
    }

    @Test func `with nothing chosen the keys say so and do nothing`() {
        var desk = Desk()
        for key in ["d", "D", "<", ">", "X", "P", "A"] {
            desk.press(key)
            #expect(desk.row(0).contains("nothing"), "\(key)")
        }
        #expect(desk.entries.isEmpty)
    }

    @Test func `Esc cancels a drag, puts down what was nudged, and lets go`() {
        var desk = Self.desk()
        let before = boxes(desk)
        desk.mouse(.press(.left), 20, 7)
        desk.mouse(.drag(.left), 26, 7)
        desk.press(.escape)
        desk.wait(1000)
        desk.mouse(.release(.left), 26, 7)
        #expect(boxes(desk) == before)
        #expect(desk.board.selection.count == 1)
        desk.press("lll")
        desk.press(.escape)
        #expect(boxes(desk)[0] == before[0].moved(by: Dot(x: 6, y: 0)))
        #expect(desk.board.selection.isEmpty)
        #expect(desk.board.tool == .select)
        desk.press(.escape)
        #expect(desk.board.tool == .select)
    }

    @Test func `Enter and a double click edit a text`() {
        var desk = Self.desk()
        desk.click(62, 12)
        desk.press(.enter)
        desk.press("led")
        #expect(desk.row(12).contains("labelled"))
        desk.press(.escape)
        #expect(desk.board.canvas.visibleObjects.last?.text == "labelled")
        #expect(desk.board.tool == .select)
        desk.wait(500)
        desk.click(62, 12)
        desk.click(62, 12)
        for _ in 0..<3 { desk.press(.backspace) }
        #expect(!desk.row(12).contains("labelled"))
        desk.press(.escape)
        #expect(desk.board.canvas.visibleObjects.last?.text == "label")
        desk.press("uu")
        #expect(desk.board.canvas.visibleObjects.last?.text == "label")
    }

    @Test func `a text of which nothing is left is deleted`() {
        var desk = Self.desk()
        desk.click(62, 12)
        desk.press(.enter)
        for _ in 0..<5 { desk.press(.backspace) }
        desk.press(.escape)
        #expect(desk.board.canvas.visibleObjectCount == 2)
    }

    @Test func `Enter on a box labels it, and the label goes where the box goes`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 5)
        desk.press("r LLjj ")
        desk.press(.enter)
        desk.press("parser")
        desk.press(.escape)
        #expect(desk.row(6).dropFirst(20) == "│ parser  │")
        desk.press("v")
        desk.click(20, 5)
        #expect(desk.board.selection.count == 2)
        desk.press(.enter)
        desk.press("s")
        desk.press(.escape)
        #expect(desk.row(6).dropFirst(20) == "│ parsers │")
        desk.drag([(20, 5), (20, 10)])
        #expect(desk.row(11).dropFirst(20) == "│ parsers │")
        desk.press("d")
        #expect(desk.board.canvas.visibleObjectCount == 0)
    }

    @Test func `a label belongs to the smallest shape around it`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(15, 3), (60, 20)])
        desk.drag([(20, 5), (30, 9)])
        desk.mouse(.hover, 22, 7)
        desk.press("tsmall")
        desk.press(.escape)
        desk.mouse(.hover, 40, 15)
        desk.press("tlarge")
        desk.press(.escape)
        desk.press("v")
        desk.click(20, 5)
        #expect(desk.board.selection.count == 2)
        desk.click(15, 3)
        #expect(desk.board.selection.count == 2)
    }

    @Test func `what others delete is no longer chosen`() {
        var pair = Pair()
        pair.ana.drag([(20, 10), (30, 10)])
        pair.exchange()
        pair.ana.press("A")
        pair.ben.press("Ad")
        pair.exchange()
        #expect(pair.ana.board.selection.isEmpty)
    }

    @Test func `others see what is moved while it moves, and where it ends`() {
        var pair = Pair()
        pair.ana.drag([(20, 10), (24, 10), (28, 10), (32, 10)])
        pair.exchange()
        pair.wait(2000)
        pair.ana.press("v")
        pair.ana.mouse(.press(.left), 25, 10)
        pair.ana.mouse(.drag(.left), 25, 15)
        pair.wait(40)
        pair.exchange()
        let entries = pair.ben.board.canvas.entryCount
        #expect(pair.ben.inkedCells().contains(Position(column: 22, row: 15)))
        pair.ana.mouse(.release(.left), 25, 15)
        pair.exchange()
        #expect(pair.ben.board.canvas.entryCount == entries + 1)
        #expect(pair.ben.inkedCells().allSatisfy { $0.row == 15 })
    }

    @Test func `who would edit what somebody edits is asked`() {
        var pair = Pair()
        pair.ana.mouse(.hover, 40, 10)
        pair.ana.press("thello")
        pair.ana.press(.escape)
        pair.exchange()
        pair.ana.mouse(.hover, 41, 10)
        pair.ana.press(.enter)
        pair.wait(100)
        pair.exchange()
        pair.ben.mouse(.hover, 41, 10)
        pair.ben.press(.enter)
        #expect(pair.ben.row(-1).contains("Ana is typing here"))
        pair.ben.press("n")
        #expect(pair.ben.board.editor == nil)
        pair.ben.press(.enter)
        pair.ben.press("y")
        #expect(pair.ben.board.editor?.string == "hello")
    }

    @Test func `what is chosen on another canvas is let go`() {
        var desk = Self.desk()
        desk.press("A")
        desk.enter(SessionKey(rawValue: 77), generation: 1, .rotated(by: nil))
        #expect(desk.board.selection.isEmpty)
        _ = desk.screen()
    }
}
