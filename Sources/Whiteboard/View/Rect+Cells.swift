import TerminalUI

extension Rect {
    /// The cell of the rectangle that is nearest to another.
    func nearest(to cell: Position) -> Position {
        Position(
            column: min(max(cell.column, columnRange.lowerBound), columnRange.upperBound - 1),
            row: min(max(cell.row, rowRange.lowerBound), rowRange.upperBound - 1))
    }

    var middle: Position {
        Position(column: origin.column + columns / 2, row: origin.row + rows / 2)
    }
}
