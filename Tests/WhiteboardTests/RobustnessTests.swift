import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// Whatever is typed, sent or resized: the screen is whole.
struct RobustnessTests {
    // MARK: - Sizes

    private static let openings: [String] = [
        "", "?", "c", ":", "F", "n", "Nnote 漢字 text", "A", "!",
    ]

    @Test(arguments: Self.openings)
    func `shrinking step by step to one cell and back loses nothing`(keys: String) {
        var desk = Self.room()
        desk.press(keys)
        let before = desk.screen()
        for step in 1...80 {
            desk.resize(max(80 - step, 1), max(24 - step, 1))
            check(desk.board.view(), max(80 - step, 1), max(24 - step, 1))
            desk.mouse(.hover, 0, 0)
            desk.press(.down)
            check(desk.board.view(), max(80 - step, 1), max(24 - step, 1))
        }
        for step in 1...80 {
            desk.resize(step, min(step, 24))
            check(desk.board.view(), step, min(step, 24))
        }
        #expect(desk.screen().count == before.count)
        #expect(desk.board.canvas.visibleObjectCount == 3)
    }

    @Test func `a storm of sizes leaves the picture right`() {
        var desk = Self.room()
        let before = desk.screen()
        var random = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            let (columns, rows) = (Int.random(in: 0...160, using: &random), Int.random(in: 0...50))
            desk.resize(columns, rows)
            check(desk.board.view(), columns, rows)
        }
        desk.resize(80, 24)
        desk.press("g")
        desk.wait(4000)
        #expect(Array(desk.screen().dropLast()) == Array(before.dropLast()))
    }

    /// A stroke, a box and a text of wide characters; people with wide names.
    private static func room() -> Desk {
        var desk = Desk("漢字 Ana", author: 1, color: 2)
        for number in 2...9 {
            let id = AuthorID(rawValue: UInt64(number))
            let name = number % 2 == 0 ? "李 小龍 \(number)" : "Ben \(number)"
            desk.act(.participantJoined(id, Person(named: name, UInt64(number), color: 3)))
            let cursor = CursorMessage(
                position: Dot(x: Int32(number * 15), y: Int32(number * 9)), activity: .typing)
            desk.act(.ephemeral(from: id, key: CursorMessage.key, body: cursor.encoded))
        }
        desk.drag([(20, 10), (60, 20), (30, 15)])
        desk.press("r")
        desk.drag([(15, 3), (40, 8)])
        desk.mouse(.hover, 18, 5)
        desk.press("t漢字漢字")
        desk.press(.escape)
        desk.wait(4000)
        desk.press("p")
        return desk
    }

    /// A frame of a size in which every wide character is whole.
    private func check(_ frame: Frame, _ columns: Int, _ rows: Int) {
        #expect(frame.columns == columns && frame.rows == rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = frame[column, row]
                let isWide = cell.scalars.values.first.map { columnsOfScalar($0) == 2 } ?? false
                #expect(
                    !cell.isContinuation || column > 0,
                    "half a character at the left of row \(row)")
                if isWide, column + 1 < columns {
                    #expect(frame[column + 1, row].isContinuation, "at \(column),\(row)")
                }
            }
        }
    }

    // MARK: - Hostile text

    static let hostile = [
        "\u{1B}[2J\u{1B}]0;owned\u{7}red\u{1B}[31m", "\u{202E}sdrawkcab\u{202C}\u{2066}x",
        "a" + String(repeating: "\u{301}", count: 400), "zero\u{200B}\u{200D}\u{FEFF}width",
        "👨‍👩‍👧‍👦👩🏽‍💻🏳️‍🌈", "\u{9B}31m\u{85}next\u{2028}line", "\u{E000}\u{F8FF}\u{10FFFF}",
        "tab\there\rthere", String(repeating: "漢", count: 300), "\u{0}\u{1}\u{7F}",
    ]

    @Test(arguments: Self.hostile)
    func `names and texts of others disturb neither columns nor the terminal`(text: String) {
        var desk = Desk()
        let ben = AuthorID(rawValue: 2)
        desk.act(.participantJoined(ben, Person(named: text, 2, color: 3)))
        let cursor = CursorMessage(position: Dot(x: 60, y: 60), activity: .typing)
        desk.act(.ephemeral(from: ben, key: CursorMessage.key, body: cursor.encoded))
        var pen = Pen(author: ben)
        var bodies = pen.write(text, at: Dot(x: 40, y: 20), style: InkStyle(), on: Canvas()).bodies
        bodies +=
            pen.note(
                text, at: Dot(x: 40, y: 40), width: 48, style: InkStyle(), on: Canvas()
            ).bodies
        bodies += pen.title(text, on: Canvas())
        for (index, body) in bodies.enumerated() {
            desk.act(.entry(Desk.session, EntryID(author: ben, index: UInt32(index)), body))
        }
        var editor = TextEditor(at: Dot(x: 80, y: 70), style: InkStyle())
        _ = editor.insert(text)
        let typing = TypingMessage(session: Desk.session, editor)
        desk.act(.ephemeral(from: ben, key: TypingMessage.key, body: typing.encoded))
        desk.act(.notice(text))
        for keys in ["", "F", "A", "w"] {
            desk.press(keys)
            checkSafe(desk.board.view())
            desk.press(.escape)
            desk.press(.escape)
        }
        desk.press("N")
        desk.act(.terminal(.paste(Array(text.utf8))))
        checkSafe(desk.board.view())
    }

    private func checkSafe(_ frame: Frame) {
        check(frame, frame.columns, frame.rows)
        for cell in frame.cells {
            for scalar in cell.scalars.values {
                switch scalar.properties.generalCategory {
                case .control, .format, .privateUse, .unassigned, .surrogate, .lineSeparator,
                    .paragraphSeparator:
                    Issue.record("\(scalar.value) on the screen")
                default: break
                }
            }
        }
    }

    // MARK: - Bytes

    /// Keys, mouse, paste, focus, Option with arrows, old and unknown sequences, a lone reply.
    private static let bytes = Array(
        ("r\u{1B}[<0;30;10M\u{1B}[<32;35;12M\u{1B}[<0;35;12m" + "\u{1B}[<35;50;15M"
            + "t漢字é\u{1B}[200~pasted \u{1B}[31m text\u{1B}[201~\u{1B}[1;3D\u{1B}b\u{1B}f"
            + "\u{1B}[I\u{1B}[O\u{1B}[99;99;99X\u{1B}OP\u{1B}[?62;22c\u{1B}]11;rgb:0/0/0\u{1B}\\"
            + "\u{1B}[<64;30;10M\u{1B}[<65;30;10M\u{1B}[1;5A\u{1B}[1;2B\u{1B}[3~").utf8)

    private static func feed(_ pieces: [ArraySlice<UInt8>]) -> Desk {
        var desk = Desk()
        var decoder = InputDecoder()
        for piece in pieces {
            for event in decoder.decode(piece, at: desk.now) { desk.act(.terminal(event)) }
        }
        let silence = decoder.timeOut(at: desk.now + InputDecoder.escapeTimeout)
        for event in silence { desk.act(.terminal(event)) }
        return desk
    }

    @Test func `input split at any byte does the same`() {
        var whole = Self.feed([Self.bytes[...]])
        let screen = whole.screen()
        #expect(screen.contains { $0.contains("pasted [31m text") })
        for place in 1..<Self.bytes.count {
            var split = Self.feed([Self.bytes[..<place], Self.bytes[place...]])
            #expect(split.screen() == screen, "split at \(place)")
        }
        var single = Self.feed(Self.bytes.indices.map { Self.bytes[$0...$0] })
        #expect(single.screen() == screen)
    }

    @Test func `turns of the wheel and a burst of hovers leave no stray characters`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        let screen = desk.screen()
        for _ in 0..<10 { desk.mouse(.wheelDown, 40, 12) }
        for _ in 0..<10 { desk.mouse(.wheelUp, 40, 12) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<600 {
            desk.mouse(
                .hover, Int.random(in: 0..<80, using: &random), Int.random(in: 0..<24))
        }
        desk.mouse(.hover, 30, 10)
        #expect(desk.screen() == screen)
        #expect(desk.entries.count == 1)
    }

    @Test func `a paste of 100 kB into a text is cut, and says so`() {
        var desk = Desk()
        desk.press("t")
        var decoder = InputDecoder()
        let text = String(repeating: "x", count: 100_000)
        for event in decoder.decode("\u{1B}[200~\(text)\u{1B}[201~".utf8, at: 0) {
            desk.act(.terminal(event))
        }
        #expect(desk.row(0).contains("99200 characters were left out"))
        #expect(desk.board.editor?.string.utf8.count == TextEditor.bytesMax)
        checkSafe(desk.board.view())
        desk.press(.escape)
        #expect(desk.entries.count == 1)
    }
}
