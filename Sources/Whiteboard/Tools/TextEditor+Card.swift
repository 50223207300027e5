import InkCanvas

extension TextEditor {
    /// The card that the note fills so far.
    var card: Card? { noteWidth.map { Card(string, width: $0) } }
}

extension Card {
    /// Which line of the card a character of a line of text is in, and what stands before it there.
    ///
    /// Blanks may go where a line is broken, all else stays in its order: that is what is counted.
    func place(
        ofCharacter column: Int, inLine number: Int, of editor: TextEditor
    ) -> (line: Int, before: String) {
        let width = UInt16(columns * 2)
        func lines(_ text: String) -> [String] { Card(text, width: width).lines }
        let above =
            number == 0 ? 0 : lines(editor.lines[..<number].joined(separator: "\n")).count
        let before = editor.lines[number].prefix(column)
        var left = before.unicodeScalars.count { !$0.properties.isWhitespace }
        let wrapped = lines(editor.lines[number])
        for (index, line) in wrapped.enumerated() {
            let count = line.unicodeScalars.count { !$0.properties.isWhitespace }
            guard left <= count, left < count || index + 1 == wrapped.count || endsInLine(before)
            else {
                left -= count
                continue
            }
            return (above + index, Self.beginning(of: line, characters: left, of: before))
        }
        return (above + max(wrapped.count - 1, 0), wrapped.last ?? "")
    }

    /// The cursor stays behind a word until the next one begins.
    private func endsInLine(_ before: Substring) -> Bool {
        before.last.map { !$0.isWhitespace } ?? true
    }

    /// The line up to so many characters that are no blanks, and the blanks typed behind them.
    private static func beginning(
        of line: String, characters count: Int, of before: Substring
    ) -> String {
        var (rest, left) = (line.unicodeScalars[...], count)
        var beginning = String.UnicodeScalarView()
        while left > 0, let scalar = rest.popFirst() {
            beginning.append(scalar)
            if !scalar.properties.isWhitespace { left -= 1 }
        }
        var blanks = before.reversed().prefix { $0.isWhitespace }.count
        while blanks > 0, let scalar = rest.first, scalar.properties.isWhitespace {
            beginning.append(scalar)
            rest.removeFirst()
            blanks -= 1
        }
        return String(beginning)
    }
}
