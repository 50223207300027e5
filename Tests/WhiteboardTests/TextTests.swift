import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct TextTests {
    @Test func `text is typed in place and kept by Esc`() throws {
        var desk = Desk()
        desk.mouse(.hover, 20, 10)
        desk.press("tHello")
        #expect(desk.row(10).contains("Hello"))
        #expect(desk.board.view().cursor == Position(column: 25, row: 10))
        #expect(desk.entries.isEmpty)
        desk.press(.escape)
        #expect(desk.entries.count == 1)
        let object = try #require(desk.board.canvas.visibleObjects.first)
        #expect(object.text == "Hello")
        #expect(desk.board.viewport.cell(of: object.position) == Position(column: 20, row: 10))
        #expect(desk.board.tool == .pen)
    }

    @Test func `kept text stays where it was typed`() {
        var desk = Desk()
        desk.mouse(.hover, 21, 9)
        desk.press("iab")
        let typed = desk.row(9)
        desk.press(.escape)
        #expect(desk.row(9) == typed)
        #expect(desk.row(9).contains("ab"))
    }

    @Test func `a label stands in the middle, whatever is typed`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (32, 9)])
        #expect(desk.row(-1).contains("Enter label"))
        desk.press(.enter)
        desk.press("web")
        #expect(desk.row(7).contains("│    web    │"))
        desk.press("site")
        #expect(desk.row(7).contains("│  website  │"))
        desk.press(.enter)
        desk.press("v2")
        desk.press(.escape)
        #expect(desk.row(6).contains("│  website  │"))
        #expect(desk.row(7).contains("│  v2       │"))
        #expect(!desk.row(-1).contains("Enter label"))
    }

    @Test func `after a label the pointer is where it was`() {
        var desk = Desk()
        desk.press("r LLJ ")
        let pointer = desk.board.pointer
        desk.press(.enter)
        desk.press("web")
        desk.press(.escape)
        #expect(desk.board.pointer == pointer)
    }

    @Test func `who edits a label that somebody edits is asked`() {
        var pair = Pair()
        pair.ana.drawBox((30, 6), (40, 8), label: "web")
        pair.exchange()
        pair.ana.press(.enter)
        pair.ana.press("s")
        pair.wait(100)
        pair.exchange()
        pair.ben.mouse(.hover, 35, 8)
        pair.ben.press(.enter)
        #expect(pair.ben.row(-1).contains("Ana is typing here. Edit it too?"))
    }

    @Test func `a box grows with a label that is too long, unless something is in the way`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (26, 7)])
        desk.press("a")
        desk.drag([(27, 6), (50, 6)])
        desk.mouse(.hover, 20, 5)
        desk.press(.enter)
        desk.press("repository")
        desk.press(.escape)
        #expect(desk.row(5).contains("┌────────────┐"))
        #expect(desk.row(6).contains("│ repository │────────────────▶"))
        desk.press("u")
        #expect(desk.row(6).contains("│     │───────────────────────▶"))
        desk.press("r")
        desk.drag([(30, 4), (40, 8)])
        desk.mouse(.hover, 20, 5)
        desk.press(.enter)
        desk.press("repository")
        desk.press(.escape)
        #expect(desk.row(5).contains("┌─────┐"))
    }

    @Test func `a label that is changed stays in the middle, and one that was moved where it is`() {
        var desk = Desk()
        desk.drawBox((20, 5), (32, 7), label: "web")
        desk.mouse(.hover, 20, 5)
        desk.press(.enter)
        desk.press("site")
        desk.press(.escape)
        #expect(desk.row(6).contains("│  website  │"))
        desk.press(.enter)
        desk.press(.character("w"), .control)
        desk.press("one two")
        desk.press(.character("w"), .control)
        desk.press(.escape)
        #expect(desk.row(6).contains("│   one     │"))
        desk.press(.enter)
        desk.press(.character("u"), .control)
        desk.press("a long description")
        desk.press(.escape)
        #expect(desk.row(6).contains("│ a long description │"))
        desk.press("uuuu")
        #expect(desk.row(6).contains("│           │"))
    }

    @Test func `inside a box Enter and a right click give it a label`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (32, 9)])
        desk.press("v")
        desk.click(26, 7, button: .right)
        #expect(desk.screen().contains { $0.contains("Enter label") })
        desk.press(.escape)
        desk.press(.enter)
        desk.press("db")
        desk.press(.escape)
        #expect(desk.row(7).contains("│    db     │"))
    }

    @Test func `who writes over another's words is told`() {
        var pair = Pair()
        pair.ana.mouse(.hover, 30, 10)
        pair.ana.press("tone")
        pair.ana.press(.escape)
        pair.exchange()
        pair.ana.press("v")
        pair.ana.mouse(.hover, 31, 10)
        pair.ana.press(.enter)
        pair.ana.press(" two")
        pair.ben.press("v")
        pair.ben.mouse(.hover, 31, 10)
        pair.ben.press(.enter)
        pair.ben.press(" three")
        pair.ben.press(.escape)
        pair.exchange()
        pair.ana.press(.escape)
        #expect(pair.ana.row(0).contains("written over Ben's words"))
        pair.ana.press("u")
        #expect(pair.ana.row(10).contains("one three"))
    }

    @Test func `Enter begins a line, Ctrl-C drops it all`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 10)
        desk.press("tone")
        desk.press(.enter)
        desk.press("two")
        #expect(desk.row(10).contains("one"))
        #expect(desk.row(11).contains("two"))
        desk.press(.character("c"), .control)
        #expect(desk.entries.isEmpty)
        #expect(!desk.row(11).contains("two"))
        #expect(desk.takeEffects().allSatisfy { $0 != .quit })
    }

    @Test func `a click elsewhere keeps it and types on there`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 10)
        desk.press("thi")
        desk.click(40, 12)
        desk.press("ho")
        desk.press(.escape)
        #expect(desk.board.canvas.visibleObjects.map(\.text) == ["hi", "ho"])
        #expect(desk.row(12).dropFirst(40).hasPrefix("ho"))
    }

    @Test func `a drag elsewhere keeps it and draws with the tool before`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (32, 7)])
        desk.press(.enter)
        desk.press("web")
        desk.drag([(40, 5), (50, 7)])
        #expect(desk.row(6).contains("│    web    │       │         │"))
        #expect(desk.board.editor == nil)
        #expect(desk.row(-1).contains("Enter label"))
        desk.mouse(.hover, 3, 23)
        #expect(desk.row(-1).contains("Enter label"))
        desk.press(.enter)
        desk.press("db")
        desk.press(.escape)
        #expect(desk.row(6).contains("│   db    │"))
    }

    @Test func `a box grows with a label of too many lines`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (30, 7)])
        desk.press("a")
        desk.drag([(25, 6), (25, 14)])
        desk.mouse(.hover, 20, 5)
        desk.press(.enter)
        for line in ["one", "two", "three"] {
            desk.press(line)
            desk.press(.enter)
        }
        desk.press("four")
        desk.press(.escape)
        #expect(desk.row(5).contains("┌─────────┐"))
        #expect(desk.row(9).contains("│  four   │"))
        #expect(desk.row(10).contains("└────┬────┘"))
        #expect(desk.row(14).dropFirst(25).hasPrefix("▼"))
        desk.press("v")
        desk.click(22, 8)
        #expect(desk.board.selection.count == 2)
    }

    @Test func `a click moves text that is still blank`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 10)
        desk.press("t")
        desk.mouse(.press(.left), 30, 5)
        desk.mouse(.release(.left), 30, 5)
        desk.press("x")
        #expect(desk.row(5).contains("x"))
    }

    @Test func `blank text is nothing`() {
        var desk = Desk()
        desk.press("t   ")
        desk.press(.escape)
        #expect(desk.entries.isEmpty)
    }

    @Test func `keys are text while typing`() {
        var desk = Desk()
        desk.press("tqun?3")
        #expect(desk.board.editor?.string == "qun?3")
        #expect(desk.takeEffects().allSatisfy { $0 != .quit })
    }

    @Test func `a paste is typed, with its lines and without its controls`() {
        var desk = Desk()
        desk.press("t")
        desk.act(.terminal(.paste(Array("a\r\nb\tc\u{1B}[0m\u{0}\rd".utf8))))
        #expect(desk.board.editor?.string == "a\nb c[0m\nd")
    }

    @Test func `a paste without an open text opens one`() {
        var desk = Desk()
        desk.act(.terminal(.paste(Array("note".utf8))))
        #expect(desk.board.editor?.string == "note")
    }

    @Test func `a paste that is too long is cut with a notice`() {
        var desk = Desk()
        desk.press("t")
        desk.act(.terminal(.paste(Array(repeating: 0x61, count: 5000))))
        #expect(desk.board.editor?.string.utf8.count == TextEditor.bytesMax)
        #expect(
            desk.row(0).contains("the text is full (800 bytes): 4200 characters were left out"))
        desk.press("b")
        desk.press(.enter)
        #expect(desk.row(0).contains("4202 characters were left out"))
        desk.press(.escape)
        #expect(desk.board.canvas.visibleObjects.first?.text.utf8.count == TextEditor.bytesMax)
    }

    @Test func `what is typed into a full text is counted anew once there was room`() {
        var desk = Desk()
        desk.press("t")
        desk.act(.terminal(.paste(Array(repeating: 0x61, count: TextEditor.bytesMax))))
        for _ in 0..<3 { desk.press(.enter) }
        #expect(desk.row(0).contains("3 characters were left out"))
        desk.press(.backspace)
        desk.press("bc")
        #expect(desk.row(0).contains("1 character was left out"))
    }

    @Test func `wide characters take two cells`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 10)
        desk.press("t日本x")
        #expect(desk.board.view().cursor == Position(column: 25, row: 10))
        desk.press(.escape)
        let frame = desk.board.view()
        #expect(frame[20, 10].scalars.base == 0x65E5)
        #expect(frame[21, 10].isContinuation)
        #expect(frame[24, 10].scalars.base == 0x78)
    }

    @Test func `the cursor moves within the text`() {
        var desk = Desk()
        desk.press("tac")
        desk.press(.left)
        desk.press("b")
        desk.press(.end)
        desk.press(.enter)
        desk.press("d")
        desk.press(.up)
        desk.press(.home)
        desk.press(.delete)
        #expect(desk.board.editor?.string == "bc\nd")
        desk.press(.down)
        desk.press(.home)
        desk.press(.backspace)
        #expect(desk.board.editor?.string == "bcd")
    }

    @Test func `a combining mark joins the character before it`() {
        var desk = Desk()
        desk.press("te\u{301}x")
        desk.press(.left)
        desk.press(.backspace)
        #expect(desk.board.editor?.string == "x")
    }

    @Test func `the pointer goes on below text that Esc keeps`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 10)
        desk.press("tone")
        desk.press(.enter)
        desk.press("two")
        desk.press(.escape)
        #expect(desk.board.view().cursor == Position(column: 20, row: 12))
        desk.press("tthree")
        desk.press(.escape)
        #expect(desk.row(12).contains("three"))
        desk.press("tfour")
        desk.mouse(.hover, 40, 5)
        desk.press(.escape)
        #expect(desk.board.viewport.cell(of: desk.board.pointer) == Position(column: 40, row: 5))
    }

    @Test func `the view follows what is typed beyond the edge`() {
        var desk = Desk()
        desk.mouse(.hover, 79, 22)
        desk.press("tsentence")
        #expect(desk.row(22).hasSuffix("sentence"))
        #expect(desk.board.view().cursor == Position(column: 79, row: 22))
        desk.press(.enter)
        desk.press("below")
        #expect(desk.row(22).contains("below"))
        desk.act(.terminal(.paste(Array(repeating: 0x61, count: 300))))
        #expect(desk.board.view().cursor == Position(column: 79, row: 22))
        desk.press(.home)
        #expect(desk.row(22).contains("below"))
        #expect(desk.board.view().cursor != nil)
        #expect(desk.row(21).contains("sentence"))
    }

    @Test(arguments: [1, 2, 3])
    func `the view follows what is typed at any zoom`(steps: Int) {
        var desk = Desk()
        desk.mouse(.hover, 79, 10)
        for _ in 0..<steps { desk.press("+") }
        desk.press("tsentence")
        #expect(desk.screen().contains { $0.contains("sentence") })
        #expect(desk.board.view().cursor != nil)
    }

    @Test func `a resize keeps in view what is typed, and the keyboard's pointer`() {
        var desk = Desk()
        desk.press("LLLLLJJ")
        desk.resize(20, 5)
        #expect(desk.board.view().cursor != nil)
        desk.press("tseen")
        desk.resize(12, 4)
        #expect(desk.screen().contains { $0.contains("seen") })
        #expect(desk.board.view().cursor != nil)
    }

    @Test func `typing at a mouse pointer that a resize left outside is seen`() {
        var desk = Desk()
        desk.mouse(.hover, 70, 20)
        desk.resize(20, 5)
        desk.press("tseen")
        #expect(desk.screen().contains { $0.contains("seen") })
    }

    @Test func `an eraser over text says that text stays`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 10)
        desk.press("thello")
        desk.press(.escape)
        desk.drag([(22, 4), (22, 7)], button: .right)
        #expect(!desk.row(0).contains("rubbed"))
        desk.drag([(22, 9), (22, 10), (22, 11)], button: .right)
        #expect(desk.row(0).contains("text is not rubbed out: v selects it"))
        #expect(desk.row(10).contains("hello"))
    }

    @Test func `text is undone as one`() {
        var desk = Desk()
        desk.press("thello")
        desk.press(.escape)
        desk.press("u")
        #expect(desk.board.canvas.visibleObjects.isEmpty)
    }

    @Test func `text in the making is kept when the program has to go`() {
        var desk = Desk()
        desk.press("thello")
        desk.act(.leaving)
        #expect(desk.board.canvas.visibleObjects.first?.text == "hello")
    }

    @Test func `a click while typing goes on with a text there, and letters stay letters`() {
        var desk = Desk()
        desk.press("t")
        desk.press("one")
        desk.mouse(.press(.left), 40, 10)
        desk.mouse(.release(.left), 40, 10)
        desk.press("any")
        desk.press(.escape)
        #expect(desk.board.question == nil)
        #expect(desk.board.canvas.visibleObjects.map(\.text).sorted() == ["any", "one"])
    }
}
