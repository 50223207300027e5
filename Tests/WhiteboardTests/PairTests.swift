import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct PairTests {
    @Test func `both see the same ink`() {
        var pair = Pair()
        pair.ana.drag([(20, 10), (30, 12), (40, 6), (50, 6), (50, 12)])
        pair.ben.drag([(20, 16), (40, 16)])
        pair.exchange()
        pair.wait(60_000)
        #expect(!pair.ana.inkedCells().isEmpty)
        #expect(pair.ana.inkedCells() == pair.ben.inkedCells())
        #expect(pair.ana.board.canvas.entriesDigest == pair.ben.board.canvas.entriesDigest)
    }

    @Test func `a stroke is seen while it is drawn, with its author beside it`() {
        var pair = Pair()
        pair.ana.mouse(.press(.left), 20, 10)
        pair.ana.mouse(.drag(.left), 25, 10)
        pair.ana.wait(40)
        pair.exchange(losingEntries: true)
        #expect(pair.ben.inkedCells() == pair.ana.inkedCells())
        #expect(pair.ben.row(10).contains("Ana"))
        #expect(pair.ben.board.canvas.entryCount == 0)
    }

    @Test func `a preview goes over into the log without a gap`() {
        var pair = Pair()
        pair.ana.mouse(.press(.left), 20, 10)
        for column in 21...50 {
            pair.wait(50)
            pair.ana.mouse(.drag(.left), column, 10)
            pair.exchange()
            #expect(pair.ben.inkedCells().isSuperset(of: pair.ana.inkedCells()))
        }
        pair.ana.mouse(.release(.left), 50, 10)
        pair.exchange()
        #expect(pair.ben.inkedCells() == pair.ana.inkedCells())
    }

    @Test func `a preview dies without news`() {
        var pair = Pair()
        pair.ana.mouse(.press(.left), 20, 10)
        pair.exchange(losingEntries: true)
        #expect(!pair.ben.inkedCells().isEmpty)
        pair.ben.wait(1100)
        #expect(pair.ben.inkedCells().isEmpty)
    }

    @Test func `a preview dies with its author`() {
        var pair = Pair()
        pair.ana.mouse(.press(.left), 20, 10)
        pair.exchange(losingEntries: true)
        pair.ben.act(.participantLeft(pair.ana.me, .lost))
        #expect(pair.ben.inkedCells().isEmpty)
    }

    @Test func `a preview that comes late shows nothing that is in the log`() {
        var pair = Pair()
        pair.ana.mouse(.press(.left), 20, 10)
        pair.ana.mouse(.drag(.left), 25, 10)
        pair.ana.wait(20)
        let late = pair.ana.takeEffects()
        pair.ana.mouse(.release(.left), 25, 10)
        pair.exchange()
        pair.ana.press("u")
        pair.exchange()
        for case .ephemeral(let key, let body, _) in late {
            pair.ben.act(.ephemeral(from: pair.ana.me, key: key, body: body))
        }
        #expect(pair.ben.inkedCells().isEmpty)
    }

    @Test func `the other's pointer has a name, a marker and their colour`() throws {
        var pair = Pair()
        pair.ana.mouse(.hover, 40, 10)
        pair.ana.wait(100)
        pair.exchange()
        let row = pair.ben.row(10)
        #expect(row.contains("● Ana"))
        let frame = pair.ben.board.view()
        let marker = try #require((0..<80).first { frame[$0, 10].scalars.base == 0x25CF })
        #expect(frame[marker, 10].style.foreground == .ink(2))
        #expect(marker == 41)
    }

    @Test func `a name covers neither text nor ink`() {
        var pair = Pair()
        pair.ana.drag([(30, 8), (60, 8), (60, 12), (30, 12), (30, 8)])
        pair.ben.mouse(.hover, 41, 10)
        pair.ben.press("tabcdefg")
        pair.ben.press(.escape)
        pair.exchange()
        let ink = pair.ben.inkedCells()
        for column in stride(from: 28, through: 62, by: 3) {
            for row in [7, 8, 10, 11] {
                pair.ana.mouse(.hover, column, row)
                pair.wait(100)
                pair.exchange()
                #expect(pair.ben.row(10).contains("abcdefg"))
                #expect(ink.subtracting(pair.ben.inkedCells()).isEmpty)
            }
        }
    }

    @Test func `where a name has no room there is the marker alone`() {
        var pair = Pair()
        for row in 7...13 { pair.ana.drag([(24, row), (60, row)]) }
        pair.ana.mouse(.hover, 40, 10)
        pair.wait(100)
        pair.exchange()
        #expect(!pair.ben.row(10).contains("Ana"))
        #expect(pair.ben.row(10).contains("●"))
    }

    @Test func `who types is seen to type`() {
        var pair = Pair()
        pair.ana.mouse(.hover, 40, 10)
        pair.ana.press("t")
        pair.ana.wait(100)
        pair.exchange()
        #expect(pair.ben.row(10).contains("Ana is typing"))
        pair.ana.press(.escape)
        pair.ana.wait(100)
        pair.exchange()
        #expect(!pair.ben.row(10).contains("typing"))
    }

    @Test func `who went to the shell is away until they come back`() {
        var pair = Pair()
        pair.ana.mouse(.hover, 40, 10)
        pair.ana.press(.character("z"), .control)
        pair.exchange()
        #expect(pair.ben.row(10).contains("Ana is away"))
        pair.ana.act(.resumed)
        pair.wait(100)
        pair.exchange()
        #expect(pair.ben.row(10).contains("Ana"))
        #expect(!pair.ben.row(10).contains("away"))
    }

    @Test func `what somebody types is seen letter by letter`() {
        var pair = Pair()
        pair.ana.mouse(.hover, 30, 10)
        pair.ana.press("Nhel")
        pair.ana.wait(40)
        pair.exchange()
        #expect(pair.ben.row(11).contains("│ hel                  │"))
        pair.ana.press("lo")
        pair.ana.wait(40)
        pair.exchange()
        #expect(pair.ben.row(11).contains("│ hello                │"))
        #expect(pair.ben.board.canvas.entryCount == 0)
        pair.ana.press(.escape)
        pair.exchange()
        #expect(pair.ben.row(11).contains("│ hello                │"))
        pair.ana.mouse(.hover, 31, 11)
        pair.ana.press(.enter)
        for _ in 0..<4 { pair.ana.press(.backspace) }
        pair.ana.wait(40)
        pair.exchange()
        #expect(pair.ben.row(11).contains("│ h                    │"))
        pair.ana.press(.character("c"), .control)
        pair.exchange()
        #expect(pair.ben.row(11).contains("│ hello                │"))
    }

    @Test func `who is beyond the edge is an arrow with initials`() {
        var pair = Pair()
        pair.ana.mouse(.hover, 40, 10)
        pair.ana.wait(100)
        pair.exchange()
        for _ in 0..<12 { pair.ben.press(.right, .control) }
        #expect(pair.ben.row(10).contains("◂An"))
        for _ in 0..<24 { pair.ben.press(.left, .control) }
        #expect(pair.ben.row(10).hasSuffix("An▸"))
        pair.ben.press("g")
        for _ in 0..<10 { pair.ben.press(.down, .alt) }
        #expect(pair.ben.row(1).contains("▴An"))
        for _ in 0..<20 { pair.ben.press(.up, .alt) }
        #expect(pair.ben.row(-2).contains("▾An"))
    }

    @Test func `undo takes nothing of the other's`() {
        var pair = Pair()
        pair.ana.drag([(20, 10), (30, 10)])
        pair.exchange()
        pair.ben.press("u")
        pair.exchange()
        #expect(pair.ana.inkedCells().count == 11)
        #expect(pair.ben.inkedCells().count == 11)
    }

    @Test func `one rubs out what the other drew`() {
        var pair = Pair()
        pair.ana.drag([(20, 10), (40, 10)])
        pair.exchange()
        pair.ben.drag([(25, 10), (35, 10)], button: .right)
        pair.exchange()
        #expect(pair.ana.inkedCells() == pair.ben.inkedCells())
        #expect(!pair.ana.inkedCells().contains(Position(column: 30, row: 10)))
    }

    @Test func `two who open a new canvas at once rotate once`() {
        var pair = Pair()
        pair.ana.press("n")
        pair.ben.press("n")
        pair.ana.press("y")
        let next = SessionKey(rawValue: 9)
        for desk in [\Pair.ana, \Pair.ben] {
            pair[keyPath: desk].enter(next, generation: 1, .rotated(by: pair.ana.me))
        }
        pair.ben.press("y")
        #expect(pair.ana.takeEffects().filter(\.isNewCanvas).count == 1)
        #expect(pair.ben.takeEffects().filter(\.isNewCanvas).isEmpty)
        #expect(pair.ben.row(0).contains("Ana opened canvas 2"))
        #expect(pair.ana.row(0).contains("you opened canvas 2"))
    }

    @Test func `what is moved is seen where it is, and not where it came from, by both`() {
        var pair = Pair()
        pair.ana.press("r")
        pair.ana.drag([(30, 6), (40, 9)])
        pair.ana.press(.escape)
        pair.ana.press("p")
        pair.ana.drag([(30, 12), (40, 12)])
        pair.ana.mouse(.hover, 30, 15)
        pair.ana.press("tlabel")
        pair.ana.press(.escape)
        pair.exchange()
        let (ana, ben) = (pair.ana.movableCells(), pair.ben.movableCells())
        pair.ana.press("A")
        pair.ana.mouse(.press(.left), 30, 7)
        pair.ana.mouse(.drag(.left), 55, 10)
        pair.ana.wait(100)
        pair.exchange()
        #expect(pair.ana.movableCells() == ana.moved)
        #expect(pair.ben.movableCells() == ben.moved)
        pair.ana.mouse(.release(.left), 55, 10)
        #expect(pair.ana.movableCells() == ana.moved)
        pair.exchange()
        #expect(pair.ben.movableCells() == ben.moved)
        pair.ana.mouse(.press(.left), 55, 10)
        pair.ana.mouse(.drag(.left), 30, 7)
        pair.exchange()
        pair.ben.wait(2000)
        #expect(pair.ben.movableCells() == ben.moved)
    }

    @Test func `what is held still is seen as long as it is held`() {
        var pair = Pair()
        pair.ana.press("r")
        pair.ana.mouse(.press(.left), 30, 6)
        pair.ana.mouse(.drag(.left), 40, 9)
        for _ in 0..<12 {
            pair.wait(250)
            pair.exchange()
        }
        #expect(pair.ben.row(6).contains("┌─────────┐"))
        pair.ana.press(.escape)
        pair.wait(2000)
        pair.exchange()
        #expect(!pair.ben.row(6).contains("─"))
    }

    @Test func `what is moved and typed is as small as all else when seen from afar`() {
        var pair = Pair(columns: 100, rows: 30)
        for column in [20, 50] {
            pair.ana.mouse(.hover, column, 10)
            pair.ana.press("Nsome words")
            pair.ana.press(.escape)
        }
        pair.exchange()
        pair.ana.press("-")
        pair.ben.press("-")
        let cards = pair.ana.screen().joined(separator: "\n").filter { "╭╮╰╯".contains($0) }
        pair.ana.press("A")
        pair.ana.press(.down)
        pair.wait(100)
        pair.exchange()
        for screen in [pair.ana.screen(), pair.ben.screen()] {
            #expect(screen.joined(separator: "\n").filter { "╭╮╰╯".contains($0) } == cards)
        }
        pair.ana.press(.escape)
        pair.exchange()
        pair.ana.press(.backTab)
        pair.ana.press(.enter)
        pair.ana.press("!")
        pair.wait(100)
        pair.exchange()
        #expect(
            pair.ben.screen().joined(separator: "\n").filter { "╭╮╰╯".contains($0) } == cards)
    }

    @Test func `a shape in progress is seen as what it will be`() {
        var pair = Pair()
        pair.ana.press("r")
        pair.ana.mouse(.press(.left), 30, 6)
        pair.ana.mouse(.drag(.left), 40, 9)
        pair.ana.wait(100)
        pair.exchange()
        #expect(pair.ben.row(6).contains("┌─────────┐"))
        pair.ana.mouse(.release(.left), 40, 9)
        #expect(pair.ana.row(6).contains("┌─────────┐"))
        pair.exchange()
        pair.ana.press("u")
        pair.exchange()
        #expect(!pair.ben.row(6).contains("─"))
    }
}

extension Set<Position> {
    /// 25 columns and 3 rows further.
    fileprivate var moved: Self {
        Set(map { Position(column: $0.column + 25, row: $0.row + 3) })
    }
}

extension Desk {
    /// Where shapes, ink and lower-case letters are, but for the frame of what is chosen.
    fileprivate mutating func movableCells() -> Set<Position> {
        board.isChromeHidden = true
        let frame = board.view()
        let cells = (0..<frame.rows).flatMap { row in
            (0..<frame.columns).map { Position(column: $0, row: row) }
        }
        return Set(
            cells.filter { place in
                let cell = frame[place.column, place.row]
                guard cell.style.attributes.isDisjoint(with: .reverse) else { return false }
                return cell.isBraille
                    || "─│┌┐└┘label".unicodeScalars.contains {
                        $0.value == cell.scalars.base
                    }
            })
    }
}
