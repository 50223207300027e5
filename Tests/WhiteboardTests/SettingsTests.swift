import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct SettingsTests {
    private func isCardShown(_ desk: inout Desk) -> Bool {
        desk.screen().contains { $0.contains("welcome") }
    }

    private func firstStart(columns: Int = 80, rows: Int = 24) -> Desk {
        var desk = Desk(columns: columns, rows: rows, isFirstStart: true)
        desk.wait(1000)
        return desk
    }

    // MARK: - First start

    @Test func `at the first start a card says what one needs to know`() {
        var desk = firstStart()
        #expect(isCardShown(&desk))
        #expect(desk.screen().contains { $0.contains("you are ● Ana") })
        #expect(desk.screen().contains { $0.contains("? help") })
        var later = Desk()
        later.wait(1000)
        #expect(!isCardShown(&later))
    }

    @Test func `it swallows no key and no click, and does not come back`() {
        var desk = firstStart()
        desk.press("r")
        #expect(!isCardShown(&desk))
        #expect(desk.board.tool == .rectangle)
        #expect(desk.takeEffects().contains { if case .keep = $0 { true } else { false } })
        desk = firstStart()
        desk.drag([(40, 12), (44, 12), (48, 12)])
        #expect(desk.inkedCells().count == 9)
        desk.press("u")
        #expect(!isCardShown(&desk))
    }

    @Test func `it goes by itself, and with anybody's ink`() {
        var desk = firstStart()
        desk.wait(10_000)
        #expect(!isCardShown(&desk))
        #expect(desk.board.cardDeadline == nil)
        var other = Desk("Ben", author: 2)
        other.drag([(20, 10), (30, 10)])
        desk = firstStart()
        for entry in other.entries { desk.act(.entry(entry.session, entry.id, entry.body)) }
        #expect(!isCardShown(&desk))
    }

    @Test func `where there is ink already it is not shown`() {
        var other = Desk("Ben", author: 2)
        other.drag([(20, 10), (30, 10)])
        var desk = Desk(isFirstStart: true)
        for entry in other.entries { desk.act(.entry(entry.session, entry.id, entry.body)) }
        desk.wait(1000)
        #expect(!isCardShown(&desk))
    }

    @Test(arguments: [(29, 10), (30, 8), (9, 2), (40, 12)])
    func `it has room or is not there`(columns: Int, rows: Int) {
        var desk = firstStart(columns: columns, rows: rows)
        #expect(desk.screen().count == rows)
        #expect(isCardShown(&desk) == (columns == 40))
    }

    // MARK: - Settings

    @Test func `who comes to somebody of the same colour takes another, unless it was given`() {
        for isGiven in [false, true] {
            var desk = Desk("Ana", author: 2, color: 2)
            desk.board.settings.mayChangeColor = !isGiven
            desk.enter(SessionKey(rawValue: 77), generation: 0, .adopted)
            desk.act(
                .participantJoined(
                    AuthorID(rawValue: 1), Person(named: "Ben", 1, color: 2)))
            #expect((desk.board.roster.me.person.color == 2) == isGiven)
            #expect(desk.board.settings.person.color == 2)
            let told = desk.takeEffects().contains {
                if case .introduce(let person) = $0 { person.color == 3 } else { false }
            }
            #expect(told != isGiven)
            desk.board.toggleHints()
            #expect((desk.board.roster.me.person.color == 2) == isGiven)
            desk.wait(5000)
            let color = desk.board.roster.me.person.color
            desk.act(
                .participantJoined(
                    AuthorID(rawValue: 3), Person(named: "Eve", 3, color: color)))
            #expect(desk.board.roster.me.person.color == color)
        }
    }

    @Test func `name, colour, glyphs and hints can be changed for good`() {
        var desk = Desk(columns: 100)
        desk.press(":settings")
        desk.press(.enter)
        #expect(desk.screen().contains { $0.contains("[name") })
        desk.press("j")
        desk.press(.enter)
        #expect(desk.board.settings.person.color == 6)
        desk.press("j")
        desk.press(.enter)
        #expect(desk.board.settings.glyphs == .quadrant)
        desk.press("j")
        desk.press(.enter)
        #expect(!desk.board.settings.hasHints)
        desk.press("kkk")
        desk.press(.enter)
        desk.press("Anna")
        desk.press(.enter)
        #expect(desk.row(0).contains("you are Anna now"))
        let wanted = Preferences(name: "Anna", color: 6, glyphs: .quadrant, hasHints: false)
        #expect(desk.takeEffects().contains(.keep(wanted)))
        #expect(desk.row(-1).hasSuffix("│ ? help"))
        desk.wait(4000)
        #expect(desk.row(0).contains("you Anna"))
    }

    @Test func `words set them as well, and refuse what makes no sense`() {
        var desk = Desk()
        for (text, refusal) in [
            ("color 65", "from 1 to 64"), ("color red", "from 1 to 64"),
            ("glyphs runes", "braille, quadrant"),
        ] {
            desk.press(":" + text)
            desk.press(.enter)
            #expect(desk.row(0).contains(refusal), "\(text)")
        }
        #expect(desk.board.settings.person.color == 5)
        #expect(desk.board.settings.glyphs == .braille)
        desk.press(":color 9")
        desk.press(.enter)
        desk.press(":glyphs half")
        desk.press(.enter)
        #expect(desk.board.settings.person.color == 9)
        #expect(desk.board.settings.glyphs == .half)
    }

    @Test func `where the terminal takes ASCII only there is no choice`() {
        var desk = Desk(isASCII: true)
        desk.press(":glyphs braille")
        desk.press(.enter)
        #expect(desk.board.settings.glyphs == .ascii)
        #expect(desk.row(0).contains("ASCII only"))
    }

    // MARK: - Sharing

    @Test func `a canvas drawn alone comes along into a room, as one action`() {
        var desk = Desk(exposure: .solo)
        desk.drag([(20, 10), (24, 10), (28, 10)])
        desk.mouse(.hover, 40, 12)
        desk.press("thello")
        desk.press(.escape)
        let screen = desk.inkedCells()
        desk.press(":share sketch")
        desk.press(.enter)
        #expect(desk.takeEffects().last == .share(room: "sketch"))
        let moved = AuthorID(rawValue: 77)
        desk.act(.moved(moved, room: "sketch", .lan))
        desk.become(moved)
        desk.enter(SessionKey(rawValue: 5), generation: 0, .adopted)
        #expect(desk.inkedCells() == screen)
        #expect(desk.board.canvas.visibleObjects.map(\.id.author) == [moved, moved])
        #expect(desk.board.selection.isEmpty)
        desk.wait(4000)
        #expect(desk.row(0).contains("sketch"))
        #expect(desk.row(0).contains("open to this LAN"))
        desk.press("u")
        #expect(desk.board.canvas.visibleObjectCount == 0)
    }

    @Test func `what is shared already says so`() {
        var desk = Desk()
        desk.press(":share sketch")
        desk.press(.enter)
        #expect(!desk.takeEffects().contains(.share(room: "sketch")))
        #expect(desk.row(0).contains("shared already, in lobby"))
    }
}
