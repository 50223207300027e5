/// A question that is open, and what it was asked about.
enum Question: Hashable {
    /// Open a new canvas in place of that session's?
    case newCanvas(SessionKey)

    var text: String {
        switch self {
        case .newCanvas: "Open a new canvas for everybody here?"
        }
    }
}
