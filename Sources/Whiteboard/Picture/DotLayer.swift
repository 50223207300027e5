import InkCanvas

/// The dots of a rectangle of cells, and whose ink lies on top in each.
///
/// Dots are only added and the top is the highest by order, so ink may be drawn in any order.
struct DotLayer: Sendable {
    let columns: Int
    let rows: Int
    private(set) var masks: [UInt8]
    private(set) var colors: [UInt8]
    /// The slot of the topmost ink; −1 for none.
    private var tops: [Int32]
    private var heights: [UInt64]
    /// Nothing is drawn outside these screen dots.
    private var clipX: Range<Int>
    private var clipY: Range<Int>

    /// What draws: an object's place in the order, and its ink.
    struct Ink {
        var slot: Int
        var height: UInt64
        var color: UInt8
        var brush: Brush
    }

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        masks = Array(repeating: 0, count: columns * rows)
        colors = masks
        tops = Array(repeating: -1, count: columns * rows)
        heights = Array(repeating: 0, count: columns * rows)
        clipX = 0..<columns * 2
        clipY = 0..<rows * 4
    }

    mutating func clip(to cells: CellRectangle) {
        clipX = cells.columns.lowerBound * 2..<cells.columns.upperBound * 2
        clipY = cells.rows.lowerBound * 4..<cells.rows.upperBound * 4
    }

    mutating func unclip() {
        clipX = 0..<columns * 2
        clipY = 0..<rows * 4
    }

    mutating func clear(_ cells: CellRectangle) {
        for row in cells.rows {
            for cell in row * columns + cells.columns.lowerBound..<row * columns
                + cells.columns.upperBound
            {
                masks[cell] = 0
                tops[cell] = -1
            }
        }
    }

    /// Moves everything by whole cells; what comes in from outside is to be drawn anew.
    mutating func scroll(columns right: Int, rows down: Int) {
        let before = self
        for row in 0..<rows {
            for column in 0..<columns {
                let (fromRow, fromColumn) = (row - down, column - right)
                guard (0..<rows).contains(fromRow), (0..<columns).contains(fromColumn) else {
                    continue
                }
                let (to, from) = (row * columns + column, fromRow * columns + fromColumn)
                masks[to] = before.masks[from]
                colors[to] = before.colors[from]
                tops[to] = before.tops[from]
                heights[to] = before.heights[from]
            }
        }
    }

    // MARK: Drawing

    /// Draws a line between two places of the brush's upper left corner.
    ///
    /// `isAbove` tells whether the ink lies above that of another slot of the same height.
    mutating func line(
        _ fromX: Int, _ fromY: Int, _ toX: Int, _ toY: Int, _ ink: Ink, _ isAbove: (Int) -> Bool
    ) {
        let size = ink.brush.size
        guard max(fromX, toX) + size > clipX.lowerBound, min(fromX, toX) < clipX.upperBound,
            max(fromY, toY) + size > clipY.lowerBound, min(fromY, toY) < clipY.upperBound
        else { return }
        if abs(toX - fromX) >= abs(toY - fromY) {
            let (a, b) = fromX <= toX ? ((fromX, fromY), (toX, toY)) : ((toX, toY), (fromX, fromY))
            Self.walk(a.0, a.1, b.0, b.1, within: clipX, size, ink.brush.stride) { x, y in
                stamp(x, y, ink, isAbove)
            }
        } else {
            let (a, b) = fromY <= toY ? ((fromY, fromX), (toY, toX)) : ((toY, toX), (fromY, fromX))
            Self.walk(a.0, a.1, b.0, b.1, within: clipY, size, ink.brush.stride) { y, x in
                stamp(x, y, ink, isAbove)
            }
        }
    }

    /// Bresenham's steps along the longer axis; where the walk begins changes none of them.
    private static func walk(
        _ from: Int, _ sideFrom: Int, _ to: Int, _ sideTo: Int,
        within clip: Range<Int>, _ size: Int, _ stride: Int, _ visit: (Int, Int) -> Void
    ) {
        let first = max(from, clip.lowerBound - size + 1)
        let last = min(to, clip.upperBound - 1)
        guard first <= last else { return }
        let length = max(to - from, 1)
        let rise = sideTo - sideFrom
        let start = 2 * (first - from) * rise + length
        var side = start / (2 * length)
        var rest = start % (2 * length)
        if rest < 0 {
            side -= 1
            rest += 2 * length
        }
        for place in first...last {
            if stride == 1 || (place - from) % stride == 0 || place == to {
                visit(place, sideFrom + side)
            }
            rest += 2 * rise
            if rest >= 2 * length {
                side += 1
                rest -= 2 * length
            } else if rest < 0 {
                side -= 1
                rest += 2 * length
            }
        }
    }

    private mutating func stamp(_ x: Int, _ y: Int, _ ink: Ink, _ isAbove: (Int) -> Bool) {
        if ink.brush.size == 1 {
            guard clipX.contains(x), clipY.contains(y) else { return }
            set(x, y, ink, isAbove)
            return
        }
        for row in max(
            0, clipY.lowerBound - y)..<max(
                max(0, clipY.lowerBound - y), min(ink.brush.size, clipY.upperBound - y))
        {
            let inset = ink.brush.insets[row]
            let first = max(x + inset, clipX.lowerBound)
            let last = min(x + ink.brush.size - inset, clipX.upperBound)
            guard first < last else { continue }
            for column in first..<last { set(column, y + row, ink, isAbove) }
        }
    }

    @inline(__always)
    private mutating func set(_ x: Int, _ y: Int, _ ink: Ink, _ isAbove: (Int) -> Bool) {
        let cell = (y >> 2) * columns + (x >> 1)
        masks[cell] |= DotMask.dot(x & 1, y & 3)
        let top = Int(tops[cell])
        guard top != ink.slot else { return }
        if top < 0 || heights[cell] < ink.height || (heights[cell] == ink.height && isAbove(top)) {
            tops[cell] = Int32(truncatingIfNeeded: ink.slot)
            heights[cell] = ink.height
            colors[cell] = ink.color
        }
    }
}

/// A round brush in screen dots.
struct Brush: Sendable {
    let size: Int
    /// How far in each row of its square the brush begins.
    let insets: [Int]
    /// Wide brushes need not be put down at every step.
    let stride: Int

    init(width: UInt8, zoom: Zoom) {
        let scaled = Int(width) * zoom.numerator
        size = max(1, (scaled + zoom.denominator / 2) / zoom.denominator)
        stride = max(1, size / 8)
        let size = size
        insets = (0..<size).map { row in
            let dy = 2 * row + 1 - size
            return (0..<size).first { column in
                let dx = 2 * column + 1 - size
                return dx * dx + dy * dy <= size * size
            } ?? 0
        }
    }
}
