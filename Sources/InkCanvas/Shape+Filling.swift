extension Shape {
    /// Whether a dot lies on a filled shape.
    package func fills(_ dot: Dot) -> Bool {
        guard isFilled else { return false }
        switch kind {
        case .line, .arrow: return false
        case .rectangle:
            return (min(from.x, to.x)...max(from.x, to.x)).contains(dot.x)
                && (min(from.y, to.y)...max(from.y, to.y)).contains(dot.y)
        case .ellipse:
            // Twice the way from the middle, in half axes.
            let x = (2 * Double(dot.x) - Double(from.x) - Double(to.x)) * height
            let y = (2 * Double(dot.y) - Double(from.y) - Double(to.y)) * width
            return x * x + y * y <= width * width * height * height
        }
    }

    private var width: Double { abs(Double(to.x) - Double(from.x)) }
    private var height: Double { abs(Double(to.y) - Double(from.y)) }
}
