extension Frame {
    /// Writes text from a place to the right; what lies outside the frame is left out.
    ///
    /// A wide character that would not be there whole, at an edge or at the limit, is a space.
    /// Returns the columns the text took, inside the frame or not, at most `maximumColumns`.
    @discardableResult
    package mutating func put(
        _ text: DisplayText, at position: Position, style: Style = .plain,
        maximumColumns: Int = .max
    ) -> Int {
        var used = 0
        for grapheme in text.graphemes {
            guard used < maximumColumns, position.column + used < columns else { break }
            let column = position.column + used
            let room = min(maximumColumns - used, columns - column)
            let isWhole = grapheme.columns <= room && column >= 0
            let taken = min(grapheme.columns, maximumColumns - used)
            for offset in 0..<taken {
                self[column + offset, position.row] =
                    if !isWhole {
                        Cell(" ", style)
                    } else if offset == 0 {
                        Cell(grapheme.scalars, style)
                    } else {
                        .continuation(style)
                    }
            }
            used += taken
        }
        return used
    }

    /// Makes any text safe and writes it, as `put(_:at:style:maximumColumns:)` does.
    @discardableResult
    package mutating func put(
        _ text: some StringProtocol, at position: Position, style: Style = .plain,
        maximumColumns: Int = .max, width: ScalarColumns
    ) -> Int {
        put(
            DisplayText(text, width), at: position, style: style, maximumColumns: maximumColumns)
    }

    /// Fills a rectangle with one cell.
    package mutating func fill(_ rect: Rect, with cell: Cell = .blank) {
        let rect = rect.intersection(Rect(columns: columns, rows: rows))
        for row in rect.rowRange {
            for column in rect.columnRange { self[column, row] = cell }
        }
    }

    /// Draws a border just inside a rectangle, and clears what it encloses.
    package mutating func box(_ rect: Rect, style: Style = .plain, isASCII: Bool = false) {
        guard rect.columns >= 2, rect.rows >= 2 else { return }
        fill(rect, with: Cell(" ", style))
        let (left, top) = (rect.origin.column, rect.origin.row)
        let (right, bottom) = (left + rect.columns - 1, top + rect.rows - 1)
        for column in max(left, 0)..<max(min(right + 1, columns), max(left, 0)) {
            self[column, top] = Cell(isASCII ? "-" : "─", style)
            self[column, bottom] = Cell(isASCII ? "-" : "─", style)
        }
        for row in max(top, 0)..<max(min(bottom + 1, rows), max(top, 0)) {
            self[left, row] = Cell(isASCII ? "|" : "│", style)
            self[right, row] = Cell(isASCII ? "|" : "│", style)
        }
        self[left, top] = Cell(isASCII ? "+" : "┌", style)
        self[right, top] = Cell(isASCII ? "+" : "┐", style)
        self[left, bottom] = Cell(isASCII ? "+" : "└", style)
        self[right, bottom] = Cell(isASCII ? "+" : "┘", style)
    }
}
