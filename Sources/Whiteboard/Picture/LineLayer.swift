import InkCanvas
import TerminalUI

/// The lines of characters in a rectangle of cells: all that meet in a cell are joined.
struct LineLayer: Sendable {
    private let columns: Int
    private let rows: Int
    private var cells: [Int: Lines] = [:]

    /// What a cell shows.
    private struct Lines: Sendable {
        var lines = CellLines()
        /// Which way an arrow's head in it points.
        var head: CellLines.Side?
        var color: UInt8
    }

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Whether a shape is shown as characters, not as dots.
    static func shows(_ shape: Shape, at zoom: Zoom) -> Bool {
        zoom == .actual && shape.look == .cells
    }

    func cell(_ column: Int, _ row: Int, _ glyphs: GlyphSet) -> Cell? {
        guard let shown = cells[row * columns + column] else { return nil }
        let scalar = shown.head?.arrow(glyphs) ?? shown.lines.scalar(glyphs)
        return Cell(scalar, Style(.ink(shown.color)))
    }

    /// Lays all shapes of the canvas out anew, the undermost first.
    mutating func fill(from canvas: Canvas, in viewport: Viewport) {
        cells = [:]
        guard viewport.zoom == .actual else { return }
        let area = viewport.area
        let shown = canvas.visibleShapes.filter { canvas.box(around: $0).intersects(area) }
        for slot in shown.sorted(by: { canvas.order(of: $0) < canvas.order(of: $1) }) {
            guard let shape = canvas.wholeShape(of: slot), Self.shows(shape, at: viewport.zoom)
            else { continue }
            draw(shape, in: viewport, Lines(color: canvas.color(of: slot)))
        }
    }

    /// Adds a shape above all others.
    mutating func add(_ shape: Shape, color: UInt8, in viewport: Viewport) {
        draw(shape, in: viewport, Lines(color: color))
    }

    private mutating func draw(_ shape: Shape, in viewport: Viewport, _ pen: Lines) {
        let (from, to) = (viewport.cell(of: shape.from), viewport.cell(of: shape.to))
        let corner = viewport.cell(of: shape.elbow)
        switch shape.kind {
        case .rectangle:
            let top = Position(column: to.column, row: from.row)
            let bottom = Position(column: from.column, row: to.row)
            for (start, end) in [(from, top), (top, to), (to, bottom), (bottom, from)] {
                draw(from: start, to: end, shape.weight, pen)
            }
        case .line, .arrow, .ellipse:
            draw(from: from, to: corner, shape.weight, pen)
            draw(from: corner, to: to, shape.weight, pen)
            guard shape.kind == .arrow else { return }
            let last = corner == to ? from : corner
            put(to.column, to.row, pen) { $0.head = .pointing(from: last, to: to) }
        }
    }

    /// A line along a row or a column.
    private mutating func draw(
        from start: Position, to end: Position, _ weight: Shape.Weight, _ pen: Lines
    ) {
        let isLevel = start.row == end.row
        let (first, last) =
            isLevel
            ? (min(start.column, end.column), max(start.column, end.column))
            : (min(start.row, end.row), max(start.row, end.row))
        let limit = isLevel ? columns : rows
        guard first <= last, last >= 0, first < limit else { return }
        let (back, ahead): (CellLines.Side, CellLines.Side) =
            isLevel ? (.left, .right) : (.up, .down)
        for place in max(first, 0)...min(last, limit - 1) {
            let (column, row) = isLevel ? (place, start.row) : (start.column, place)
            put(column, row, pen) { shown in
                if place > first { shown.lines[back] = weight }
                if place < last { shown.lines[ahead] = weight }
            }
        }
    }

    private mutating func put(
        _ column: Int, _ row: Int, _ pen: Lines, _ change: (inout Lines) -> Void
    ) {
        guard column >= 0, column < columns, row >= 0, row < rows else { return }
        var shown = cells[row * columns + column] ?? pen
        shown.color = pen.color
        change(&shown)
        cells[row * columns + column] = shown
    }
}

extension CellLines.Side {
    fileprivate static func pointing(from start: Position, to end: Position) -> Self {
        if start.column != end.column { return start.column < end.column ? .right : .left }
        if start.row != end.row { return start.row < end.row ? .down : .up }
        return .right
    }

    fileprivate func arrow(_ glyphs: GlyphSet) -> Unicode.Scalar {
        switch self {
        case .up: glyphs == .ascii ? "^" : "▲"
        case .right: glyphs == .ascii ? ">" : "▶"
        case .down: glyphs == .ascii ? "v" : "▼"
        case .left: glyphs == .ascii ? "<" : "◀"
        }
    }
}
