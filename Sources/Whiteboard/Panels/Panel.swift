import InkCanvas
import TerminalUI

/// A list or a grid that lies on the canvas until something of it is chosen.
struct Panel: Hashable {
    let kind: Kind
    /// Which item the arrows are at.
    var cursor = 0
    /// What was typed to search for.
    var query = ""

    enum Kind: Hashable {
        /// What can be done with what is chosen, or with what is at a cell.
        case menu(at: Position)
        case palette
        case stamps
        /// Every action, by what is typed.
        case search
        case people
        case person(AuthorID)
        case settings
    }

    /// Where the keys go while it is open.
    var context: KeyEntry.Context {
        switch kind {
        case .menu, .palette, .stamps, .people, .person, .settings: .list
        case .search: .search
        }
    }
}

/// What a panel shows.
struct PanelContent {
    var title: String
    var items: [Item]
    /// How many items stand beside each other.
    var itemsPerLine = 1

    /// Something to be chosen.
    struct Item {
        var parts: [(text: String, style: Style)]
        var command: Command
        /// A key that chooses it while the panel is open.
        var key: Unicode.Scalar?
    }

    /// The number of lines of items.
    var lineCount: Int { (items.count + itemsPerLine - 1) / itemsPerLine }
}
