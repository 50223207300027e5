import InkCanvas
import TerminalUI

/// The glyphs of all texts, notes and stamps in a rectangle of cells, the topmost in each.
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
        var isWide = false
        /// A border or a mark, which has a likeness in ASCII.
        var isSign = false
        /// The blank of a card, on which there may be ink.
        var isPaper = false
    }

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        glyphs = Array(repeating: nil, count: columns * rows)
    }

    /// The order of the card that is blank in a cell; nil where there is none.
    func paper(_ column: Int, _ row: Int) -> DrawingOrder? {
        laid(column, row).flatMap { $0.isPaper ? $0.order : nil }
    }

    /// The text in a cell; a wide character cut in half is a blank.
    func cell(_ column: Int, _ row: Int, _ set: GlyphSet) -> Cell? {
        guard let glyph = laid(column, row) else { return nil }
        let style = Style(.ink(glyph.color))
        var cell = Cell(" ", style)
        if let scalars = glyph.scalars {
            let after = glyph.isWide ? laid(column + 1, row) : nil
            let isCut = glyph.isWide && (after?.slot != glyph.slot || after?.scalars != nil)
            if !isCut { cell.scalars = scalars }
            if glyph.isSign, set == .ascii { cell.scalars = scalars.likeness }
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

    // MARK: Laying out

    /// Lays everything made of characters out anew.
    mutating func fill(
        from canvas: Canvas, _ elsewhere: Elsewhere, in viewport: Viewport,
        columns width: (Unicode.Scalar) -> Int
    ) {
        glyphs = Array(repeating: nil, count: columns * rows)
        func cell(_ place: Dot, of slot: Int) -> Position {
            let step = elsewhere.steps[slot] ?? Dot(x: 0, y: 0)
            return viewport.cell(of: place.moved(byX: Int(step.x), y: Int(step.y)))
        }
        for slot in canvas.visibleTexts where !elsewhere.rewritten.contains(slot) {
            let corner = cell(canvas.position(of: slot), of: slot)
            guard mayReach(corner) else { continue }
            let glyph = Glyph(
                slot: slot, order: canvas.order(of: slot), color: canvas.color(of: slot))
            switch canvas.kind(of: slot) {
            case .note: lay(canvas.card(of: slot), at: corner, viewport.zoom, glyph, width)
            case .stamp:
                if let stamp = canvas.stamp(of: slot) { lay(stamp.mark, at: corner, glyph) }
            case .text, .stroke, .shape: lay(canvas.text(of: slot), at: corner, glyph, width)
            }
        }
        for badge in canvas.badges { lay(badge, at: cell(badge.place, of: badge.slot)) }
        for (number, draft) in elsewhere.drafts.enumerated() {
            let corner = viewport.cell(of: draft.position)
            let glyph = Glyph(
                slot: -1 - number, order: DrawingOrder(height: .max), color: draft.color)
            if draft.noteWidth > 0 {
                let card = Card(draft.text, width: draft.noteWidth)
                lay(card, at: corner, viewport.zoom, glyph, width)
            } else {
                lay(draft.text, at: corner, glyph, width)
            }
        }
    }

    /// Whether something that begins in a cell can be seen.
    private func mayReach(_ corner: Position) -> Bool {
        corner.row < rows && corner.column < columns
            && corner.row + CanvasLimit.textBytesMax + 2 >= 0
            && corner.column + 2 * CanvasLimit.textBytesMax >= 0
    }

    /// Lays lines of text below each other.
    private mutating func lay(
        _ text: String, at corner: Position, _ glyph: Glyph, _ width: (Unicode.Scalar) -> Int
    ) {
        let lines = text.unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" })
        for (number, line) in lines.enumerated() {
            let start = Position(column: corner.column, row: corner.row + number)
            lay(Substring(line), at: start, glyph, width)
        }
    }

    /// Lays a line of text; it ends before `limit`, if there is one.
    private mutating func lay(
        _ line: Substring, at start: Position, _ glyph: Glyph, _ width: (Unicode.Scalar) -> Int,
        before limit: Int = .max
    ) {
        guard start.row >= 0, start.row < rows else { return }
        let graphemes = DisplayText(line, width).graphemes
        // Blanks within a text are a part of it, those around it are not.
        let blank = Cell.Scalars(base: 0x20)
        guard let first = graphemes.firstIndex(where: { $0.scalars != blank }),
            let last = graphemes.lastIndex(where: { $0.scalars != blank })
        else { return }
        var column = start.column + first
        for grapheme in graphemes[first...last] {
            guard column + grapheme.columns <= limit else { return }
            var laid = glyph
            laid.scalars = grapheme.scalars
            laid.isWide = grapheme.columns == 2
            put(laid, column, start.row)
            if laid.isWide {
                laid.scalars = nil
                laid.isWide = false
                put(laid, column + 1, start.row)
            }
            column += grapheme.columns
        }
    }

    private mutating func lay(_ mark: Unicode.Scalar, at place: Position, _ glyph: Glyph) {
        var sign = glyph
        sign.scalars = Cell.Scalars(base: mark.value)
        sign.isSign = true
        put(sign, place.column, place.row)
    }

    /// A card is as large as it is on the canvas; where that is small, some of its text is not
    /// seen.
    private mutating func lay(
        _ card: Card, at corner: Position, _ zoom: Zoom, _ glyph: Glyph,
        _ width: (Unicode.Scalar) -> Int
    ) {
        func scaled(_ cells: Int) -> Int { max(2, cells * zoom.numerator / zoom.denominator) }
        let right = corner.column + scaled(card.columns) - 1
        let bottom = corner.row + scaled(card.rows) - 1
        for row in max(corner.row, 0)..<max(corner.row, min(bottom + 1, rows), 0) {
            for column in max(corner.column, 0)..<max(corner.column, min(right + 1, columns), 0) {
                let place = Position(column: column, row: row)
                let (isTop, isBottom) = (row == corner.row, row == bottom)
                switch (column == corner.column, column == right) {
                case (true, _): lay(isTop ? "╭" : isBottom ? "╰" : "│", at: place, glyph)
                case (_, true): lay(isTop ? "╮" : isBottom ? "╯" : "│", at: place, glyph)
                case _ where isTop || isBottom: lay("─", at: place, glyph)
                default:
                    var paper = glyph
                    paper.scalars = Cell.Scalars(base: 0x20)
                    paper.isPaper = true
                    put(paper, column, row)
                }
            }
        }
        if bottom == corner.row + 1, let first = card.lines.first {
            // Where there is no room between the borders its beginning stands in the upper one.
            let start = Position(column: corner.column + 1, row: corner.row)
            lay(Substring(first), at: start, glyph, width, before: right)
        }
        for (number, line) in card.lines.enumerated() {
            let start = Position(column: corner.column + 2, row: corner.row + 1 + number)
            guard start.row < bottom else { return }
            lay(Substring(line), at: start, glyph, width, before: right - 1)
        }
    }

    private mutating func lay(_ badge: Canvas.Badge, at start: Position) {
        var place = start
        for count in badge.stamps {
            var glyph = Glyph(slot: badge.slot, order: badge.order, color: count.color)
            for scalar in count.text.unicodeScalars {
                if scalar == count.stamp.mark {
                    lay(scalar, at: place, glyph)
                } else {
                    glyph.scalars = Cell.Scalars(base: scalar.value)
                    put(glyph, place.column, place.row)
                }
                place.column += 1
            }
            place.column += 1
        }
    }

    private mutating func put(_ glyph: Glyph, _ column: Int, _ row: Int) {
        guard column >= 0, column < columns, row >= 0, row < rows else { return }
        let cell = row * columns + column
        if let top = glyphs[cell], glyph.order < top.order { return }
        glyphs[cell] = glyph
    }
}

extension Cell.Scalars {
    /// A border or a mark as an ASCII character.
    fileprivate var likeness: Cell.Scalars {
        let like: Unicode.Scalar =
            switch Unicode.Scalar(base) {
            case "╭", "╮": "."
            case "╰", "╯": "'"
            case "─": "-"
            case "│": "|"
            case "✓": "v"
            case "✗": "x"
            case "★": "*"
            case "♥": "&"
            default: Unicode.Scalar(base) ?? "?"
            }
        return Cell.Scalars(base: like.value)
    }
}
