import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct PeopleTests {
    /// Two in a session, both have drawn.
    private static func pair() -> Pair {
        var pair = Pair()
        pair.ana.drag([(20, 10), (24, 10), (28, 10), (32, 10)])
        pair.ben.drag([(20, 16), (24, 16), (28, 16), (32, 16)])
        pair.wait(200)
        pair.exchange()
        return pair
    }

    // MARK: - Signs

    @Test func `whoever comes or goes, the others keep their signs, each another`() {
        var desk = Desk("Ana", author: 2, color: 2)
        func come(_ number: UInt64) {
            desk.act(
                .participantJoined(
                    AuthorID(rawValue: number), Person(named: "P\(number)", number, color: 3)))
        }
        for number: UInt64 in [5, 3, 4] { come(number) }
        let ids = ([2, 3, 4, 5] as [UInt64]).map { AuthorID(rawValue: $0) }
        let before = ids.map(desk.board.roster.marker)
        #expect(Set(before).count == 4)
        come(1)
        #expect(ids.map(desk.board.roster.marker) == before)
        desk.act(.participantLeft(AuthorID(rawValue: 3), .left))
        #expect(
            [ids[0], ids[2], ids[3]].map(desk.board.roster.marker)
                == [before[0], before[2], before[3]])
        // 10 would have the sign of 2.
        come(10)
        #expect(desk.board.roster.marker(of: AuthorID(rawValue: 10)) != before[0])
        #expect(desk.board.roster.marker(of: ids[0]) == before[0])
    }

    @Test func `where signs are too few for all, those of one colour differ`() {
        var desk = Desk("Ana", author: 1, color: 4)
        for number: UInt64 in 2...9 {
            desk.act(
                .participantJoined(
                    AuthorID(rawValue: number),
                    Person(named: "P\(number)", number, color: number == 9 ? 4 : 3)))
        }
        let signs = (1...9 as ClosedRange<UInt64>).map {
            desk.board.roster.marker(of: AuthorID(rawValue: $0))
        }
        #expect(Set(signs.prefix(8)).count == 8)
        #expect(signs[8] != signs[0])
    }

    @Test func `arrows at the edge under the rail stand aside of each other`() {
        var desk = Desk()
        for (number, name) in [(UInt64(2), "Ben"), (3, "Chloé")] {
            let id = AuthorID(rawValue: number)
            desk.act(.participantJoined(id, Person(named: name, number, color: 3)))
            let cursor = CursorMessage(position: Dot(x: -200, y: 76), activity: .pointing)
            desk.act(.ephemeral(from: id, key: CursorMessage.key, body: cursor.encoded))
        }
        let rows = desk.screen()
        #expect(rows.contains { $0.hasPrefix("◂Be") })
        #expect(rows.contains { $0.hasPrefix("◂Ch") })
    }

    @Test func `where no name fits, the room is told`() {
        var desk = Desk(columns: 60)
        for number: UInt64 in 2...9 {
            desk.act(
                .participantJoined(
                    AuthorID(rawValue: number), Person(named: "P\(number)", number, color: 3)))
        }
        desk.wait(4000)
        #expect(desk.row(0).hasPrefix(" lobby ▸ canvas 1  "))
    }

    @Test func `a click on a name shows who is here`() throws {
        var pair = Self.pair()
        let row = pair.ana.row(0)
        let start = try #require(row.firstRange(of: "Ben"))
        pair.ana.click(row.distance(from: row.startIndex, to: start.lowerBound), 0)
        #expect(pair.ana.board.panel?.kind == .people)
    }

    @Test func `an arrow at the edge stands aside of text`() {
        var pair = Self.pair()
        pair.ana.mouse(.hover, 78, 10)
        pair.ana.press("tno")
        pair.ana.press(.escape)
        pair.ben.mouse(.hover, 40, 10)
        for _ in 0..<30 { pair.ben.press(.right, .control) }
        pair.ben.mouse(.hover, 40, 10)
        pair.wait(200)
        pair.exchange()
        let screen = pair.ana.screen()
        #expect(screen[10].hasSuffix("no"))
        #expect(screen.contains { $0.hasSuffix("Be▸") })
    }

    // MARK: - Views

    @Test func `who follows sees what the other sees, until they pan`() {
        var pair = Self.pair()
        pair.ben.press("f")
        #expect(pair.ben.row(0).contains("following Ana"))
        #expect(pair.ben.row(-1).contains("following Ana"))
        for _ in 0..<5 { pair.ana.press(.down, .control) }
        pair.ana.press("-")
        pair.wait(200)
        pair.exchange()
        #expect(pair.ben.board.viewport == pair.ana.board.viewport)
        pair.ben.press(.up, .control)
        let view = pair.ben.board.viewport
        pair.ana.press(.down, .control)
        pair.wait(200)
        pair.exchange()
        #expect(pair.ben.board.viewport == view)
        #expect(pair.ben.board.following == nil)
    }

    @Test func `f goes from person to person, and then to nobody; Esc stops`() {
        var pair = Self.pair()
        pair.ben.press("ff")
        #expect(pair.ben.board.following == nil)
        pair.ben.press("f")
        pair.ben.press(.escape)
        #expect(pair.ben.board.following == nil)
        var alone = Desk()
        alone.press("f")
        #expect(alone.row(0).contains("nobody else"))
    }

    @Test func `who follows somebody of a smaller screen sees the same middle`() {
        var pair = Self.pair()
        pair.ana.resize(40, 12)
        for _ in 0..<3 { pair.ana.press(.right, .control) }
        pair.wait(200)
        pair.exchange()
        pair.ben.press("f")
        let (ana, ben) = (pair.ana.board, pair.ben.board)
        let middle = ana.viewport.dot(at: ana.layout.area.middle)
        #expect(ben.viewport.dot(at: ben.layout.area.middle) == middle)
    }

    @Test func `everyone is brought here after two seconds`() {
        var pair = Self.pair()
        for _ in 0..<5 { pair.ana.press(.down, .control) }
        pair.ana.press("@")
        pair.exchange()
        #expect(pair.ben.row(0).contains("Ana brings everyone there"))
        let before = pair.ben.board.viewport
        pair.ben.wait(1900)
        #expect(pair.ben.board.viewport == before)
        pair.ben.wait(200)
        #expect(pair.ben.board.viewport == pair.ana.board.viewport)
    }

    @Test func `who declines or draws stays`() {
        var pair = Self.pair()
        for _ in 0..<5 { pair.ana.press(.down, .control) }
        let before = pair.ben.board.viewport
        pair.ana.press("@")
        pair.exchange()
        pair.ben.press(.escape)
        pair.ben.wait(3000)
        #expect(pair.ben.board.viewport == before)
        pair.ana.press("@")
        pair.exchange()
        pair.ben.mouse(.press(.left), 40, 10)
        pair.ben.wait(3000)
        #expect(pair.ben.board.viewport == before)
    }

    @Test func `who has done nothing at all yet is brought, too`() {
        var pair = Pair()
        for _ in 0..<5 { pair.ana.press(.down, .control) }
        pair.ana.press("@")
        pair.exchange()
        pair.ben.wait(2100)
        #expect(pair.ben.board.viewport == pair.ana.board.viewport)
    }

    @Test(arguments: [false, true])
    func `who brings everyone is told who came`(declines: Bool) {
        var pair = Self.pair()
        pair.ben.resize(60, 15)
        for _ in 0..<5 { pair.ana.press(.down, .control) }
        pair.ana.press("@")
        for _ in 0..<30 {
            pair.wait(100)
            pair.exchange()
            if declines { pair.ben.press(.escape) }
        }
        #expect(
            pair.ana.row(0).contains(declines ? "Ben stays elsewhere" : "everyone is here"))
    }

    @Test func `G shows all there is`() {
        var desk = Desk()
        desk.drag([(20, 10), (24, 10), (28, 10), (32, 10)])
        for _ in 0..<30 { desk.press(.right, .control) }
        desk.drag([(20, 10), (24, 10), (28, 10), (32, 10)])
        desk.press("G")
        #expect(desk.board.viewport.zoom.exponent < 0)
        let open = desk.board.layout.openArea
        let bounds = desk.board.viewport.rectangle(of: desk.board.canvas.bounds ?? .empty)
        #expect(open.intersection(bounds) == bounds)
        var empty = Desk()
        empty.press("G")
        #expect(empty.row(0).contains("nothing is drawn yet"))
    }

    // MARK: - Whose ink

    @Test func `w says who drew it and when`() {
        var pair = Self.pair()
        pair.ben.mouse(.hover, 25, 10)
        pair.ben.press("w")
        #expect(pair.ben.row(0).contains("stroke by Ana, just now"))
        pair.ben.wait(180_000)
        pair.ben.press("w")
        #expect(pair.ben.row(0).contains("stroke by Ana, 3 min ago"))
        pair.ben.mouse(.hover, 25, 16)
        pair.ben.press("w")
        #expect(pair.ben.row(0).contains("stroke by you"))
        pair.ben.mouse(.hover, 60, 20)
        pair.ben.press("w")
        #expect(pair.ben.row(0).contains("nothing under the pointer"))
    }

    @Test func `what was there before one came has no time`() {
        var pair = Self.pair()
        var chloe = Desk("Chloé", author: 3, color: 4, isInSession: false)
        chloe.enter(Desk.session, generation: 0, .adopted)
        chloe.act(.participantJoined(pair.ana.me, Person(named: "Ana", 1, color: 2)))
        for entry in pair.ana.entries { chloe.act(.entry(entry.session, entry.id, entry.body)) }
        chloe.wait(60_000)
        chloe.mouse(.hover, 25, 10)
        chloe.press("w")
        #expect(chloe.row(0).contains("stroke by Ana, before you came"))
        pair.ana.drag([(40, 10), (44, 10), (48, 10)])
        let last = pair.ana.entries[pair.ana.entries.endIndex - 1]
        chloe.act(.entry(last.session, last.id, last.body))
        chloe.mouse(.hover, 44, 10)
        chloe.press("w")
        #expect(chloe.row(0).contains("just now"))
    }

    @Test func `F lists who is here, and what can be done about them`() {
        var pair = Self.pair()
        pair.ben.press("F")
        #expect(pair.ben.screen().contains { $0.contains("you Ben") })
        pair.ben.press("j")
        pair.ben.press(.enter)
        let screen = pair.ben.screen()
        for text in ["follow", "hide their cursor", "hide their ink", "clear their ink"] {
            #expect(screen.contains { $0.contains(text) }, "\(text)")
        }
        pair.ben.press(.enter)
        #expect(pair.ben.board.following == pair.ana.me)
    }

    @Test func `what somebody draws or types is not seen where their ink is hidden`() {
        var pair = Self.pair()
        pair.ana.board.toggleInk(of: pair.ben.me)
        pair.ben.press("r")
        pair.ben.mouse(.press(.left), 40, 6)
        pair.ben.mouse(.drag(.left), 50, 9)
        pair.wait(50)
        pair.exchange()
        #expect(!pair.ana.row(6).contains("┌"))
        pair.ben.mouse(.release(.left), 50, 9)
        pair.ben.press("thello")
        pair.wait(50)
        pair.exchange()
        #expect(!pair.ana.screen().joined().contains("hello"))
    }

    @Test func `hidden ink is hidden from one alone, also what comes later`() {
        var pair = Self.pair()
        pair.ben.act(.participantJoined(pair.ana.me, Person(named: "Ana", 1, color: 2)))
        pair.ben.board.toggleInk(of: pair.ana.me)
        #expect(pair.ben.inkedCells().allSatisfy { $0.row == 16 })
        pair.ana.drag([(40, 10), (44, 10), (48, 10)])
        pair.exchange()
        #expect(pair.ben.inkedCells().allSatisfy { $0.row == 16 })
        pair.ben.press("A")
        #expect(pair.ben.board.selection.count == 1)
        #expect(pair.ana.inkedCells().contains { $0.row == 10 })
        pair.ben.board.toggleInk(of: pair.ana.me)
        #expect(pair.ben.inkedCells() == pair.ana.inkedCells())
    }

    @Test func `a hidden cursor is not shown`() {
        var pair = Self.pair()
        pair.ana.mouse(.hover, 40, 5)
        pair.wait(100)
        pair.exchange()
        #expect(pair.ben.row(5).contains("Ana"))
        pair.ben.press("Fj")
        pair.ben.press(.enter)
        pair.ben.press("j")
        pair.ben.press(.enter)
        #expect(!pair.ben.row(5).contains("Ana"))
    }

    @Test func `somebody's ink can be cleared, after asking, and brought back`() {
        var pair = Self.pair()
        pair.ben.press("Fj")
        pair.ben.press(.enter)
        pair.ben.press("jjj")
        pair.ben.press(.enter)
        #expect(pair.ben.row(-1).contains("Clear all ink of Ana"))
        pair.ben.press("y")
        pair.exchange()
        #expect(pair.ana.inkedCells().allSatisfy { $0.row == 16 })
        pair.ben.press("u")
        pair.exchange()
        #expect(pair.ana.inkedCells().contains { $0.row == 10 })
    }

    // MARK: - Laser

    @Test func `the laser leaves a trail that others see, that fades, and that is no ink`() {
        var pair = Self.pair()
        pair.ana.press("*")
        for column in stride(from: 40, through: 52, by: 4) {
            pair.ana.mouse(.hover, column, 5)
            pair.wait(20)
            pair.exchange()
        }
        pair.wait(40)
        pair.exchange()
        #expect(pair.ana.row(5).contains("●●●●"))
        #expect(pair.ben.row(5).contains("●●●●"))
        #expect(pair.ana.board.canvas.entryCount == 2)
        pair.wait(800)
        #expect(pair.ben.row(5).contains("•••"))
        pair.wait(1000)
        #expect(!pair.ben.row(5).contains("·"))
        #expect(!pair.ana.row(5).contains("●●"))
        #expect(pair.ben.board.lasers.deadline == nil)
        pair.ana.press(.escape)
        #expect(pair.ana.board.tool == .pen)
    }

    @Test func `the laser points by keyboard too`() {
        var desk = Desk()
        desk.press("*LL")
        #expect(desk.screen().contains { $0.contains("●●●●●") })
        desk.wait(5000)
        #expect(!desk.screen().contains { $0.contains("●●") })
    }
}
