package import InkCanvas
package import TerminalUI

/// The part of the canvas that a rectangle of cells shows.
///
/// A cell has 2 × 4 screen dots; at 100 % a screen dot is a dot of the canvas.
package struct Viewport: Hashable, Sendable {
    /// The dot in the top left corner.
    package var origin: Dot
    package var zoom: Zoom
    package private(set) var columns: Int
    package private(set) var rows: Int

    /// More cells than this no terminal shows.
    package static let sideMax = 4096

    package init(origin: Dot = Dot(x: 0, y: 0), zoom: Zoom = .actual, columns: Int, rows: Int) {
        self.origin = origin.clamped
        self.zoom = zoom
        self.columns = max(0, min(Self.sideMax, columns))
        self.rows = max(0, min(Self.sideMax, rows))
    }

    /// The dot in the middle of a cell; the cell may lie outside the viewport.
    package func dot(at cell: Position) -> Dot {
        dot(screenX: bounded(cell.column) * 2 + 1, screenY: bounded(cell.row) * 4 + 2)
    }

    /// The cell that shows a dot; it may lie outside the viewport.
    package func cell(of dot: Dot) -> Position {
        Position(column: screenX(of: dot.x) >> 1, row: screenY(of: dot.y) >> 2)
    }

    /// The dots that are shown.
    package var area: DotRectangle {
        area(of: CellRectangle(columns: 0..<columns, rows: 0..<rows))
    }

    /// Moved by cells, or by one dot where a cell is less than that.
    package func panned(columns: Int, rows: Int) -> Viewport {
        func step(_ cells: Int, _ dotsPerCell: Int) -> Int32 {
            let dots = bounded(cells) * dotsPerCell * zoom.denominator
            let whole = dots / zoom.numerator
            return Int32(whole == 0 ? dots.signum() : whole)
        }
        var panned = self
        panned.origin =
            Dot(
                x: origin.x + step(columns, 2), y: origin.y + step(rows, 4)
            ).clamped
        return panned
    }

    /// At another zoom, with the same dot under a cell as far as dots allow.
    package func zoomed(to zoom: Zoom, keeping cell: Position) -> Viewport {
        let kept = dot(at: cell)
        var zoomed = self
        zoomed.zoom = zoom
        zoomed.origin = Dot(x: 0, y: 0)
        let shown = zoomed.dot(at: cell)
        zoomed.origin = Dot(x: kept.x - shown.x, y: kept.y - shown.y).clamped
        return zoomed
    }

    /// At the same zoom, with a dot in the middle.
    package func centred(on dot: Dot) -> Viewport {
        let middle = self.dot(at: Position(column: columns / 2, row: rows / 2))
        let dot = dot.clamped
        var centred = self
        centred.origin =
            Dot(
                x: origin.x + dot.x - middle.x, y: origin.y + dot.y - middle.y
            ).clamped
        return centred
    }

    package func resized(columns: Int, rows: Int) -> Viewport {
        Viewport(origin: origin, zoom: zoom, columns: columns, rows: rows)
    }

    // MARK: Screen dots

    func screenX(of x: Int32) -> Int {
        ((Int(x) - Int(origin.x)) * zoom.numerator) >> max(-zoom.exponent, 0)
    }

    func screenY(of y: Int32) -> Int {
        ((Int(y) - Int(origin.y)) * zoom.numerator) >> max(-zoom.exponent, 0)
    }

    private func dot(screenX x: Int, screenY y: Int) -> Dot {
        let shift = max(zoom.exponent, 0)
        return Dot(
            x: origin.x + Int32((x * zoom.denominator) >> shift),
            y: origin.y + Int32((y * zoom.denominator) >> shift)
        ).clamped
    }

    /// All dots that may leave ink in some cells.
    func area(of cells: CellRectangle) -> DotRectangle {
        let margin = Int32(2 * zoom.denominator)
        let from = dot(screenX: cells.columns.lowerBound * 2, screenY: cells.rows.lowerBound * 4)
        let to = dot(screenX: cells.columns.upperBound * 2, screenY: cells.rows.upperBound * 4)
        return DotRectangle(
            minX: from.x - margin, minY: from.y - margin, maxX: to.x + margin, maxY: to.y + margin)
    }

    /// The cells within the viewport where ink of a rectangle may be.
    func cells(of area: DotRectangle) -> CellRectangle {
        func range(_ low: Int, _ high: Int, _ count: Int) -> Range<Int> {
            let lower = max(0, min(count, low))
            return lower..<max(lower, min(count, high + 1))
        }
        guard !area.isEmpty else { return CellRectangle(columns: 0..<0, rows: 0..<0) }
        return CellRectangle(
            columns: range(
                (screenX(of: area.minX) - 1) >> 1, (screenX(of: area.maxX) + zoom.numerator) >> 1,
                columns),
            rows: range(
                (screenY(of: area.minY) - 1) >> 2, (screenY(of: area.maxY) + zoom.numerator) >> 2,
                rows))
    }

    /// The screen dots that ink within a rectangle may take.
    func screenBox(of area: DotRectangle) -> ScreenBox {
        let margin = zoom.numerator
        guard !area.isEmpty else { return ScreenBox(x: 0...0, y: 0...0) }
        return ScreenBox(
            x: screenX(of: area.minX) - margin...screenX(of: area.maxX) + margin,
            y: screenY(of: area.minY) - margin...screenY(of: area.maxY) + margin)
    }

    private func bounded(_ cells: Int) -> Int {
        max(-2 * Self.sideMax, min(2 * Self.sideMax, cells))
    }
}

/// A rectangle of cells of a viewport.
struct CellRectangle: Equatable {
    var columns: Range<Int>
    var rows: Range<Int>

    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
}
