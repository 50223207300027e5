import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct StatusTests {
    private let ben = AuthorID(rawValue: 2)

    @Test func `while the mouse draws, the bottom line stands still`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        let line = desk.row(-1)
        desk.mouse(.drag(.left), 30, 12)
        #expect(desk.row(-1) == line)
        desk.mouse(.release(.left), 30, 12)
        #expect(desk.row(-1) != line)
    }

    @Test func `alone on the LAN, unsaved`() {
        var desk = Desk()
        #expect(desk.row(0).hasSuffix("alone · open to this LAN · not saved"))
        desk.act(.storage(isSaved: true))
        #expect(desk.row(0).hasSuffix("alone · open to this LAN"))
    }

    @Test func `without a network nothing is open`() {
        var desk = Desk(exposure: .solo)
        #expect(desk.row(0).hasSuffix("alone · not saved"))
    }

    @Test func `the number of the pen is told beside its colour`() {
        var desk = Desk()
        desk.press("3")
        #expect(desk.row(-1).hasPrefix(" pen 3■"))
        desk.resize(20, 6)
        #expect(desk.row(-1).hasPrefix("pen 3■ 1 ?"))
    }

    @Test func `tools that leave no ink tell no colour`() {
        for columns in [29, 80] {
            var desk = Desk(columns: columns)
            for key in ["e", "m"] {
                desk.press(key)
                #expect(!desk.row(-1).contains("■"))
            }
            desk.press("p")
            #expect(desk.row(-1).contains("1■"))
        }
    }

    @Test func `the hint for the help is dropped last, and what stays fits`() {
        for columns in 30...120 {
            var desk = Desk(columns: columns)
            desk.press("!3")
            #expect(desk.row(-1).hasPrefix(" stamp ★"))
            #expect(desk.row(-1).hasSuffix("? help"), "\(columns) columns")
        }
    }

    @Test func `redo is a hint while there is something to redo`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        #expect(!desk.row(-1).contains("U redo"))
        desk.press("u")
        #expect(desk.row(-1).contains("U redo  u undo"))
        desk.press("U")
        #expect(!desk.row(-1).contains("U redo"))
    }

    @Test func `those here are counted`() {
        var desk = Desk()
        for number in UInt64(2)...3 {
            desk.act(
                .participantJoined(
                    AuthorID(rawValue: number), Person(named: "P\(number)", number, color: 3)))
        }
        desk.act(.link(.connected))
        #expect(desk.row(0).contains("3 here"))
    }

    @Test func `catching up says how far it is`() {
        var desk = Desk()
        desk.act(.link(.catchingUp(held: 40, known: 100)))
        #expect(desk.row(0).contains("catching up 40 %"))
        desk.act(.link(.catchingUp(held: 5, known: 0)))
        #expect(desk.row(0).contains("catching up 0 %"))
    }

    @Test func `without a network one draws locally`() {
        var desk = Desk()
        desk.act(.link(.offline))
        #expect(desk.row(0).contains("no network: drawing locally"))
        #expect(!desk.row(0).contains("alone"))
    }

    @Test func `a loss is told with its age`() {
        var desk = Desk()
        desk.act(.participantJoined(ben, Person(named: "Ben", 2, color: 3)))
        desk.wait(5000)
        // Who is taken for lost has been silent for four seconds.
        desk.act(.participantLeft(ben, .lost))
        #expect(desk.row(0).contains("lost Ben 4 s ago"))
        desk.wait(3000)
        #expect(desk.row(0).contains("lost Ben 7 s ago"))
        desk.wait(30_000)
        #expect(!desk.row(0).contains("lost"))
        #expect(desk.board.deadline == nil)
    }

    @Test func `somebody who comes back is not lost`() {
        var desk = Desk()
        desk.act(.participantJoined(ben, Person(named: "Ben", 2, color: 3)))
        desk.act(.participantLeft(ben, .lost))
        desk.act(.participantJoined(ben, Person(named: "Ben", 2, color: 3)))
        desk.wait(5000)
        #expect(!desk.row(0).contains("lost"))
        #expect(desk.row(0).contains("2 here"))
    }

    @Test func `somebody who started anew is not lost, before or after it is known`() {
        let again = AuthorID(rawValue: 22)
        for isKnown in [false, true] {
            var desk = Desk()
            desk.act(.participantJoined(ben, Person(named: "Ben", 2, color: 3)))
            if isKnown { desk.act(.participantLeft(ben, .lost)) }
            desk.act(.participantJoined(again, Person(named: "Ben", 2, color: 3)))
            if !isKnown { desk.act(.participantLeft(ben, .lost)) }
            desk.wait(5000)
            #expect(!desk.row(0).contains("lost"))
            #expect(desk.row(0).contains("2 here"))
        }
    }

    @Test func `a notice stands in the top line for three seconds`() {
        var desk = Desk()
        desk.act(.participantJoined(ben, Person(named: "Ben", 2, color: 3)))
        desk.wait(2900)
        #expect(desk.row(0).hasPrefix(" Ben is here"))
        desk.wait(200)
        #expect(!desk.row(0).contains("is here"))
    }

    @Test func `that there is nothing to undo or redo is unsaid by the next action`() {
        var desk = Desk()
        desk.press("u")
        #expect(desk.row(0).contains("nothing of yours to undo"))
        desk.drag([(20, 10), (30, 10)])
        #expect(!desk.row(0).contains("nothing of yours to undo"))
        desk.press("U")
        #expect(desk.row(0).contains("nothing to redo"))
        desk.press("u")
        #expect(!desk.row(0).contains("nothing to redo"))
    }

    @Test func `everybody has a marker and a name, and equal names get a number`() {
        var desk = Desk("Ana", author: 5, columns: 120)
        desk.act(
            .participantJoined(AuthorID(rawValue: 9), Person(named: "Ana", 9, color: 3)))
        desk.act(
            .participantJoined(AuthorID(rawValue: 1), Person(named: "Ben", 1, color: 4)))
        desk.wait(4000)
        #expect(desk.row(0).contains("you Ana  "))
        #expect(desk.row(0).contains(" Ana 2"))
        #expect(desk.row(0).contains(" Ben"))
    }

    @Test func `people of one colour have different markers, the same for all`() {
        let names: [(UInt64, String)] = [(1, "Ana"), (2, "Ben"), (3, "Chloé")]
        for (number, name) in names {
            var desk = Desk(name, author: number, color: 4, columns: 120)
            for (other, name) in names where other != number {
                desk.act(
                    .participantJoined(
                        AuthorID(rawValue: other), Person(named: name, other, color: 4)))
            }
            desk.wait(4000)
            let markers = ["● ", "◆ ", "▲ "]
            for (index, (other, name)) in names.enumerated() {
                let label = other == number ? "you \(name)" : name
                #expect(desk.row(0).contains(markers[index] + label))
            }
        }
    }

    @Test func `those without room are counted`() {
        var desk = Desk(columns: 100)
        for number in UInt64(2)...9 {
            desk.act(
                .participantJoined(
                    AuthorID(rawValue: number), Person(named: "Person \(number)", number, color: 3))
            )
        }
        desk.wait(4000)
        let row = desk.row(0)
        #expect(row.contains("  +"))
        #expect(row.count <= 100)
    }

    @Test func `a name cannot write to the terminal`() {
        var desk = Desk(columns: 120)
        let name = "\u{1B}[2JBen\u{202E}\n\u{7}"
        desk.act(.participantJoined(ben, Person(named: name, 2, color: 3)))
        let scalars = desk.screen().joined().unicodeScalars
        #expect(!scalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }

    @Test func `nothing happens while nothing happens`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 10)
        desk.wait(100)
        #expect(desk.board.deadline == nil)
    }
}
