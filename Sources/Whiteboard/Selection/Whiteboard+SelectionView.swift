import InkCanvas
import TerminalUI

/// How one sees what is chosen: corners around each object, which need no colour.
extension Whiteboard {
    /// More objects than these have one frame around all of them.
    private static let framesMax = 40

    func drawSelection(on frame: inout Frame) {
        if case .selecting(let box) = gesture {
            let (start, end) = (viewport.cell(of: box.start), viewport.cell(of: pointer))
            drawBox(from: start, to: end, on: &frame)
        }
        let offset = ownUnderWay?.offset ?? Dot(x: 0, y: 0)
        markEnds(on: &frame)
        var boxes = selectionWithoutLabels.compactMap { canvas.box(of: $0) }
        if boxes.count > Self.framesMax {
            boxes = [boxes.reduce(DotRectangle.empty) { $0.union($1) }]
        }
        for box in boxes { drawCorners(around: box.moved(by: offset), on: &frame) }
    }

    /// Chosen lines and arrows show both their ends, as their corners may lie on boxes.
    private func markEnds(on frame: inout Frame) {
        guard ownUnderWay == nil, selection.count <= Self.framesMax else { return }
        for case let shape? in selection.map({ canvas.object($0)?.shape })
        where !shape.kind.hasInside {
            for cell in [shape.from, shape.to].map(viewport.cell) {
                frame.add(.reverse, at: cell)
            }
        }
    }

    /// Corners just outside of what a box covers; what stands there is marked and stays.
    private func drawCorners(around box: DotRectangle, on frame: inout Frame) {
        let inside = viewport.rectangle(of: box)
        let (left, top) = (inside.origin.column - 1, inside.origin.row - 1)
        let (right, bottom) = (inside.columnRange.upperBound, inside.rowRange.upperBound)
        let corners = [
            (left, top, "┌"), (right, top, "┐"), (left, bottom, "└"), (right, bottom, "┘"),
        ]
        for (column, row, symbol) in corners {
            let place = Position(column: column, row: row)
            if frame[column, row].scalars == Cell.blank.scalars {
                frame.put(
                    sign(symbol, ascii: "+"), at: place, width: settings.scalarColumns)
            }
            frame.add(.reverse, at: place)
        }
    }

    private func drawBox(from start: Position, to end: Position, on frame: inout Frame) {
        let columns = min(start.column, end.column)...max(start.column, end.column)
        let rows = min(start.row, end.row)...max(start.row, end.row)
        let style = Style(.standard, on: .standard, .dim)
        func put(_ symbol: String, _ plain: String, _ column: Int, _ row: Int) {
            frame.put(
                sign(symbol, ascii: plain), at: Position(column: column, row: row), style: style,
                width: settings.scalarColumns)
        }
        for column in columns where (0..<self.columns).contains(column) {
            for row in [rows.lowerBound, rows.upperBound] { put("┄", "-", column, row) }
        }
        for row in rows where (0..<self.rows).contains(row) {
            for column in [columns.lowerBound, columns.upperBound] { put("┆", ":", column, row) }
        }
    }

    // MARK: - On the way

    /// What is being moved, by oneself and by others.
    private var underWay: [ObjectsUnderWay] {
        moves.entries.map(\.objects) + (ownUnderWay.map { [$0] } ?? [])
    }

    private var ownUnderWay: ObjectsUnderWay? {
        if case .moving(let move) = gesture { return move.objects }
        return putDown?.objects
    }

    /// What is being moved is seen where it is, and what others type in place of what it was.
    mutating func showElsewhere() {
        var elsewhere = Elsewhere()
        for moved in underWay {
            for id in moved.concealed {
                guard let slot = canvas.visibleSlot(of: id) else { continue }
                var step = moved.offset
                if !canvas.kind(of: slot).isInk, let home = moved.homes[id] {
                    let place = canvas.position(of: slot)
                    step = Dot(x: step.x + home.x - place.x, y: step.y + home.y - place.y)
                }
                elsewhere.steps[slot] = step
            }
        }
        for typing in typings.entries where !hiddenInk.contains(typing.author) {
            let message = typing.message
            if let slot = message.object.flatMap(canvas.visibleSlot) {
                elsewhere.rewritten.insert(slot)
            }
            elsewhere.drafts.append(
                Elsewhere.Draft(
                    text: message.text, position: message.position,
                    noteWidth: message.noteWidth, color: message.color))
        }
        raster.show(elsewhere, than: canvas)
    }

    /// Draws the ink that is being moved.
    mutating func overlayMoves() {
        for copy in movedCopies {
            switch copy {
            case .strokes(let lines, let style):
                for line in lines { raster.overlay(line, style: style) }
            case .shape(let shape, let style): raster.overlay(shape, style: style)
            case .text, .note, .stamp: break
            }
        }
    }

    /// Writes lines of text below each other.
    func draw(
        _ lines: [some StringProtocol], at corner: Position, _ style: InkStyle,
        on frame: inout Frame
    ) {
        for (index, line) in lines.enumerated() {
            frame.put(
                line, at: Position(column: corner.column, row: corner.row + index),
                style: Style(.ink(style.color)), width: settings.scalarColumns)
        }
    }

    /// Draws a card with its text.
    func draw(_ card: Card, at corner: Position, _ style: InkStyle, on frame: inout Frame) {
        let rect = Rect(
            column: corner.column, row: corner.row, columns: card.columns, rows: card.rows)
        frame.fill(rect)
        let level = String(repeating: sign("─", ascii: "-"), count: card.columns - 2)
        let upright = sign("│", ascii: "|")
        let top = sign("╭", ascii: ".") + level + sign("╮", ascii: ".")
        let bottom = sign("╰", ascii: "'") + level + sign("╯", ascii: "'")
        let edges = Array(repeating: upright, count: card.lines.count)
        let right = rect.columnRange.upperBound - 1
        draw([top] + edges + [bottom], at: corner, style, on: &frame)
        draw(edges, at: Position(column: right, row: corner.row + 1), style, on: &frame)
        draw(
            card.lines, at: Position(column: corner.column + 2, row: corner.row + 1), style,
            on: &frame)
    }

    private var movedCopies: [ObjectCopy] {
        underWay.flatMap(\.shown)
    }
}
