/// What a command line asks for.
enum Invocation: Equatable {
    case screen(Options)
    case pipe(Options)
    case rooms(Options)
    case help
    case version
    case resetTerminal

    /// What options say; the environment's defaults are in it already.
    struct Options: Equatable {
        var room = "lobby"
        var name = "somebody"
        /// An option or a variable says the name, not only who is logged in.
        var isNameChosen = false
        var interfaces: [String] = []
        var peers: [String] = []
        var color: UInt8?
        var dataDirectory: String?
        var isSolo = false
        var glyphs: String?
        var palette: String?
        var usesMouse = true
        var usesHover = true
        var isJSON = false
        var isWatching = false
    }
}

/// A command line that cannot be followed, and what to do about it.
struct UsageError: Error, Equatable, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
