/// How a note is laid out at 100 %, the same on every peer: a frame around its text, which is
/// broken between words, or within those that are wider than the card.
package struct Card: Equatable, Sendable {
    /// The whole of it, frame included.
    package let columns: Int
    /// Of the text; each takes at most `innerColumns`.
    package let lines: [String]

    /// A border and a blank to each side.
    private static let margin = 4

    package var innerColumns: Int { columns - Self.margin }
    package var rows: Int { lines.count + 2 }

    /// A card of a width in dots.
    package init(_ text: String, width: UInt16) {
        columns = Int(width.clampedNoteWidth) / 2
        var wrap = Wrap(limit: columns - Self.margin)
        for scalar in text.unicodeScalars { wrap.add(scalar) }
        wrap.breakLine()
        lines = wrap.lines
    }

    func box(at position: Dot) -> DotRectangle {
        DotRectangle(
            minX: position.x, minY: position.y, maxX: position.x + Int32(columns) * 2 - 1,
            maxY: position.y + Int32(rows) * 4 - 1)
    }
}

/// Breaks text into lines as it comes.
private struct Wrap {
    let limit: Int
    private(set) var lines: [String] = []
    private var line = String.UnicodeScalarView()
    private var columns = 0
    /// What follows the last blank of the line.
    private var word = String.UnicodeScalarView()
    private var wordColumns = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ scalar: Unicode.Scalar) {
        guard scalar != "\n" else { return breakLine() }
        let width = TextExtent.columns(of: scalar)
        guard !scalar.properties.isWhitespace else {
            endWord()
            // Blanks never begin a line that was broken for want of room.
            if columns + width <= limit {
                line.append(scalar)
                columns += width
            }
            return
        }
        if wordColumns + width > limit { endWord() }
        if columns + wordColumns + width > limit { end() }
        word.append(scalar)
        wordColumns += width
    }

    private mutating func endWord() {
        line.append(contentsOf: word)
        columns += wordColumns
        word = .init()
        wordColumns = 0
    }

    /// Ends the line before the word.
    private mutating func end() {
        lines.append(String(line))
        line = .init()
        columns = 0
    }

    mutating func breakLine() {
        endWord()
        end()
    }
}

extension UInt16 {
    package var clampedNoteWidth: UInt16 {
        Swift.max(CanvasLimit.noteWidthMin, Swift.min(CanvasLimit.noteWidthMax, self))
    }
}
