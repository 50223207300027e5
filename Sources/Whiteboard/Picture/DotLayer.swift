import InkCanvas

/// The dots of a rectangle of cells, and whose ink lies on top in each.
///
/// Dots are only added and the top is the highest by order, so ink may be drawn in any order.
struct DotLayer: Sendable {
    let columns: Int
    let rows: Int
    private(set) var cells: [Cell]
    /// Nothing is drawn outside these screen dots.
    private var clipX: Range<Int>
    private var clipY: Range<Int>

    struct Cell: Sendable {
        var mask: UInt8 = 0
        var color: UInt8 = 0
        /// The slot of the topmost ink; −1 for none.
        var top: Int32 = -1
        var order = DrawingOrder(height: 0)
    }

    /// What draws: an object's place in the order, and its ink.
    struct Ink {
        var slot: Int32
        var order: DrawingOrder
        var color: UInt8
        var brush: Brush
    }

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Cell(), count: columns * rows)
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

    mutating func clear(_ area: CellRectangle) {
        for row in area.rows {
            for column in area.columns { cells[row * columns + column] = Cell() }
        }
    }

    /// Moves everything by whole cells; what comes in from outside is to be drawn anew.
    mutating func scroll(columns right: Int, rows down: Int) {
        let before = cells
        for row in max(0, down)..<min(rows, rows + down) {
            for column in max(0, right)..<min(columns, columns + right) {
                cells[row * columns + column] = before[(row - down) * columns + column - right]
            }
        }
    }

    // MARK: Drawing

    /// Draws through places of the canvas, one after the other; a single one is a dot.
    mutating func draw(_ corners: ArraySlice<FineDot>, _ places: ScreenPlaces, _ ink: Ink) {
        let plotter = Plotter(ink: ink, columns: columns, clipX: clipX, clipY: clipY)
        var cells = self.cells.mutableSpan
        plotter.draw(corners, places, on: &cells)
    }

    /// Fills what a closed line goes round, which may have no dents.
    mutating func fill(_ corners: [FineDot], _ places: ScreenPlaces, _ ink: Ink) {
        let plotter = Plotter(ink: ink, columns: columns, clipX: clipX, clipY: clipY)
        var cells = self.cells.mutableSpan
        plotter.fill(corners, places, on: &cells)
    }
}

/// Puts one stroke's ink into cells; together in one place, since a repaint comes here a million
/// times.
private struct Plotter {
    let ink: DotLayer.Ink
    let columns: Int
    let clipX: Range<Int>
    let clipY: Range<Int>

    func draw(
        _ corners: ArraySlice<FineDot>, _ places: ScreenPlaces,
        on cells: inout MutableSpan<DotLayer.Cell>
    ) {
        guard let first = corners.first else { return }
        var (x, y) = (places.x(of: first), places.y(of: first))
        if corners.count == 1 { line(x, y, x, y, isJoined: false, on: &cells) }
        var isDrawn = false
        for corner in corners.dropFirst() {
            let (nextX, nextY) = (places.x(of: corner), places.y(of: corner))
            if isDrawn, nextX == x, nextY == y { continue }
            line(x, y, nextX, nextY, isJoined: isDrawn, on: &cells)
            (x, y) = (nextX, nextY)
            isDrawn = true
        }
    }

    func fill(
        _ corners: [FineDot], _ places: ScreenPlaces, on cells: inout MutableSpan<DotLayer.Cell>
    ) {
        let corners = corners.map { (x: places.x(of: $0), y: places.y(of: $0)) }
        for y in clipY {
            var (left, right) = (Int.max, Int.min)
            for (from, to) in zip(corners, corners.dropFirst())
            where min(from.y, to.y) <= y && y <= max(from.y, to.y) {
                // On a level edge both its ends, else the dots next to where it is crossed.
                var ends = (min(from.x, to.x), max(from.x, to.x))
                if from.y != to.y {
                    let way = (to.x - from.x) * (y - from.y)
                    let (whole, rest) = way.quotientAndRemainder(dividingBy: to.y - from.y)
                    let isBefore = rest != 0 && (rest < 0) != (to.y < from.y)
                    let before = from.x + whole - (isBefore ? 1 : 0)
                    ends = (rest == 0 ? before : before + 1, before)
                }
                (left, right) = (min(left, ends.0), max(right, ends.1))
            }
            (left, right) = (max(left, clipX.lowerBound), min(right, clipX.upperBound - 1))
            guard left <= right else { continue }
            for x in left...right { set(x, y, on: &cells) }
        }
    }

    /// Draws a line between two places of the brush's upper left corner: Bresenham's steps along
    /// the longer axis, which do not depend on where the picture is clipped.
    ///
    /// The first place of a line that is joined to one before has been drawn.
    private func line(
        _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, isJoined: Bool,
        on cells: inout MutableSpan<DotLayer.Cell>
    ) {
        let size = ink.brush.size
        guard max(x0, x1) + size > clipX.lowerBound, min(x0, x1) < clipX.upperBound,
            max(y0, y1) + size > clipY.lowerBound, min(y0, y1) < clipY.upperBound
        else { return }
        let isSteep = abs(y1 - y0) > abs(x1 - x0)
        let clip = isSteep ? clipY : clipX
        var (from, side, to, sideTo) = isSteep ? (y0, x0, y1, x1) : (x0, y0, x1, y1)
        var (skippedFirst, skippedLast) = (isJoined ? 1 : 0, 0)
        if from > to {
            (from, side, to, sideTo) = (to, sideTo, from, side)
            (skippedFirst, skippedLast) = (0, skippedFirst)
        }
        let first = max(from + skippedFirst, clip.lowerBound - size + 1)
        let last = min(to - skippedLast, clip.upperBound - 1)
        guard first <= last else { return }
        let turn = 2 * max(to - from, 1)
        let rise = 2 * (sideTo - side)
        var rest = (first - from) * rise + turn / 2
        if first > from || rest < 0 || rest >= turn {
            let whole = rest >= 0 ? rest / turn : -((turn - 1 - rest) / turn)
            side += whole
            rest -= whole * turn
        }
        for place in first...last {
            let isPutDown =
                ink.brush.stride == 1 || (place - from) % ink.brush.stride == 0 || place == to
            if isPutDown { stamp(isSteep ? side : place, isSteep ? place : side, on: &cells) }
            rest += rise
            if rest >= turn {
                side += 1
                rest -= turn
            } else if rest < 0 {
                side -= 1
                rest += turn
            }
        }
    }

    @inline(__always)
    private func stamp(_ x: Int, _ y: Int, on cells: inout MutableSpan<DotLayer.Cell>) {
        let size = ink.brush.size
        if size == 1 {
            if clipX.contains(x), clipY.contains(y) { set(x, y, on: &cells) }
            return
        }
        let first = max(0, clipY.lowerBound - y)
        for row in first..<max(first, min(size, clipY.upperBound - y)) {
            let inset = size == 2 ? 0 : ink.brush.insets[row]
            let left = max(x + inset, clipX.lowerBound)
            let right = min(x + size - inset, clipX.upperBound)
            guard left < right else { continue }
            for column in left..<right { set(column, y + row, on: &cells) }
        }
    }

    @inline(__always)
    private func set(_ x: Int, _ y: Int, on cells: inout MutableSpan<DotLayer.Cell>) {
        let place = (y &>> 2) &* columns &+ (x &>> 1)
        var cell = cells[place]
        cell.mask |= DotMask.dot(x & 1, y & 3)
        if cell.top != ink.slot, cell.top < 0 || cell.order < ink.order {
            cell.top = ink.slot
            cell.order = ink.order
            cell.color = ink.color
            cells[place] = cell
        } else {
            cells[place].mask = cell.mask
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

    /// One dot.
    static let dot = Brush(width: 1, zoom: .actual)

    init(width: UInt8, zoom: Zoom) {
        let scaled = Int(width) * zoom.numerator
        size = max(1, (scaled + zoom.denominator / 2) / zoom.denominator)
        stride = max(1, size / 8)
        let size = size
        insets =
            size == 1
            ? []
            : (0..<size).map { row in
                let dy = 2 * row + 1 - size
                return (0..<size).first { column in
                    let dx = 2 * column + 1 - size
                    return dx * dx + dy * dy <= size * size
                } ?? 0
            }
    }
}
