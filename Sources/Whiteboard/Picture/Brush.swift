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
