/// The sign that stands for a participant beside their colour.
package enum Marker: Int, CaseIterable, Sendable {
    case disc, diamond, triangle, square, cross, star

    /// The marker of the participant who has this place among the others.
    package init(place: Int) {
        let cases = Self.allCases
        self = cases[Int(place.magnitude % UInt(cases.count))]
    }

    package var symbol: Unicode.Scalar {
        switch self {
        case .disc: "●"
        case .diamond: "◆"
        case .triangle: "▲"
        case .square: "■"
        case .cross: "✚"
        case .star: "★"
        }
    }

    /// The same where the terminal is not UTF-8.
    package var asciiSymbol: Unicode.Scalar {
        switch self {
        case .disc: "@"
        case .diamond: "#"
        case .triangle: "%"
        case .square: "&"
        case .cross: "+"
        case .star: "*"
        }
    }
}
