import InkCanvas

/// What the pointer does to the canvas.
package enum Tool: Hashable, Sendable, CaseIterable {
    case pen, eraser, line, arrow, rectangle, ellipse, text, note, stamp, select, laser, hand

    package var name: String {
        switch self {
        case .pen: "pen"
        case .eraser: "eraser"
        case .text: "text"
        case .note: "note"
        case .stamp: "stamp"
        case .select: "select"
        case .laser: "laser"
        case .hand: "hand"
        case .line, .arrow, .rectangle, .ellipse: shape?.name ?? ""
        }
    }

    /// The shape that it draws.
    var shape: Shape.Kind? {
        switch self {
        case .line: .line
        case .arrow: .arrow
        case .rectangle: .rectangle
        case .ellipse: .ellipse
        case .pen, .eraser, .text, .note, .stamp, .select, .laser, .hand: nil
        }
    }
}
