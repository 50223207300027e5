/// What Tab gives in zsh.
enum ZshCompletion {
    static var text: String {
        """
        #compdef inkcast
        # Completion of inkcast in zsh; made from the program's own table of options.
        local -a specifications
        case ${words[(r)(\(CommandTable.words.joined(separator: "|")))]} in
        \(CommandTable.kinds.map(options).joined(separator: "\n"))
        esac
        _arguments -s -S $specifications '1:command or room:((\(words)))' '2:room:()'

        """
    }

    private static var words: String {
        CommandTable.rows.compactMap { row in
            row.word.map { "\($0)\\:\(quoted(row.help))" }
        }.joined(separator: " ")
    }

    private static func options(_ row: CommandTable.Row) -> String {
        let specifications = OptionTable.rows.filter { row.takes($0) || $0.scope == .alone }
            .flatMap(specifications)
        return "\(row.word ?? "*"))\n    specifications=(\n"
            + specifications.map { "        \($0)\n" }.joined() + "    )\n    ;;"
    }

    /// An option's short and long form; each may be given again.
    private static func specifications(_ row: OptionTable.Row) -> [String] {
        let help = escaped(row.help)
        let value = row.value.map { ":\(escaped($0.name)):\(action($0))" } ?? ""
        let short = row.short.map { "-\($0)" + (row.value == nil ? "" : "+") }
        let long = "--\(row.long)" + (row.value == nil ? "" : "=")
        return [short, long].compactMap(\.self).map { "'*\($0)[\(help)]\(value)'" }
    }

    private static func action(_ value: OptionTable.Value) -> String {
        switch value {
        case .text: " "
        case .interface: "_net_interfaces"
        case .folder: "_files -/"
        case .choice(_, let choices): "(\(choices.joined(separator: " ")))"
        }
    }

    /// As part of a specification between single quotes.
    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "'": "'\\''"
            case "[", "]", ":", "\\": "\\\(character)"
            default: String(character)
            }
        }.joined()
    }

    /// A description in a list of words, between single quotes altogether.
    private static func quoted(_ text: String) -> String {
        text.map { character in
            switch character {
            case "'": "\\'\\''"
            case _ where character.isLetter || character.isNumber: String(character)
            default: "\\\(character)"
            }
        }.joined()
    }
}
