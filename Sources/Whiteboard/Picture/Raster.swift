package import InkCanvas
package import TerminalUI

/// The canvas as cells of a viewport, kept up to date change by change.
package struct Raster: Sendable {
    package private(set) var viewport: Viewport
    private let columns: @Sendable (Unicode.Scalar) -> Int
    private var ink: DotLayer
    private var overlays: DotLayer
    private var overlayCount = 0
    private var text: TextLayer
    private var boxes: LineLayer
    /// The same with shapes in progress.
    private var draft: LineLayer?
    private var lines = InkLines()
    /// Objects still to be drawn after a leap to another part of the canvas, the topmost last.
    private var pending: [Int] = []
    /// Nothing has been drawn since the leap but what comes down from the top.
    private var isTopDown = false
    /// What is shown otherwise than the canvas has it.
    private var elsewhere = Elsewhere()
    /// What is made of characters is to be laid out anew before it is shown.
    private var areCellsStale = false

    /// More areas than this are repainted as one.
    private static let areasMax = 8

    /// `columns` says how wide the terminal shows a character: 0, 1 or 2; less for unknown ones.
    ///
    /// Of a canvas of more points than `pointsMax` the rest is left to `paintMore`.
    package init(
        _ viewport: Viewport, of canvas: Canvas, pointsMax: Int = .max,
        columns: @escaping @Sendable (Unicode.Scalar) -> Int
    ) {
        self.viewport = viewport
        self.columns = columns
        ink = DotLayer(columns: viewport.columns, rows: viewport.rows)
        overlays = ink
        text = TextLayer(columns: viewport.columns, rows: viewport.rows)
        boxes = LineLayer(columns: viewport.columns, rows: viewport.rows)
        repaintAll(canvas, pointsMax)
    }

    /// Shows another part of the canvas; a move by whole cells repaints only what comes into view.
    ///
    /// After a leap, of more points than `pointsMax` the rest is left to `paintMore`.
    package mutating func show(_ new: Viewport, of canvas: Canvas, pointsMax: Int = .max) {
        let old = viewport
        guard new != old else { return }
        clearOverlays()
        viewport = new
        let x = old.screenX(of: new.origin.x)
        let y = old.screenY(of: new.origin.y)
        let isSameSize = (old.zoom, old.columns, old.rows) == (new.zoom, new.columns, new.rows)
        let isWhole =
            new.screenX(of: old.origin.x) == -x && new.screenY(of: old.origin.y) == -y
            && x % 2 == 0 && y % 4 == 0
        guard isSameSize, isWhole, abs(x / 2) < new.columns, abs(y / 4) < new.rows else {
            ink = DotLayer(columns: new.columns, rows: new.rows)
            overlays = ink
            text = TextLayer(columns: new.columns, rows: new.rows)
            boxes = LineLayer(columns: new.columns, rows: new.rows)
            repaintAll(canvas, pointsMax)
            return
        }
        scroll(columns: -x / 2, rows: -y / 4, canvas)
    }

    private mutating func scroll(columns right: Int, rows down: Int, _ canvas: Canvas) {
        ink.scroll(columns: right, rows: down)
        let (columns, rows) = (viewport.columns, viewport.rows)
        let newColumns = right > 0 ? 0..<right : columns + right..<columns
        let newRows = down > 0 ? 0..<down : rows + down..<rows
        repaint(CellRectangle(columns: newColumns, rows: 0..<rows), canvas)
        repaint(CellRectangle(columns: 0..<columns, rows: newRows), canvas)
        fillCells(canvas)
    }

    /// Brings the picture up to date with a change that the canvas has gone through, but for
    /// characters, which `paintMore` lays out.
    package mutating func update(_ canvas: Canvas, _ change: Canvas.Change) {
        if change.isEverything {
            repaintAll(canvas, .max)
            return
        }
        if change.areas.count > Self.areasMax {
            let all = change.areas.reduce(DotRectangle.empty) { $0.union($1) }
            repaint(viewport.cells(of: all), canvas)
        } else {
            for area in change.areas { repaint(viewport.cells(of: area), canvas) }
        }
        let shown = viewport.area
        if !change.additions.isEmpty { isTopDown = false }
        for addition in change.additions
        where canvas.box(around: addition.slot).intersects(shown) {
            draw(addition.slot, from: addition.offset, within: shown, canvas)
        }
        if change.touchesCells { areCellsStale = true }
    }

    /// Shows some things otherwise than the canvas has them.
    mutating func show(_ new: Elsewhere, than canvas: Canvas) {
        guard new != elsewhere else { return }
        let changed = Set(elsewhere.steps.keys).symmetricDifference(new.steps.keys)
        let isOfCells = [elsewhere, new].contains { shown in
            !shown.drafts.isEmpty || shown.steps.keys.contains { canvas.kind(of: $0) != .stroke }
        }
        elsewhere = new
        var change = Canvas.Change()
        change.areas = changed.map(canvas.box(around:))
        change.touchesCells = isOfCells
        update(canvas, change)
    }

    /// Nothing is left to `paintMore`.
    package var isComplete: Bool { pending.isEmpty }

    /// Makes it ready to be shown: draws on where a leap left off, about as many points at a time
    /// as asked for.
    package mutating func paintMore(_ canvas: Canvas, pointsMax: Int) {
        if areCellsStale { fillCells(canvas) }
        let shown = viewport.area
        ink.isTopDown = isTopDown
        defer { ink.isTopDown = false }
        var points = 0
        while points < pointsMax, let slot = pending.popLast() {
            if draw(slot, within: shown, canvas) { points += canvas.pointCount(of: slot) }
        }
    }

    private mutating func repaintAll(_ canvas: Canvas, _ pointsMax: Int) {
        let all = CellRectangle(columns: 0..<viewport.columns, rows: 0..<viewport.rows)
        ink.clear(all)
        pending = canvas.slots(touching: viewport.area(of: all)).sorted(by: canvas)
        isTopDown = true
        areCellsStale = true
        paintMore(canvas, pointsMax: pointsMax)
    }

    /// Lays out anew what is made of characters.
    private mutating func fillCells(_ canvas: Canvas) {
        areCellsStale = false
        text.fill(from: canvas, elsewhere, in: viewport, columns: columns)
        boxes.fill(from: canvas, without: elsewhere, in: viewport)
    }

    private mutating func repaint(_ cells: CellRectangle, _ canvas: Canvas) {
        guard !cells.isEmpty else { return }
        ink.clear(cells)
        ink.clip(to: cells)
        ink.isTopDown = true
        let area = viewport.area(of: cells)
        for slot in canvas.slots(touching: area).sorted(by: canvas).reversed() {
            draw(slot, within: area, canvas)
        }
        ink.isTopDown = false
        ink.unclip()
    }

    /// False if there was nothing to be drawn with dots, or it lies below what is there.
    @discardableResult
    private mutating func draw(
        _ slot: Int, from offset: UInt32 = 0, within area: DotRectangle, _ canvas: Canvas
    ) -> Bool {
        guard !canvas.box(around: slot).isEmpty, elsewhere.steps[slot] == nil
        else { return false }
        let box = viewport.screenBox(of: canvas.box(around: slot))
        if ink.isTopDown, ink.isFull(within: box) { return false }
        guard canvas.kind(of: slot).isInk else { return false }
        let shape = canvas.wholeShape(of: slot)
        if let shape, LineLayer.shows(shape, at: viewport.zoom) { return false }
        let brush = Brush(width: canvas.width(of: slot), zoom: viewport.zoom)
        let stroke = DotLayer.Ink(
            slot: slot, order: canvas.order(of: slot), color: canvas.color(of: slot), brush: brush)
        let places = ScreenPlaces(viewport, brush)
        if let shape {
            let outline = outline(of: shape)
            if shape.isFilled, shape.look == .dots {
                ink.fill(outline, ScreenPlaces(viewport, .dot), stroke)
            }
            ink.draw(outline[...], places, stroke, within: box)
            return true
        }
        canvas.trace(slot, from: offset, within: area, into: &lines)
        var start = 0
        for end in lines.ends {
            ink.draw(lines.corners[start..<end], places, stroke, within: box)
            start = end
        }
        return true
    }

    private func outline(of shape: Shape) -> [FineDot] {
        viewport.zoom.exponent > 0 ? shape.fineOutline : shape.outline.map { FineDot($0) }
    }

    // MARK: Overlays

    /// Forgets all strokes in progress.
    package mutating func clearOverlays() {
        draft = nil
        guard overlayCount > 0 else { return }
        overlayCount = 0
        overlays.clear(CellRectangle(columns: 0..<viewport.columns, rows: 0..<viewport.rows))
    }

    /// Draws a stroke in progress above all ink, until `clearOverlays`.
    package mutating func overlay(_ points: [Dot], style: InkStyle) {
        overlay(points.map { FineDot($0.clamped) }, style: style)
    }

    private mutating func overlay(_ corners: [FineDot], style: InkStyle) {
        overlayCount += 1
        let stroke = overlayInk(style)
        let dots = corners.reduce(DotRectangle.empty) { $0.union(DotRectangle($1.dot)) }
        let box = viewport.screenBox(of: dots.grown(by: Int32(style.width) / 2 + 1))
        overlays.draw(corners[...], ScreenPlaces(viewport, stroke.brush), stroke, within: box)
    }

    private func overlayInk(_ style: InkStyle) -> DotLayer.Ink {
        DotLayer.Ink(
            slot: overlayCount,
            order: DrawingOrder(height: UInt64(overlayCount)), color: style.color,
            brush: Brush(width: style.width, zoom: viewport.zoom))
    }

    /// Draws a shape in progress, joined with what is there, until `clearOverlays`.
    package mutating func overlay(_ shape: Shape, style: InkStyle) {
        if !LineLayer.shows(shape, at: viewport.zoom) {
            let outline = outline(of: shape)
            overlay(outline, style: style)
            if shape.isFilled, shape.look == .dots {
                overlays.fill(
                    outline, ScreenPlaces(viewport, .dot),
                    overlayInk(style))
            }
        }
        guard shape.look == .cells else { return }
        draft = draft ?? boxes
        draft?.add(shape, color: style.color, in: viewport)
    }

    // MARK: Painting

    /// Puts ink and text on a frame, the viewport's corner at a place; blank cells are left alone.
    package func paint(
        into frame: inout Frame, at corner: Position = Position(column: 0, row: 0),
        glyphs: GlyphSet
    ) {
        for row in 0..<viewport.rows {
            for column in 0..<viewport.columns {
                guard let cell = cell(column, row, glyphs) else { continue }
                frame[corner.column + column, corner.row + row] = cell
            }
        }
    }

    private func cell(_ column: Int, _ row: Int, _ glyphs: GlyphSet) -> Cell? {
        let text = text.cell(column, row, glyphs)
        let paper = self.text.paper(column, row)
        if let text, paper == nil { return text }
        let layer = draft ?? boxes
        if let lines = layer.lines(column, row), lines.order.isAbove(paper) {
            return Cell(lines.scalar(glyphs), Style(.ink(lines.color)))
        }
        let place = row * viewport.columns + column
        let shade = layer.shade(column, row)
        let over = overlayCount > 0 ? overlays[place].dots : 0
        let (mask, top) = ink[place]
        let isInk = mask != 0 && top.order.isAbove(paper) && top.order.isAbove(shade?.order)
        let dots = DotMask(rawValue: (isInk ? mask : 0) | over)
        if !dots.isEmpty {
            let color = over != 0 ? overlays[place].top.color : top.color
            return Cell(glyphs.scalar(for: dots), Style(.ink(color)))
        }
        if let shade, shade.order.isAbove(paper) {
            return Cell(LineLayer.Shade.scalar(glyphs), Style(.ink(shade.color)))
        }
        return text
    }
}

extension DrawingOrder {
    /// Whether it lies above another, or there is no other.
    fileprivate func isAbove(_ other: DrawingOrder?) -> Bool {
        other.map { $0 < self } ?? true
    }
}

extension [Int] {
    /// Slots, the undermost first.
    fileprivate func sorted(by canvas: Canvas) -> [Int] {
        map { (order: canvas.order(of: $0), slot: $0) }.sorted { $0.order < $1.order }
            .map(\.slot)
    }
}

/// Where a brush goes for a place on the canvas: its upper left corner in screen dots.
struct ScreenPlaces {
    private let originX: Int
    private let originY: Int
    private let up: Int
    private let down: Int
    private let inset: Int

    init(_ viewport: Viewport, _ brush: Brush) {
        originX = Int(viewport.origin.x) * 16 - 8
        originY = Int(viewport.origin.y) * 16 - 8
        up = max(viewport.zoom.exponent, 0)
        down = max(-viewport.zoom.exponent, 0)
        inset = (8 - 8 * brush.size) << down
    }

    func x(of place: FineDot) -> Int {
        ((Int(place.x) &- originX) &<< up &+ inset) &>> (4 &+ down)
    }

    func y(of place: FineDot) -> Int {
        ((Int(place.y) &- originY) &<< up &+ inset) &>> (4 &+ down)
    }
}
