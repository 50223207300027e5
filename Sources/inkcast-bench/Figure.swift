/// One line of the table: what was measured, what came out, and the bar it should stay under.
struct Figure {
    var name: String
    var value: Double
    var unit: String
    /// Nil where a figure is only for information.
    var bar: Double?

    init(_ name: String, _ value: Double, _ unit: String, bar: Double? = nil) {
        self.name = name
        self.value = value
        self.unit = unit
        self.bar = bar
    }

    static let heading =
        padded("", 52) + padded("measured", 12, isRight: true) + padded("bar", 10, isRight: true)

    var line: String {
        let unit = Self.padded(" " + self.unit, 6)
        let measured = Self.padded(Self.text(value), 12, isRight: true) + unit
        guard let bar else { return Self.padded(name, 52) + measured }
        let verdict = value <= bar ? "" : "  over"
        return Self.padded(name, 52) + measured
            + Self.padded(Self.text(bar), 4, isRight: true) + verdict
    }

    /// Three digits that count.
    private static func text(_ number: Double) -> String {
        let places = number >= 100 ? 0 : number >= 10 ? 1 : 2
        let scale = [1.0, 10, 100][places]
        let rounded = (number * scale).rounded() / scale
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }

    private static func padded(_ text: String, _ width: Int, isRight: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(width - text.unicodeScalars.count, 0))
        return isRight ? blanks + text : text + blanks
    }
}

extension [Double] {
    var median: Double { percentile(50) }

    /// The smallest value that so many of a hundred do not exceed; 0 of none.
    func percentile(_ percent: Int) -> Double {
        guard !isEmpty else { return 0 }
        return sorted()[Swift.max((count * percent + 99) / 100 - 1, 0)]
    }
}
