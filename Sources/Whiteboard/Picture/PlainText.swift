package import InkCanvas
import TerminalUI

/// The canvas as plain text, character by character what a screen shows.
///
/// `columns` says how wide a terminal shows a character. Blanks at the ends of lines are left out.
package enum PlainText {
    /// A larger part of the canvas is not made into text.
    package static let cellsMax = 1 << 24
    private static let bandRows = 64

    /// What a view shows, row by row.
    package static func lines(
        of canvas: Canvas, in viewport: Viewport, glyphs: GlyphSet,
        columns: @escaping @Sendable (Unicode.Scalar) -> Int
    ) -> [String] {
        let raster = Raster(viewport, of: canvas, columns: columns)
        var frame = Frame(columns: viewport.columns, rows: viewport.rows)
        raster.paint(into: &frame, glyphs: glyphs)
        return (0..<frame.rows).map { frame.text(ofRow: $0) }
    }

    /// All cells at 100 % that a rectangle touches; nil if these are more than `cellsMax`.
    ///
    /// The dot `grid` is the top left one of some cell, as it is on a screen.
    package static func lines(
        of canvas: Canvas, area: DotRectangle, grid: Dot = Dot(x: 0, y: 0), glyphs: GlyphSet,
        columns: @escaping @Sendable (Unicode.Scalar) -> Int
    ) -> [String]? {
        guard !area.isEmpty else { return [] }
        let whole = Viewport(origin: grid, columns: 0, rows: 0)
        let first = whole.cell(of: Dot(x: area.minX, y: area.minY))
        let last = whole.cell(of: Dot(x: area.maxX, y: area.maxY))
        let (width, height) = (last.column - first.column + 1, last.row - first.row + 1)
        guard width <= Viewport.sideMax, width * height <= cellsMax else { return nil }
        return stride(from: 0, to: height, by: bandRows).flatMap { row in
            let corner = Dot(
                x: grid.x + Int32(first.column) * 2, y: grid.y + Int32(first.row + row) * 4)
            let band = Viewport(
                origin: corner, columns: width, rows: min(bandRows, height - row))
            return lines(of: canvas, in: band, glyphs: glyphs, columns: columns)
        }
    }

    /// Everything on the canvas, or some objects as if there were no others, without the blank
    /// rows and columns around it; nil if that is more than `cellsMax`.
    package static func lines(
        of canvas: Canvas, objects: Set<ObjectID>? = nil, grid: Dot = Dot(x: 0, y: 0),
        glyphs: GlyphSet, columns: @escaping @Sendable (Unicode.Scalar) -> Int
    ) -> [String]? {
        let shown = objects.map(canvas.showing) ?? canvas
        guard let bounds = shown.bounds else { return [] }
        return lines(of: shown, area: bounds, grid: grid, glyphs: glyphs, columns: columns)
            .map(trimmed)
    }

    private static func trimmed(_ lines: [String]) -> [String] {
        let inked = lines.indices.filter { !lines[$0].isEmpty }
        guard let first = inked.first, let last = inked.last else { return [] }
        let indentation = inked.map { lines[$0].prefix { $0 == " " }.count }.min() ?? 0
        return lines[first...last].map { String($0.dropFirst(indentation)) }
    }
}

extension Frame {
    /// A row without the blanks at its end.
    fileprivate func text(ofRow row: Int) -> String {
        var line = String.UnicodeScalarView()
        for column in 0..<columns {
            line.append(contentsOf: self[column, row].scalars.values)
        }
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
