/// What `inkcast --help` prints.
enum HelpText {
    static let version = "inkcast 0.1.0"

    static var text: String {
        var lines = [
            "Draw together in terminals, over the local network, with no server.",
            "",
            "  inkcast [ROOM]        draw, full screen (room \"lobby\" if none is named)",
            "  inkcast join ROOM     the same, whatever the room is called",
            "  inkcast pipe [ROOM]   take part without a screen: JSON Lines in and out",
            "  inkcast rooms         the rooms heard on the network",
        ]
        let sections: [(OptionTable.Scope, String)] = [
            (.joining, "Who, and where"), (.screen, "The screen"), (.rooms, "Rooms"),
            (.alone, "Alone"),
        ]
        for (scope, title) in sections {
            lines += ["", title + ":"]
            for row in OptionTable.rows where row.scope == scope {
                let short = row.short.map { "-\($0), " } ?? "    "
                let value = row.value.map { "=\($0)" } ?? ""
                let option = "  \(short)--\(row.long)\(value)"
                let space = String(repeating: " ", count: max(28 - option.count, 1))
                lines.append(option + space + row.help)
            }
        }
        lines += [
            "", "Environment: INKCAST_ROOM, INKCAST_NAME, INKCAST_INTERFACE, NO_COLOR.",
            "A room is open to everybody on the local network.",
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}
