/// What the pointer does to the canvas.
package enum Tool: Hashable, Sendable, CaseIterable {
    case pen, eraser, text, hand

    package var name: String {
        switch self {
        case .pen: "pen"
        case .eraser: "eraser"
        case .text: "text"
        case .hand: "hand"
        }
    }

    /// One column wide, for a rail without names.
    var icon: Unicode.Scalar {
        switch self {
        case .pen: "/"
        case .eraser: "▒"
        case .text: "T"
        case .hand: "✥"
        }
    }
}
