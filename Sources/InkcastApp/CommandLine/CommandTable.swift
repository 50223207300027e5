/// Every command, once: the parser, the help, the manual and the completions are made from this
/// table.
enum CommandTable {
    enum Command: CaseIterable { case screen, join, pipe, rooms }

    struct Row {
        var command: Command
        /// The first word; nil for what happens without a command.
        var word: String?
        /// The words behind it, as the help has them.
        var operands: String?
        var help: String
        var scopes: [OptionTable.Scope]

        /// As it is written on a command line.
        var synopsis: String {
            (["inkcast"] + [word, operands].compactMap(\.self)).joined(separator: " ")
        }

        func takes(_ option: OptionTable.Row) -> Bool {
            scopes.contains(option.scope) || (command == .rooms && option.option == .interface)
        }
    }

    static let rows: [Row] = [
        Row(
            command: .screen, word: nil, operands: "[ROOM]",
            help: "draw, full screen (room \"lobby\" if none is named)",
            scopes: [.joining, .screen]),
        Row(
            command: .join, word: "join", operands: "ROOM",
            help: "the same, whatever the room is called", scopes: [.joining, .screen]),
        Row(
            command: .pipe, word: "pipe", operands: "[ROOM]",
            help: "take part without a screen: JSON Lines in and out", scopes: [.joining]),
        Row(
            command: .rooms, word: "rooms", operands: nil,
            help: "the rooms heard on the network", scopes: [.rooms]),
    ]

    /// The commands with options of their own, and last what holds for all else.
    static var kinds: [Row] {
        let plain = rows.filter { $0.word == nil }
        return rows.filter { row in !plain.contains { $0.scopes == row.scopes } } + plain
    }

    /// The first words that are commands.
    static var words: [String] { rows.compactMap(\.word) }
    static func row(_ command: Command) -> Row? { rows.first { $0.command == command } }
}
