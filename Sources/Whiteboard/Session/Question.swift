/// A question that is open, and what it was asked about.
enum Question: Hashable {
    /// Open a new canvas in place of that session's?
    case newCanvas(SessionKey)
    /// Quit, though nobody else has the canvas and nothing keeps it?
    case quit

    /// How it may be put, the longest first.
    var wordings: [String] {
        switch self {
        case .newCanvas: ["Open a new canvas for everybody here?", "new?"]
        case .quit: ["Quit? This canvas is saved nowhere, and nobody else has it.", "Quit?"]
        }
    }
}
