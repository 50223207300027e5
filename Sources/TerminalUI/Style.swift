/// A colour as the interface means it; the terminal adapter maps it to what the terminal has.
package enum Color: Hashable, Sendable {
    /// The terminal's own foreground or background.
    case standard
    /// An ink, 1 to 64: ink 1 is the terminal's own foreground, the others come from the palette.
    case ink(UInt8)
}

/// How a cell is drawn beside its glyph.
package struct Style: Hashable, Sendable {
    package var foreground: Color
    package var background: Color
    package var attributes: Attributes

    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let underline = Attributes(rawValue: 4)
        package static let reverse = Attributes(rawValue: 8)
    }

    package init(
        _ foreground: Color = .standard, on background: Color = .standard,
        _ attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    package static let plain = Style()
}
