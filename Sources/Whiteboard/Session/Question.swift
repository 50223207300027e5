import InkCanvas

/// A question that is open, and what it was asked about.
enum Question: Hashable {
    /// Open a new canvas in place of that session's?
    case newCanvas(SessionKey)
    /// Quit, though nobody else has the canvas and nothing keeps it?
    case quit
    /// Take everything off the canvas?
    case clear
    /// Take away all ink of somebody of that name?
    case clearInk(AuthorID, of: String)
    /// Change a text that somebody of that name is changing?
    case editToo(ObjectID, with: String)

    /// How it may be put to one of so many people, the longest first.
    func wordings(people count: Int) -> [String] {
        switch self {
        case .newCanvas:
            [
                "Open a new canvas\(count > 1 ? " for all \(count)" : "")? "
                    + "What is drawn here will be gone, and u does not bring it back.",
                "Open a new canvas\(count > 1 ? " for all \(count)" : "")? This one will be gone.",
                "New canvas? This one is lost.", "New canvas?", "new?",
            ]
        case .clear: ["Clear the canvas for everybody? u brings it back.", "Clear?"]
        case .clearInk(_, let name):
            ["Clear all ink of \(name) for everybody? u brings it back.", "Clear it?"]
        case .editToo(_, let name):
            ["\(name) is typing here. Edit it too?", "\(name) types. Edit too?", "Edit too?"]
        case .quit: ["Quit? This canvas is saved nowhere, and nobody else has it.", "Quit?"]
        }
    }
}
