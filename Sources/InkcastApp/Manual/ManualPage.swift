import Whiteboard

/// inkcast(1), in mdoc: its commands, options, keys, variables and files are those of the tables.
enum ManualPage {
    /// The page.
    ///
    /// - Parameter date: as mdoc has it: `November 30, 2026`.
    static func text(date: String) -> String {
        let parts = [
            head(date), description, options, keys, environment, files, rest,
        ]
        return parts.flatMap(\.self).joined(separator: "\n") + "\n"
    }

    private static func head(_ date: String) -> [String] {
        var lines = [
            ".Dd \(date)", ".Dt INKCAST 1", ".Os", ".Sh NAME", ".Nm inkcast",
            ".Nd \(HelpText.summary)", ".Sh SYNOPSIS",
        ]
        for row in CommandTable.rows {
            lines += [".Nm", ".Op Ar option ..."]
            if let word = row.word { lines.append(".Cm \(word)") }
            if let operand = operand(row) { lines.append(operand) }
        }
        for row in OptionTable.rows where row.scope == .alone {
            lines += [".Nm", ".Fl -\(Mdoc.word(row.long))"]
        }
        return lines
    }

    /// `[ROOM]` as an optional argument, `ROOM` as one that must be there.
    private static func operand(_ row: CommandTable.Row) -> String? {
        guard let operands = row.operands else { return nil }
        let isOptional = operands.hasPrefix("[")
        let name = operands.filter { $0 != "[" && $0 != "]" }.lowercased()
        return isOptional ? ".Op Ar \(name)" : ".Ar \(name)"
    }

    private static var description: [String] {
        var lines = [
            ".Sh DESCRIPTION", ".Nm", "shows a whiteboard that everybody in the same",
            ".Ar room", "of the local network draws on.",
            "There is no server: programs find each other by multicast.",
            "Whoever joins later is given everything that was drawn;",
            "whoever leaves takes nothing away.", "A room is open to everybody on the network.",
            ".Pp", "The commands are:", ".Bl -tag -width Ds",
        ]
        for row in CommandTable.rows {
            var item = [".It"]
            if let word = row.word { item.append("Cm \(word)") }
            if let operand = operand(row) { item.append(String(operand.dropFirst())) }
            lines += [item.joined(separator: " "), sentence(row.help)]
        }
        return lines + [".El"]
    }

    private static var options: [String] {
        var lines = [
            ".Sh OPTIONS", "A long option's value may also be the next word;",
            "letters may be written together, and", ".Fl -", "ends the options.",
        ]
        for (scope, title) in HelpText.sections {
            lines += [".Ss \(title)", ".Bl -tag -width Ds"]
            for row in OptionTable.rows where row.scope == scope {
                lines += [item(row), sentence(row.help)]
            }
            lines.append(".El")
        }
        return lines
    }

    private static func item(_ row: OptionTable.Row) -> String {
        var item = ".It"
        if let short = row.short {
            item += " Fl \(short)"
            if let value = row.value { item += " Ar \(Mdoc.word(value.name))" }
            item += " ,"
        }
        item += " Fl -\(Mdoc.word(row.long))"
        if let value = row.value { item += " Ns = Ns Ar \(Mdoc.word(value.name))" }
        return item
    }

    private static var keys: [String] {
        var lines = [
            ".Sh KEYS", "Drag with the left button to draw, with the right one to erase,",
            "and with the middle one to pan; the wheel scrolls, and zooms with Ctrl held.",
        ]
        for group in KeyEntry.Group.allCases {
            lines += [".Ss \(group.rawValue)", ".Bl -tag -width Ds"]
            for entry in KeyTable.entries where entry.group == group {
                let keys = entry.label.split(separator: " ").map { "Ic \(Mdoc.word(String($0)))" }
                lines += [".It " + keys.joined(separator: " "), sentence(entry.help)]
            }
            lines.append(".El")
        }
        return lines
    }

    private static var environment: [String] {
        list(of: EnvironmentTable.rows.map { ("Ev \($0.name)", $0.help) }, title: "ENVIRONMENT")
    }

    private static var files: [String] {
        list(of: FileTable.rows.map { ("Pa \(Mdoc.word($0.path))", $0.help) }, title: "FILES")
    }

    private static func list(of items: [(String, String)], title: String) -> [String] {
        [".Sh \(title)", ".Bl -tag -width Ds"]
            + items.flatMap { [".It \($0.0)", sentence($0.1)] } + [".El"]
    }

    private static let rest = [
        ".Sh NETWORK", "Firewalls must let UDP ports 18763 to 18779 in:",
        ".Dl # ufw allow 18763:18779/udp",
        ".Dl # firewall-cmd --permanent --add-port=18763-18779/udp",
        "Multicast does not leave the local network; what is sent is not encrypted.",
        ".Sh EXIT STATUS", "0 if all went well, 1 if something failed, 2 if the command line is",
        "wrong.", ".Sh EXAMPLES", "Draw with whoever is in the room sketch:",
        ".Dl $ inkcast sketch", "Draw alone:", ".Dl $ inkcast --solo",
        "Meet somebody whom multicast does not reach:", ".Dl $ inkcast --peer=10.0.0.2",
        "Write something into a room from a script:", ".Bd -literal -offset indent",
        "echo \(#"'{"do":"text","at":[0,0],"text":"hello"}'"#) | inkcast pipe sketch", ".Ed",
        ".Pp", "PIPE.md, among the documents of this program, has all that", ".Cm pipe", "takes.",
        ".Sh SEE ALSO", ".Xr ssh 1 ,", ".Xr tmux 1 ,", ".Xr terminfo 5",
    ]

    /// A help text as a sentence on a line of its own.
    private static func sentence(_ help: String) -> String {
        Mdoc.lines(help.prefix(1).uppercased() + help.dropFirst() + ".")
    }
}
