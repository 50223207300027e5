/// Every option, once: the parser, the help, the manual and the completions are made from this
/// table.
enum OptionTable {
    enum Option: CaseIterable {
        case name, interface, peer, color, data, noSave
        case solo, glyphs, palette, noMouse, noHover
        case json, watch
        case help, version, resetTerminal
    }

    /// Which commands take an option.
    enum Scope { case joining, screen, rooms, alone }

    /// What an option takes.
    enum Value {
        case text(String)
        case interface(String)
        case folder(String)
        /// One of these words and no other.
        case choice(String, of: [String])

        /// What it is called in the help.
        var name: String {
            switch self {
            case .text(let name), .interface(let name), .folder(let name), .choice(let name, _):
                name
            }
        }
    }

    struct Row {
        var option: Option
        var long: String
        var short: Character?
        /// Nil where the option takes none.
        var value: Value?
        var scope: Scope
        var help: String
    }

    static let rows: [Row] = [
        Row(
            option: .name, long: "name", short: "n", value: .text("NAME"), scope: .joining,
            help: "who you are to the others (default: $INKCAST_NAME, :settings, $USER)"),
        Row(
            option: .color, long: "color", short: "c", value: .text("N"), scope: .joining,
            help: "your cursor's colour, 1 to 64 (default: one of your own)"),
        Row(
            option: .interface, long: "interface", short: "i", value: .interface("IF"),
            scope: .joining,
            help: "the network interface to use; may be repeated (default: every LAN)"),
        Row(
            option: .peer, long: "peer", short: "p", value: .text("ADDRESS[:PORT]"),
            scope: .joining,
            help: "somebody multicast does not reach; may be repeated"),
        Row(
            option: .data, long: "data", short: nil, value: .folder("DIR"), scope: .joining,
            help: "where this machine's files are kept (default: XDG data directory)"),
        Row(
            option: .noSave, long: "no-save", short: nil, value: nil, scope: .joining,
            help: "leave nothing on this machine"),
        Row(
            option: .solo, long: "solo", short: "s", value: nil, scope: .screen,
            help: "draw alone: touch no network"),
        Row(
            option: .glyphs, long: "glyphs", short: "g",
            value: .choice("SET", of: ["braille", "quadrant", "half", "ascii"]), scope: .screen,
            help: "draw ink with braille, quadrant, half or ascii characters"),
        Row(
            option: .palette, long: "palette", short: nil,
            value: .choice("N", of: ["256", "16", "8", "none"]), scope: .screen,
            help: "use 256, 16, 8 or none of the terminal's colours"),
        Row(
            option: .noMouse, long: "no-mouse", short: nil, value: nil, scope: .screen,
            help: "leave the mouse to the terminal"),
        Row(
            option: .noHover, long: "no-hover", short: nil, value: nil, scope: .screen,
            help: "do not ask for the mouse's moves without a button"),
        Row(
            option: .json, long: "json", short: nil, value: nil, scope: .rooms,
            help: "one JSON object a line"),
        Row(
            option: .watch, long: "watch", short: "w", value: nil, scope: .rooms,
            help: "go on, and say when something changes"),
        Row(
            option: .help, long: "help", short: "h", value: nil, scope: .alone,
            help: "this text"),
        Row(
            option: .version, long: "version", short: "V", value: nil, scope: .alone,
            help: "the version"),
        Row(
            option: .resetTerminal, long: "reset-terminal", short: nil, value: nil, scope: .alone,
            help: "repair a terminal that a killed program left behind"),
    ]

    static func row(long: String) -> Row? { rows.first { $0.long == long } }
    static func row(short: Character) -> Row? { rows.first { $0.short == short } }
}
