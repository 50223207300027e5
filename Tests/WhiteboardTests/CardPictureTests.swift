import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// Golden pictures: notes, stamps and filled shapes.
struct CardPictureTests {
    @Test func `a note is a card around its text`() {
        var board = Board()
        board.note("buy 漢字 and tea", at: (4, 4), width: 28)
        #expect(
            board.rows(18, 6) == [
                "", "  ╭────────────╮", "  │ buy 漢字   │", "  │ and tea    │", "  ╰────────────╯",
                "",
            ])
        board.glyphs = .ascii
        #expect(
            board.rows(18, 6) == [
                "", "  .------------.", "  | buy 漢字   |", "  | and tea    |", "  '------------'",
                "",
            ])
    }

    @Test func `a card hides what lies below it; what is drawn on it can be seen`() {
        var board = Board()
        board.draw(.line, (0, 8), (30, 8))
        board.draw([(0, 5), (30, 5)])
        let note = board.note("a", at: (4, 0), width: 20)
        #expect(
            board.rows(16, 4) == [
                "  ╭────────╮", "⠒⠒│ a      │⠒⠒⠒⠂", "──╰────────╯────", "",
            ])
        board.draw([(8, 5), (20, 5)])
        #expect(board.rows(16, 2)[1] == "⠒⠒│ a⠒⠒⠒⠒⠒⠒│⠒⠒⠒⠂")
        board.set(.order(.front), of: note)
        #expect(board.rows(16, 2)[1] == "⠒⠒│ a      │⠒⠒⠒⠂")
        board.set(.order(.back), of: note)
        #expect(board.rows(16, 3)[1] == "⠒⠒│⠒a⠒⠒⠒⠒⠒⠒│⠒⠒⠒⠂")
    }

    @Test func `the blanks within a text hide ink, those around it do not`() {
        var board = Board()
        board.write("  ab c \n d", at: (0, 0))
        board.draw([(0, 1), (30, 1)])
        board.draw(.line, (0, 4), (30, 4))
        #expect(
            board.rows(16, 2) == ["⠒⠒ab c⠒⠒⠒⠒⠒⠒⠒⠒⠒⠂", "─d──────────────"])
    }

    @Test func `from afar a card is smaller, and close it is larger`() {
        var board = Board()
        let note = board.note("one two three four", at: (0, 0), width: 40)
        board.stamp(.star, .on(note))
        #expect(
            board.rows(14, 4, zoom: .actual.farther) == ["╭one two ╮★", "╰────────╯", "", ""])
        #expect(
            board.rows(42, 9, zoom: .actual.closer) == [
                "╭" + String(repeating: "─", count: 38) + "╮★",
                "│ one two three" + String(repeating: " ", count: 24) + "│",
                "│ four" + String(repeating: " ", count: 33) + "│",
            ] + Array(repeating: "│" + String(repeating: " ", count: 38) + "│", count: 4) + [
                "╰" + String(repeating: "─", count: 38) + "╯", "",
            ])
    }

    @Test func `marks stand beside what they are on, equal ones as a number`() {
        var board = Board()
        let box = board.draw(.rectangle, (0, 0), (14, 8))
        for mark in [Stamp.heart, .check, .heart, .heart] { board.stamp(mark, .on(box)) }
        board.stamp(.question, .at(Dot(x: 8, y: 4)))
        #expect(board.rows(16, 3) == ["┌──────┐✓ ♥3", "│   ?  │", "└──────┘"])
        board.set(.position(Dot(x: 4, y: 4)), of: box)
        #expect(board.rows(16, 4) == ["", "  ┌─?────┐✓ ♥3", "  │      │", "  └──────┘"])
        board.glyphs = .ascii
        #expect(board.rows(16, 2) == ["", "  +-?----+v &3"])
    }

    @Test func `a filled box is shaded under lines and text`() {
        var board = Board()
        board.draw([(0, 6), (40, 6)])
        let box = board.draw(.rectangle, (4, 0), (26, 12), isFilled: true, color: 5)
        board.write("hi you", at: (8, 4))
        board.draw(.arrow, (0, 8), (40, 8))
        let picture = [
            "  ┌──────────┐", "⠤⠤│░hi you░░░│⠤⠤⠤⠤⠤⠤⠄", "──┼──────────┼──────▶", "  └──────────┘",
        ]
        #expect(board.rows(22, 4) == picture)
        board.set(.order(.back), of: box)
        #expect(board.rows(22, 4)[1] == "⠤⠤│⠤hi you⠤⠤⠤│⠤⠤⠤⠤⠤⠤⠄")
        board.undo()
        board.glyphs = .ascii
        #expect(
            board.rows(22, 4) == [
                "  +----------+", "--|.hi you...|------.", "--+----------+------>",
                "  +----------+",
            ])
    }

    @Test func `a filled box is shaded at any zoom, and filled with dots in the look of dots`() {
        var board = Board()
        board.draw(.rectangle, (0, 0), (20, 12), isFilled: true)
        let far = board.rows(12, 4, zoom: .actual.farther)
        #expect(far == ["⡏⠉⠉⠉⠉⡇", "⠧⠤⠤⠤⠤⠇", "", ""])
        var dots = Board()
        dots.draw(.rectangle, (0, 0), (9, 6), look: .dots, isFilled: true)
        dots.draw(.ellipse, (12, 0), (27, 7), isFilled: true)
        #expect(dots.rows(15, 2) == ["⣿⣿⣿⣿⣿ ⣠⣴⣾⣿⣿⣷⣦⣄", "⠿⠿⠿⠿⠿ ⠙⠿⣿⣿⣿⣿⠿⠋"])
    }

}
