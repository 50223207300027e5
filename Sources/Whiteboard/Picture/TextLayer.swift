import InkCanvas
import TerminalUI

/// The glyphs of all texts in a rectangle of cells, the topmost in each.
struct TextLayer: Sendable {
    private let columns: Int
    private let rows: Int
    private var glyphs: [Glyph?]

    struct Glyph: Sendable {
        var slot: Int
        var order: DrawingOrder
        var color: UInt8
        /// None: the right half of a wide character.
        var scalars: Cell.Scalars?
        var isWide: Bool
    }

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        glyphs = Array(repeating: nil, count: columns * rows)
    }

    /// The text in a cell; a wide character cut in half is a blank.
    func cell(_ column: Int, _ row: Int) -> Cell? {
        guard let glyph = laid(column, row) else { return nil }
        let style = Style(.ink(glyph.color))
        var cell = Cell(" ", style)
        if let scalars = glyph.scalars {
            let after = glyph.isWide ? laid(column + 1, row) : nil
            let isCut = glyph.isWide && (after?.slot != glyph.slot || after?.scalars != nil)
            if !isCut { cell.scalars = scalars }
        } else {
            let before = laid(column - 1, row)
            let isCut = before?.slot != glyph.slot || before?.isWide != true
            if !isCut { cell.scalars.base = 0 }
        }
        return cell
    }

    private func laid(_ column: Int, _ row: Int) -> Glyph? {
        guard column >= 0, column < columns, row >= 0, row < rows else { return nil }
        return glyphs[row * columns + column]
    }

    /// Lays all texts of the canvas out anew.
    mutating func fill(
        from canvas: Canvas, in viewport: Viewport, columns width: (Unicode.Scalar) -> Int
    ) {
        glyphs = Array(repeating: nil, count: columns * rows)
        for slot in canvas.visibleTexts { lay(slot, of: canvas, in: viewport, width) }
    }

    private mutating func lay(
        _ slot: Int, of canvas: Canvas, in viewport: Viewport, _ width: (Unicode.Scalar) -> Int
    ) {
        let corner = viewport.cell(of: canvas.position(of: slot))
        guard corner.row < rows, corner.column < columns,
            corner.row + CanvasLimit.textBytesMax >= 0,
            corner.column + 2 * CanvasLimit.textBytesMax >= 0
        else { return }
        let lines = canvas.text(of: slot).unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let row = corner.row + number
            guard row >= 0, row < rows else { continue }
            var column = corner.column
            for glyph in DisplayText(Substring(line), width).graphemes {
                defer { column += glyph.columns }
                guard glyph.scalars.base != 0x20 else { continue }
                var laid = Glyph(
                    slot: slot, order: canvas.order(of: slot), color: canvas.color(of: slot),
                    scalars: glyph.scalars, isWide: glyph.columns == 2)
                put(laid, column, row)
                guard laid.isWide else { continue }
                laid.scalars = nil
                laid.isWide = false
                put(laid, column + 1, row)
            }
        }
    }

    private mutating func put(_ glyph: Glyph, _ column: Int, _ row: Int) {
        guard column >= 0, column < columns else { return }
        let cell = row * columns + column
        if let top = glyphs[cell], glyph.order < top.order { return }
        glyphs[cell] = glyph
    }
}
