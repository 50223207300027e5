extension Pen {
    /// A stroke while the pen is down.
    package struct OpenStroke: Sendable {
        package let object: ObjectID
        package let style: InkStyle
        fileprivate(set) var action: UInt32
        fileprivate var cutter = StrokeCutter()
        fileprivate var hasEntries = false
        fileprivate var last: Dot?

        /// The points that no entry holds yet, for a preview; the first is the `offset`-th.
        package var tail: [Dot] { cutter.tail }
        package var offset: UInt32 { cutter.offset }

        /// Points to add on a leap of a pointer that was seen too seldom.
        ///
        /// Smoothing rounds a corner over the points next to it. Without these the corners of a
        /// box of four points would be rounded over its sides' whole length.
        fileprivate func wayPoints(to point: Dot) -> [Dot] {
            guard style.isSmoothed, let last else { return [] }
            let (dx, dy) = (Int64(point.x) - Int64(last.x), Int64(point.y) - Int64(last.y))
            let length = max(abs(dx), abs(dy))
            guard length > Self.leapMin else { return [] }
            let near = Self.wayPointDistances.filter { $0 * 2 < length }
            return (near + near.reversed().map { length - $0 }).map { distance in
                Dot(
                    x: Int32(Int64(last.x) + dx * distance / length),
                    y: Int32(Int64(last.y) + dy * distance / length))
            }
        }

        /// Dots between two points from which on it is a leap: six columns, or three rows.
        private static let leapMin: Int64 = 12
        /// In dots from either end of the leap.
        private static let wayPointDistances: [Int64] = [3, 6, 9]
    }

    /// Puts the pen down; the object's number is drawn now, so that previews can name it.
    package mutating func beginStroke(style: InkStyle) -> ObjectID {
        lastObject += 1
        let object = ObjectID(author: author, number: lastObject)
        openStroke = OpenStroke(object: object, style: style, action: takeAction())
        return object
    }

    /// Draws on; gives the segments that became full.
    package mutating func extendStroke(to points: [Dot], on canvas: Canvas) -> [[UInt8]] {
        points.flatMap { point -> [[UInt8]] in
            let steps = (openStroke?.wayPoints(to: point) ?? []) + [point]
            openStroke?.last = point
            return steps.compactMap { step in
                guard let full = openStroke?.cutter.append(step) else { return nil }
                return segment(full, isLast: false, on: canvas)
            }
        }
    }

    /// Gives what is drawn so far, so that no more than the time between calls can be lost.
    package mutating func flushStroke(on canvas: Canvas) -> [[UInt8]] {
        guard let open = openStroke, !open.tail.isEmpty,
            let rest = openStroke?.cutter.cut()
        else { return [] }
        return [segment(rest, isLast: false, on: canvas)].compactMap { $0 }
    }

    /// Lifts the pen.
    package mutating func endStroke(on canvas: Canvas) -> [[UInt8]] {
        guard let open = openStroke else { return [] }
        defer { openStroke = nil }
        guard open.hasEntries || !open.tail.isEmpty, let rest = openStroke?.cutter.cut() else {
            dropAction(open.action)
            return []
        }
        return [segment(rest, isLast: true, on: canvas)].compactMap { $0 }
    }

    /// Drops the stroke; takes back what entries of it there are.
    package mutating func cancelStroke(on canvas: Canvas) -> [[UInt8]] {
        guard let open = openStroke else { return [] }
        openStroke = nil
        dropAction(open.action)
        guard open.hasEntries else { return [] }
        let target = ActionID(author: author, number: open.action)
        return [body(.undo(target, isUndone: true), action: 0, on: canvas)]
    }

    /// A whole stroke at once.
    package mutating func draw(
        _ points: [Dot], style: InkStyle, on canvas: Canvas
    ) -> (object: ObjectID, bodies: [[UInt8]]) {
        let object = beginStroke(style: style)
        let full = extendStroke(to: points, on: canvas)
        return (object, full + endStroke(on: canvas))
    }

    private mutating func segment(
        _ segment: StrokeCutter.Segment, isLast: Bool, on canvas: Canvas
    ) -> [UInt8]? {
        guard let open = openStroke else { return nil }
        openStroke?.hasEntries = true
        let operation = Operation.segment(
            open.object.number, offset: segment.offset,
            style: segment.offset == 0 ? open.style : nil, points: segment.points, isLast: isLast)
        return body(operation, action: open.action, on: canvas)
    }
}
