/// What Tab gives in fish.
enum FishCompletion {
    static var text: String {
        var lines = [
            "# Completion of inkcast in fish; made from the program's own table of options.",
            "complete -c inkcast -f",
        ]
        for row in CommandTable.rows {
            guard let word = row.word else { continue }
            lines.append(
                "complete -c inkcast -n __fish_use_subcommand -a \(word) -d \(quoted(row.help))")
        }
        lines += OptionTable.rows.map(option)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func option(_ row: OptionTable.Row) -> String {
        var parts = ["complete -c inkcast"]
        if let condition = condition(row) { parts.append("-n \(quoted(condition))") }
        if let short = row.short { parts.append("-s \(short)") }
        parts.append("-l \(row.long)")
        if let value = row.value {
            parts.append("-x")
            if let words = words(of: value) { parts.append("-a \(quoted(words))") }
        }
        parts.append("-d \(quoted(row.help))")
        return parts.joined(separator: " ")
    }

    /// Where an option has a meaning; nil if everywhere.
    private static func condition(_ row: OptionTable.Row) -> String? {
        guard row.scope != .alone else { return nil }
        let takers = CommandTable.rows.filter { $0.takes(row) }
        let others = CommandTable.rows.filter { !$0.takes(row) }
        guard !others.isEmpty else { return nil }
        let isForScreen = takers.contains { $0.word == nil }
        let words = (isForScreen ? others : takers).compactMap(\.word)
        return (isForScreen ? "not " : "") + "__fish_seen_subcommand_from "
            + words.joined(separator: " ")
    }

    private static func words(of value: OptionTable.Value) -> String? {
        switch value {
        case .text: nil
        case .interface: "(__fish_print_interfaces)"
        case .folder: "(__fish_complete_directories)"
        case .choice(_, let choices): choices.joined(separator: " ")
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
