import InkCanvas
import TerminalUI

/// The lines of characters in a rectangle of cells, where all that meet in a cell are joined, and
/// the shading of filled boxes under them.
struct LineLayer: Sendable {
    private let columns: Int
    private let rows: Int
    /// Empty, or one for each cell.
    private var cells: [Lines?] = []
    private var shades: [Shade?] = []

    /// What a cell shows.
    struct Lines: Sendable {
        fileprivate var lines = CellLines()
        /// Which way an arrow's head in it points.
        fileprivate var head: CellLines.Side?
        fileprivate(set) var color: UInt8
        /// Of the topmost.
        fileprivate(set) var order: DrawingOrder

        fileprivate init(color: UInt8, order: DrawingOrder) {
            self.color = color
            self.order = order
        }

        func scalar(_ glyphs: GlyphSet) -> Unicode.Scalar {
            head?.arrow(glyphs) ?? lines.scalar(glyphs)
        }
    }

    struct Shade: Sendable {
        var color: UInt8
        var order: DrawingOrder

        static func scalar(_ glyphs: GlyphSet) -> Unicode.Scalar { glyphs == .ascii ? "." : "░" }
    }

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Whether a shape is shown as characters, not as dots.
    static func shows(_ shape: Shape, at zoom: Zoom) -> Bool {
        zoom == .actual && shape.look == .cells
    }

    func lines(_ column: Int, _ row: Int) -> Lines? {
        cells.isEmpty ? nil : cells[row * columns + column]
    }

    func shade(_ column: Int, _ row: Int) -> Shade? {
        shades.isEmpty ? nil : shades[row * columns + column]
    }

    /// Lays all shapes of the canvas out anew, the undermost first.
    mutating func fill(
        from canvas: Canvas, without elsewhere: Elsewhere, in viewport: Viewport
    ) {
        cells = []
        shades = []
        let area = viewport.area
        let shown = canvas.visibleShapes.filter {
            elsewhere.steps[$0] == nil && canvas.box(around: $0).intersects(area)
        }
        for slot in shown.sorted(by: { canvas.order(of: $0) < canvas.order(of: $1) }) {
            guard let shape = canvas.wholeShape(of: slot) else { continue }
            let (color, order) = (canvas.color(of: slot), canvas.order(of: slot))
            add(shape, color: color, order: order, in: viewport)
        }
    }

    /// Adds a shape above all others.
    mutating func add(
        _ shape: Shape, color: UInt8, order: DrawingOrder = DrawingOrder(height: .max),
        in viewport: Viewport
    ) {
        guard shape.look == .cells else { return }
        let isLines = Self.shows(shape, at: viewport.zoom)
        if isLines, cells.isEmpty { cells = Array(repeating: nil, count: columns * rows) }
        if shape.isFilled, shades.isEmpty { shades = Array(repeating: nil, count: columns * rows) }
        let (from, to) = (viewport.cell(of: shape.from), viewport.cell(of: shape.to))
        if shape.isFilled { shade(from, to, Shade(color: color, order: order)) }
        if isLines { draw(shape, in: viewport, Lines(color: color, order: order)) }
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

    /// Shades what lies between two corners.
    private mutating func shade(_ one: Position, _ other: Position, _ shade: Shade) {
        let left = max(min(one.column, other.column) + 1, 0)
        let right = min(max(one.column, other.column), columns)
        let top = max(min(one.row, other.row) + 1, 0)
        let bottom = min(max(one.row, other.row), rows)
        guard left < right, top < bottom else { return }
        for row in top..<bottom {
            for cell in row * columns + left..<row * columns + right { shades[cell] = shade }
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
        shown.order = pen.order
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
