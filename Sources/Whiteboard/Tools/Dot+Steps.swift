import InkCanvas

extension Dot {
    /// The nearest place to the left and above whose coordinates are multiples of a size's.
    func aligned(to size: Dot) -> Dot {
        let (column, row) = (
            Int(x).floorDivided(by: Int(size.x)), Int(y).floorDivided(by: Int(size.y))
        )
        return Dot(x: Int32(column) * size.x, y: Int32(row) * size.y)
    }
}

extension Int {
    /// Division that rounds towards minus infinity; the divisor is positive.
    func floorDivided(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : (self + 1) / divisor - 1
    }
}

extension DotRectangle {
    var center: Dot {
        Dot(x: minX + (maxX - minX) / 2, y: minY + (maxY - minY) / 2)
    }
}
