/// A position on the screen, in cells from the top left corner.
package struct Position: Hashable, Sendable {
    package var column: Int
    package var row: Int

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// What the whole screen shows, as a value: cells, and where the hardware cursor stands.
///
/// A wide character is whole or not there: writing over one of its halves blanks the other.
package struct Frame: Equatable, Sendable {
    package let columns: Int
    package let rows: Int
    /// Row by row, `columns * rows` of them.
    package private(set) var cells: [Cell]
    /// Where the terminal's own cursor is shown; nil hides it.
    package var cursor: Position?

    package init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// The cell at a place; writing outside the frame does nothing, reading gives a blank.
    package subscript(column: Int, row: Int) -> Cell {
        get { contains(column, row) ? cells[row * columns + column] : .blank }
        set {
            guard contains(column, row) else { return }
            let index = row * columns + column
            if cells[index].isContinuation, !newValue.isContinuation, column > 0 {
                cells[index - 1].scalars = Cell.blank.scalars
            }
            cells[index] = newValue
            if column + 1 < columns, cells[index + 1].isContinuation {
                cells[index + 1].scalars = Cell.blank.scalars
            }
        }
    }

    /// Has what a cell shows look otherwise.
    package mutating func add(_ attributes: Style.Attributes, at place: Position) {
        guard contains(place.column, place.row) else { return }
        let index = place.row * columns + place.column
        cells[index].style.attributes.formUnion(attributes)
    }

    private func contains(_ column: Int, _ row: Int) -> Bool {
        column >= 0 && column < columns && row >= 0 && row < rows
    }
}
