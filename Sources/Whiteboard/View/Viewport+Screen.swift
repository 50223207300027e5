import InkCanvas
import TerminalUI

extension Viewport {
    /// How many dots a cell is wide and high; at least one.
    var cellSize: Dot {
        Dot(x: Int32(max(dots(2), 1)), y: Int32(max(dots(4), 1)))
    }

    /// A dot that is the top left one of a cell at 100 %.
    var grid: Dot { zoom == .actual ? origin : Dot(x: 0, y: 0) }

    /// Pans so that a cell shows a dot; cells stay on one grid, so that text does not jump.
    mutating func show(_ dot: Dot, in cell: Position) {
        origin = dot.aligned(to: cellSize)
            .moved(byX: -dots(cell.column * 2), y: -dots(cell.row * 4))
    }

    /// Pans just so far that a dot is within a part of the screen.
    mutating func reveal(_ dot: Dot, in part: Rect) {
        let cell = cell(of: dot)
        let target = part.nearest(to: cell)
        if cell != target { show(dot, in: target) }
    }

    /// The cells that show some dots, whether or not they are on the screen.
    func rectangle(of box: DotRectangle) -> Rect {
        let first = cell(of: Dot(x: box.minX, y: box.minY))
        let last = cell(of: Dot(x: box.maxX, y: box.maxY))
        return Rect(
            column: first.column, row: first.row, columns: last.column - first.column + 1,
            rows: last.row - first.row + 1)
    }

    /// The dots that a part of the screen shows.
    func area(of part: Rect) -> DotRectangle {
        area(of: CellRectangle(columns: part.columnRange, rows: part.rowRange))
    }

    /// How many dots of the canvas so many of the screen are.
    private func dots(_ screenDots: Int) -> Int {
        (screenDots * zoom.denominator).floorDivided(by: zoom.numerator)
    }
}
