import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct SearchTests {
    @Test func `what is typed finds an action by what it does, with its key`() {
        var desk = Desk()
        desk.press(":")
        desk.press("ellip")
        #expect(desk.screen().contains { $0.contains("[o") && $0.contains("ellipse") })
        desk.press(.enter)
        #expect(desk.board.tool == .ellipse)
        #expect(desk.board.panel == nil)
    }

    @Test func `Enter alone, and what no word begins with, do nothing`() {
        for text in ["", "foo", "wq"] {
            var desk = Desk()
            desk.press(":")
            desk.press(text)
            desk.press(.enter)
            #expect(desk.board.question == nil)
            #expect(desk.takeEffects().allSatisfy { $0 != .quit })
        }
    }

    @Test func `letters that follow each other within a word are enough`() {
        var desk = Desk()
        desk.press(":")
        desk.press("rctngl")
        desk.press(.enter)
        #expect(desk.board.tool == .rectangle)
    }

    @Test func `every action of the canvas can be found by its own words`() {
        for entry in KeyTable.entries where entry.context == .canvas {
            guard let command = entry.bindings.first?.command else { continue }
            switch command {
            case .move, .pan, .openSearch, .color, .resizePen: continue
            default: break
            }
            var desk = Desk()
            let content = desk.board.searchContent(entry.help)
            #expect(content.items.contains { $0.command == command }, "\(entry.help)")
            _ = desk.screen()
        }
    }

    @Test func `q quits, after asking where ink is only here`() {
        var desk = Desk()
        desk.press(":q")
        desk.press(.enter)
        #expect(desk.takeEffects().contains(.quit))
        desk.drag([(20, 10), (30, 10)])
        desk.press(":q")
        desk.press(.enter)
        #expect(desk.board.question == .quit)
    }

    @Test func `title calls the canvas so`() {
        var desk = Desk(columns: 120)
        desk.press(":title Sketch night")
        desk.press(.enter)
        #expect(desk.board.canvas.title == "Sketch night")
        #expect(desk.row(0).contains("Sketch night"))
        desk.press(":tit")
        desk.press(.enter)
        desk.press("x")
        desk.press(.enter)
        #expect(desk.board.canvas.title == "x")
    }

    @Test func `clear asks, and can be undone`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        desk.press(":clear")
        desk.press(.enter)
        desk.press("y")
        #expect(desk.inkedCells().isEmpty)
        desk.press("u")
        #expect(!desk.inkedCells().isEmpty)
    }

    @Test(arguments: [
        ("erase", "e "), ("circle", "o "), ("box", "r "), ("exit", "q "), ("rename", ":name"),
        ("connect", "a "), ("move", "v "), ("sticky", "N "),
    ])
    func `everyday words find what is meant`(word: String, key: String) {
        var desk = Desk(columns: 100, rows: 40)
        desk.press(":" + word)
        #expect(desk.screen().contains { $0.contains("│[" + key) || $0.contains("│ " + key) })
    }

    @Test func `what a later version has says so`() {
        for keys in ["B", "O", "R", "x"] {
            var desk = Desk()
            desk.press(keys)
            #expect(desk.board.notice != nil)
            #expect(desk.entries.isEmpty)
        }
        for word in [":w a", ":template retro"] {
            var desk = Desk()
            desk.press(word)
            desk.press(.enter)
            #expect(desk.row(0).contains("this version"))
        }
    }

    @Test func `Backspace deletes, and closes where there is nothing`() {
        var desk = Desk()
        desk.press(":ab")
        desk.press(.backspace)
        #expect(desk.board.panel?.query == "a")
        desk.press(.backspace)
        desk.press(.backspace)
        #expect(desk.board.panel == nil)
    }

    @Test func `what is pasted is searched for, without what it cannot show`() {
        var desk = Desk()
        desk.press(":")
        desk.act(.terminal(.paste(Array("un\u{1B}[31m\ndo".utf8))))
        #expect(desk.board.panel?.query == "un[31mdo")
        desk.press(.escape)
        #expect(desk.board.panel == nil)
        #expect(desk.entries.isEmpty)
    }
}
