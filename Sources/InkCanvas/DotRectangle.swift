/// A rectangle of dots, edges included.
package struct DotRectangle: Hashable, Sendable {
    package var minX: Int32
    package var minY: Int32
    package var maxX: Int32
    package var maxY: Int32

    package init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    package init(_ dot: Dot) {
        self.init(minX: dot.x, minY: dot.y, maxX: dot.x, maxY: dot.y)
    }

    /// Holds no dots, and gives way in a union.
    package static let empty = DotRectangle(
        minX: .max, minY: .max, maxX: .min, maxY: .min)

    package var isEmpty: Bool { minX > maxX || minY > maxY }

    package func intersects(_ other: DotRectangle) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    package func contains(_ other: DotRectangle) -> Bool {
        minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
    }

    package func union(_ other: DotRectangle) -> DotRectangle {
        DotRectangle(
            minX: min(minX, other.minX), minY: min(minY, other.minY),
            maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    /// Larger by so many dots on every side; an empty one stays empty.
    package func grown(by margin: Int32) -> DotRectangle {
        guard !isEmpty else { return self }
        return DotRectangle(
            minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
    }

    package func moved(by step: Dot) -> DotRectangle {
        guard !isEmpty else { return self }
        return DotRectangle(
            minX: minX + step.x, minY: minY + step.y, maxX: maxX + step.x, maxY: maxY + step.y)
    }

    /// Half its circumference.
    var extent: Int64 { Int64(maxX) - Int64(minX) + Int64(maxY) - Int64(minY) }

    mutating func include(_ dot: Dot) {
        minX = min(minX, dot.x)
        minY = min(minY, dot.y)
        maxX = max(maxX, dot.x)
        maxY = max(maxY, dot.y)
    }
}

extension Dot {
    /// The place some dots away, kept on the canvas.
    package func moved(byX dx: Int, y dy: Int) -> Dot {
        let span = Int(CanvasLimit.coordinateMax) * 4
        return Dot(
            x: Int32(clamping: Int(x) + min(max(dx, -span), span)),
            y: Int32(clamping: Int(y) + min(max(dy, -span), span))
        ).clamped
    }

    /// The nearest place on the canvas.
    package var clamped: Dot {
        let limit = CanvasLimit.coordinateMax
        return Dot(x: max(-limit, min(limit, x)), y: max(-limit, min(limit, y)))
    }
}
