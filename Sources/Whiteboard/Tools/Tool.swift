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
}
