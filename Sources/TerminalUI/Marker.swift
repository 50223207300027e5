/// The sign that stands for a participant beside their colour.
package enum Marker: Int, CaseIterable, Sendable {
    case disc, diamond, triangle, square, cross, star, spade, club

    /// The one that a number prefers.
    package init(of number: UInt64) {
        let cases = Self.allCases
        self = cases[Int(number % UInt64(cases.count))]
    }

    /// The one after it, round and round.
    package var next: Marker { Marker(of: UInt64(rawValue) + 1) }

    package var symbol: Unicode.Scalar {
        switch self {
        case .disc: "●"
        case .diamond: "◆"
        case .triangle: "▲"
        case .square: "■"
        case .cross: "✚"
        case .star: "★"
        case .spade: "♠"
        case .club: "♣"
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
        case .spade: "$"
        case .club: "="
        }
    }
}
