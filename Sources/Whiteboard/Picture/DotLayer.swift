import InkCanvas

/// The dots of a rectangle of cells, and whose ink lies on top in each.
///
/// Dots are only added and the top is the highest by order, so ink may be drawn in any order.
struct DotLayer: Sendable {
    let columns: Int
    let rows: Int
    /// By cell; what is on top of one without dots says nothing.
    private var masks: [UInt8]
    private var tops: [Top]
    /// Nothing is drawn outside these screen dots.
    private var clipX: Range<Int>
    private var clipY: Range<Int>
    /// Whoever draws begins with the topmost: what is there already stays on top.
    var isTopDown = false
    /// By tiles of the clip, those known to be full of dots.
    private var full: [Bool]

    /// A tile in cells.
    private static let tile = (columns: 8, rows: 4)

    /// The topmost ink of a cell.
    struct Top: Sendable {
        var slot: Int32 = -1
        var color: UInt8 = 0
        var order = DrawingOrder(height: 0)
    }

    /// What draws: an object's top, and its brush.
    struct Ink {
        var top: Top
        var brush: Brush

        init(slot: Int, order: DrawingOrder, color: UInt8, brush: Brush) {
            top = Top(slot: Int32(truncatingIfNeeded: slot), color: color, order: order)
            self.brush = brush
        }
    }

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        masks = Array(repeating: 0, count: columns * rows)
        tops = Array(repeating: Top(), count: columns * rows)
        full = []
        clipX = 0..<columns * 2
        clipY = 0..<rows * 4
        forgetFull()
    }

    private mutating func forgetFull() {
        let tiles = (columns / Self.tile.columns + 1) * (rows / Self.tile.rows + 1)
        full = Array(repeating: false, count: tiles)
    }

    /// The dots of a cell, and of which ink it shows the colour.
    subscript(place: Int) -> (dots: UInt8, top: Top) { (masks[place], tops[place]) }

    mutating func clip(to cells: CellRectangle) {
        clipX = cells.columns.lowerBound * 2..<cells.columns.upperBound * 2
        clipY = cells.rows.lowerBound * 4..<cells.rows.upperBound * 4
        forgetFull()
    }

    mutating func unclip() {
        clip(to: CellRectangle(columns: 0..<columns, rows: 0..<rows))
    }

    mutating func clear(_ area: CellRectangle) {
        for row in area.rows {
            for column in area.columns { masks[row * columns + column] = 0 }
        }
        forgetFull()
    }

    /// Moves everything by whole cells; what comes in from outside is to be drawn anew.
    mutating func scroll(columns right: Int, rows down: Int) {
        let (masks, tops) = (self.masks, self.tops)
        for row in max(0, down)..<min(rows, rows + down) {
            for column in max(0, right)..<min(columns, columns + right) {
                let from = (row - down) * columns + column - right
                self.masks[row * columns + column] = masks[from]
                self.tops[row * columns + column] = tops[from]
            }
        }
        forgetFull()
    }

    /// Whether there is no dot left to set within a rectangle, as far as it is drawn on.
    mutating func isFull(within box: ScreenBox) -> Bool {
        let x = box.x.clamped(to: clipX.lowerBound...max(clipX.lowerBound, clipX.upperBound - 1))
        let y = box.y.clamped(to: clipY.lowerBound...max(clipY.lowerBound, clipY.upperBound - 1))
        let width = columns / Self.tile.columns + 1
        for row in y.lowerBound / 4 / Self.tile.rows...y.upperBound / 4 / Self.tile.rows {
            let first = row * width + x.lowerBound / 2 / Self.tile.columns
            for tile in first...row * width + x.upperBound / 2 / Self.tile.columns {
                if !full[tile] {
                    guard isFull(tile % width, row) else { return false }
                    full[tile] = true
                }
            }
        }
        return true
    }

    private func isFull(_ column: Int, _ row: Int) -> Bool {
        let size = Self.tile
        let left = max(column * size.columns, clipX.lowerBound / 2)
        let right = min((column + 1) * size.columns, clipX.upperBound / 2)
        let top = max(row * size.rows, clipY.lowerBound / 4)
        let bottom = min((row + 1) * size.rows, clipY.upperBound / 4)
        for row in top..<max(top, bottom) {
            for cell in row * columns + left..<row * columns + max(left, right)
            where masks[cell] != 0xFF {
                return false
            }
        }
        return true
    }

    // MARK: Drawing

    /// Draws through places of the canvas, one after the other; a single one is a dot.
    ///
    /// All of them, with the brush, lie in a rectangle of screen dots.
    mutating func draw(
        _ corners: ArraySlice<FineDot>, _ places: ScreenPlaces, _ ink: Ink, within box: ScreenBox
    ) {
        let plotter = Plotter(
            ink: ink, columns: columns, clipX: clipX, clipY: clipY, isTopDown: isTopDown,
            isInside: box.isInside(clipX, clipY))
        plotter.draw(corners, places, on: &masks, &tops)
    }

    /// Fills what a closed line goes round, which may have no dents.
    mutating func fill(_ corners: [FineDot], _ places: ScreenPlaces, _ ink: Ink) {
        let plotter = Plotter(
            ink: ink, columns: columns, clipX: clipX, clipY: clipY, isTopDown: isTopDown,
            isInside: false)
        plotter.fill(corners, places, on: &masks, &tops)
    }
}

/// A rectangle of screen dots.
struct ScreenBox {
    var x: ClosedRange<Int>
    var y: ClosedRange<Int>

    func isInside(_ clipX: Range<Int>, _ clipY: Range<Int>) -> Bool {
        clipX.lowerBound <= x.lowerBound && x.upperBound < clipX.upperBound
            && clipY.lowerBound <= y.lowerBound && y.upperBound < clipY.upperBound
    }
}
