/// A rectangle of cells; its sides are never negative.
package struct Rect: Hashable, Sendable {
    package var origin: Position
    package let columns: Int
    package let rows: Int

    package init(column: Int = 0, row: Int = 0, columns: Int, rows: Int) {
        origin = Position(column: column, row: row)
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }

    package var columnRange: Range<Int> { origin.column..<origin.column + columns }
    package var rowRange: Range<Int> { origin.row..<origin.row + rows }
    package var isEmpty: Bool { columns == 0 || rows == 0 }

    package func contains(_ position: Position) -> Bool {
        columnRange.contains(position.column) && rowRange.contains(position.row)
    }

    /// The same rectangle without a margin on each side.
    package func inset(columns margin: Int = 1, rows rowMargin: Int = 1) -> Rect {
        Rect(
            column: origin.column + margin, row: origin.row + rowMargin,
            columns: columns - 2 * margin, rows: rows - 2 * rowMargin)
    }

    /// What two rectangles share; empty if they do not meet.
    package func intersection(_ other: Rect) -> Rect {
        let column = max(origin.column, other.origin.column)
        let row = max(origin.row, other.origin.row)
        return Rect(
            column: column, row: row,
            columns: min(columnRange.upperBound, other.columnRange.upperBound) - column,
            rows: min(rowRange.upperBound, other.rowRange.upperBound) - row)
    }

    /// A rectangle in the middle of this one, cut to fit.
    package func centred(columns: Int, rows: Int) -> Rect {
        let (width, height) = (min(columns, self.columns), min(rows, self.rows))
        return Rect(
            column: origin.column + (self.columns - width) / 2,
            row: origin.row + (self.rows - height) / 2, columns: width, rows: height)
    }
}
