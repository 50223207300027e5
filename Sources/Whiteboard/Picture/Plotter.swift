import InkCanvas

/// Puts one stroke's ink into cells; together in one place, since a repaint comes here a million
/// times.
struct Plotter {
    typealias Masks = MutableSpan<UInt8>
    typealias Tops = MutableSpan<DotLayer.Top>

    let ink: DotLayer.Ink
    let columns: Int
    let clipX: Range<Int>
    let clipY: Range<Int>
    let isTopDown: Bool
    /// Nothing that is drawn lies outside.
    let isInside: Bool

    func draw(
        _ corners: ArraySlice<FineDot>, _ places: ScreenPlaces, on masks: inout [UInt8],
        _ tops: inout [DotLayer.Top]
    ) {
        var masks = masks.mutableSpan
        var tops = tops.mutableSpan
        draw(corners, places, &masks, &tops)
    }

    func fill(
        _ corners: [FineDot], _ places: ScreenPlaces, on masks: inout [UInt8],
        _ tops: inout [DotLayer.Top]
    ) {
        var masks = masks.mutableSpan
        var tops = tops.mutableSpan
        fill(corners, places, &masks, &tops)
    }

    private func draw(
        _ corners: ArraySlice<FineDot>, _ places: ScreenPlaces, _ masks: inout Masks,
        _ tops: inout Tops
    ) {
        guard let first = corners.first else { return }
        var (x, y) = (places.x(of: first), places.y(of: first))
        if corners.count == 1 { line(x, y, x, y, isJoined: false, &masks, &tops) }
        var isDrawn = false
        for corner in corners.dropFirst() {
            let (nextX, nextY) = (places.x(of: corner), places.y(of: corner))
            if isDrawn, nextX == x, nextY == y { continue }
            line(x, y, nextX, nextY, isJoined: isDrawn, &masks, &tops)
            (x, y) = (nextX, nextY)
            isDrawn = true
        }
    }

    private func fill(
        _ corners: [FineDot], _ places: ScreenPlaces, _ masks: inout Masks, _ tops: inout Tops
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
            for x in left...right { put(DotMask.dot(x & 1, y & 3), x, y, &masks, &tops) }
        }
    }

    /// Draws a line between two places of the brush's upper left corner: Bresenham's steps along
    /// the longer axis, which do not depend on where the picture is clipped.
    ///
    /// The first place of a line that is joined to one before has been drawn.
    private func line(
        _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, isJoined: Bool, _ masks: inout Masks,
        _ tops: inout Tops
    ) {
        let size = ink.brush.size
        if isInside, size < 8, max(abs(x1 - x0), abs(y1 - y0)) <= 2 {
            step(x0, y0, x1, y1, isJoined: isJoined, &masks, &tops)
            return
        }
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
            if isPutDown { stamp(isSteep ? side : place, isSteep ? place : side, &masks, &tops) }
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

    /// A line of two dots, or of three, most lines of a hand: the dots that `line` would set.
    @inline(__always)
    private func step(
        _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, isJoined: Bool, _ masks: inout Masks,
        _ tops: inout Tops
    ) {
        if !isJoined { stamp(x0, y0, &masks, &tops) }
        let (right, down) = (x1 - x0, y1 - y0)
        if abs(down) == 2, abs(right) < 2 {
            let (top, rise) = down > 0 ? (x0, right) : (x1, -right)
            stamp(top + ((rise + 1) >> 1), (y0 + y1) >> 1, &masks, &tops)
        } else if abs(right) == 2 {
            let (left, rise) = right > 0 ? (y0, down) : (y1, -down)
            stamp((x0 + x1) >> 1, left + ((rise + 1) >> 1), &masks, &tops)
        }
        stamp(x1, y1, &masks, &tops)
    }

    @inline(__always)
    private func stamp(_ x: Int, _ y: Int, _ masks: inout Masks, _ tops: inout Tops) {
        let size = ink.brush.size
        if size == 1 {
            if isInside || (clipX.contains(x) && clipY.contains(y)) {
                put(DotMask.dot(x & 1, y & 3), x, y, &masks, &tops)
            }
        } else if size == 2, isInside {
            stampPair(x, y, &masks, &tops)
        } else {
            stampRows(x, y, &masks, &tops)
        }
    }

    /// Two dots side by side, and two below.
    @inline(__always)
    private func stampPair(_ x: Int, _ y: Int, _ masks: inout Masks, _ tops: inout Tops) {
        put(DotMask.dot(x & 1, y & 3), x, y, &masks, &tops)
        put(DotMask.dot((x + 1) & 1, y & 3), x + 1, y, &masks, &tops)
        put(DotMask.dot(x & 1, (y + 1) & 3), x, y + 1, &masks, &tops)
        put(DotMask.dot((x + 1) & 1, (y + 1) & 3), x + 1, y + 1, &masks, &tops)
    }

    private func stampRows(_ x: Int, _ y: Int, _ masks: inout Masks, _ tops: inout Tops) {
        let size = ink.brush.size
        let first = max(0, clipY.lowerBound - y)
        for row in first..<max(first, min(size, clipY.upperBound - y)) {
            let inset = size == 2 ? 0 : ink.brush.insets[row]
            let left = max(x + inset, clipX.lowerBound)
            let right = min(x + size - inset, clipX.upperBound)
            guard left < right else { continue }
            for column in left..<right {
                put(DotMask.dot(column & 1, (y + row) & 3), column, y + row, &masks, &tops)
            }
        }
    }

    /// Adds dots to the cell of a screen dot.
    @inline(__always)
    private func put(_ dots: UInt8, _ x: Int, _ y: Int, _ masks: inout Masks, _ tops: inout Tops) {
        let place = (y &>> 2) &* columns &+ (x &>> 1)
        let mask = masks[place]
        masks[place] = mask | dots
        if isTopDown {
            if mask == 0 { tops[place] = ink.top }
        } else {
            if mask == 0 || tops[place].slot != ink.top.slot && tops[place].order < ink.top.order {
                tops[place] = ink.top
            }
        }
    }
}
