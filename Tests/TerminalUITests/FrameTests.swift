import TerminalUI
import Testing

/// A row as text, `>` for the right half of a wide character.
func row(_ row: Int, of frame: Frame) -> String {
    var text = String.UnicodeScalarView()
    for column in 0..<frame.columns {
        let cell = frame[column, row]
        text.append(contentsOf: cell.isContinuation ? [">"] : cell.scalars.values)
    }
    return String(text)
}

@Suite struct FrameTests {
    private func put(
        _ text: String, at column: Int, maximumColumns: Int = .max, over old: String = ""
    ) -> (row: String, used: Int) {
        var frame = Frame(columns: 6, rows: 1)
        frame.put(old, at: Position(column: 0, row: 0), width: columns)
        let used = frame.put(
            text, at: Position(column: column, row: 0), maximumColumns: maximumColumns,
            width: columns)
        return (row(0, of: frame), used)
    }

    @Test func `text is written where it is put`() {
        #expect(put("abc", at: 1) == (" abc  ", 3))
        #expect(put("e\u{301}x", at: 0) == ("e\u{301}x    ", 2))
        #expect(put("漢x", at: 2) == ("  漢>x ", 3))
    }

    @Test func `a wide character is never cut in half`() {
        #expect(put("漢", at: 5) == ("      ", 2))
        #expect(put("漢x", at: -1) == (" x    ", 3))
        #expect(put("x漢", at: 0, maximumColumns: 2) == ("x     ", 2))
        #expect(put("漢", at: 0, maximumColumns: 0) == ("      ", 0))
    }

    @Test func `writing over half of a wide character blanks the other half`() {
        #expect(put("x", at: 0, over: "漢字") == ("x 字>  ", 1))
        #expect(put("x", at: 1, over: "漢字") == (" x字>  ", 1))
        #expect(put("漢", at: 1, over: "漢字漢") == (" 漢> 漢>", 2))
    }

    @Test func `what lies outside the frame is left out`() {
        #expect(put("abcdefghij", at: -2).row == "cdefgh")
        #expect(put("abc", at: 9).row == "      ")
        var frame = Frame(columns: 2, rows: 1)
        frame.put("x", at: Position(column: 0, row: 3), width: columns)
        frame[5, 5] = Cell("x")
        #expect(row(0, of: frame) == "  ")
        #expect(Frame(columns: -4, rows: 3).cells.isEmpty)
    }

    @Test func `a box has a border and is empty`() {
        var frame = Frame(columns: 5, rows: 3)
        frame.fill(Rect(columns: 5, rows: 3), with: Cell("x"))
        frame.box(Rect(column: 1, row: 0, columns: 4, rows: 3))
        #expect((0..<3).map { row($0, of: frame) } == ["x┌──┐", "x│  │", "x└──┘"])
        frame.box(Rect(column: 2, row: 1, columns: 40, rows: 40), isASCII: true)
        #expect((0..<3).map { row($0, of: frame) } == ["x┌──┐", "x│+--", "x└|  "])
    }

    @Test func `rectangles are cut and centred`() {
        let screen = Rect(columns: 80, rows: 24)
        #expect(
            screen.centred(columns: 20, rows: 4) == Rect(column: 30, row: 10, columns: 20, rows: 4))
        #expect(screen.centred(columns: 200, rows: 4).columns == 80)
        #expect(screen.intersection(Rect(column: 90, row: 0, columns: 4, rows: 4)).isEmpty)
        #expect(screen.inset() == Rect(column: 1, row: 1, columns: 78, rows: 22))
        #expect(screen.contains(Position(column: 79, row: 23)))
        #expect(!screen.contains(Position(column: 80, row: 0)))
    }
}
