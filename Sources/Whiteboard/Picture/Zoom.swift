/// How large the canvas is shown: a power of two from ¼ to 8.
package struct Zoom: Hashable, Sendable {
    /// Of two: −2 is ¼, 0 is 100 %, 3 is 8.
    package let exponent: Int

    private init(exponent: Int) {
        self.exponent = exponent
    }

    package static let actual = Zoom(exponent: 0)
    package static let steps = (-2...3).map { Zoom(exponent: $0) }

    /// Nil for a ratio that is none of `steps`.
    package init?(numerator: Int, denominator: Int = 1) {
        let match = Self.steps.first {
            (numerator, denominator) == ($0.numerator, $0.denominator)
        }
        guard let match else { return nil }
        self = match
    }

    package var numerator: Int { 1 << max(exponent, 0) }
    package var denominator: Int { 1 << max(-exponent, 0) }
    package var percent: Int { 100 * numerator / denominator }
    package var closer: Zoom { Zoom(exponent: min(exponent + 1, 3)) }
    package var farther: Zoom { Zoom(exponent: max(exponent - 1, -2)) }
}
