import CPlatform

/// What `inkcast --help` and `inkcast --version` print.
enum HelpText {
    static let summary = "draw together in terminals, over the local network, with no server"

    /// The headings of the options, in order.
    static let sections: [(scope: OptionTable.Scope, title: String)] = [
        (.joining, "Who, and where"), (.screen, "The screen"), (.rooms, "Rooms"),
        (.alone, "Alone"),
    ]

    static var text: String {
        var lines = [summary.prefix(1).uppercased() + summary.dropFirst() + ".", ""]
        lines += CommandTable.rows.map { column($0.synopsis, 22) + $0.help }
        for (scope, title) in sections {
            lines += ["", title + ":"]
            for row in OptionTable.rows where row.scope == scope {
                let short = row.short.map { "-\($0), " } ?? "    "
                let value = row.value.map { "=\($0.name)" } ?? ""
                lines.append(column("\(short)--\(row.long)\(value)", 26) + row.help)
            }
        }
        let variables = EnvironmentTable.rows.filter(\.isOurs).map(\.name)
        lines += [
            "", "Environment: " + variables.joined(separator: ", ") + ".",
            "A room is open to everybody on the local network.",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// What `--version` prints.
    ///
    /// - Parameter version: the version, and the commit in parentheses.
    static func version(_ version: String) -> String {
        let features = [String(cString: inkcast_ncurses_version()), "IPv4", "IPv6"]
        return """
            inkcast \(version)
            features: \(features.joined(separator: ", "))
            linkage: \(inkcast_is_static() ? "static" : "dynamic")

            """
    }

    /// The left of two columns.
    private static func column(_ text: String, _ width: Int) -> String {
        "  " + text + String(repeating: " ", count: max(width - text.count, 1))
    }
}
