/// What Tab gives in bash.
enum BashCompletion {
    static var text: String {
        """
        # shellcheck shell=bash
        # Completion of inkcast in bash; made from the program's own table of options.
        _inkcast() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
            # --option=value comes as three words.
            if [ "$current" = = ]; then
                current=
            elif [ "$previous" = = ]; then
                previous=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            case $previous in
        \(values)
            esac
            local word command='' options
            for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                case $word in
                    \(CommandTable.words.joined(separator: " | "))) command=$word && break ;;
                esac
            done
            case $command in
        \(options)
            esac
            case $current in
                -*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current") ;;
                *)
                    [ -n "$command" ] && return
                    mapfile -t COMPREPLY < <(compgen -W '\(words)' -- "$current")
                    ;;
            esac
            [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
        }
        complete -F _inkcast inkcast

        """
    }

    private static var words: String { CommandTable.words.joined(separator: " ") }

    /// What comes behind each option that takes a value.
    private static var values: String {
        let lines = OptionTable.rows.compactMap { row -> String? in
            guard let value = row.value else { return nil }
            let names = [row.short.map { "-\($0)" }, "--\(row.long)"].compactMap(\.self)
            let body = words(of: value).map {
                "mapfile -t COMPREPLY < <(compgen \($0) -- \"$current\") && "
            }
            return "        \(names.joined(separator: " | "))) \(body ?? "")return ;;"
        }
        return lines.joined(separator: "\n")
    }

    private static func words(of value: OptionTable.Value) -> String? {
        switch value {
        case .text: nil
        case .interface: "-W \"$(ls /sys/class/net)\""
        case .folder: "-d"
        case .choice(_, let choices): "-W '\(choices.joined(separator: " "))'"
        }
    }

    /// The options that each command takes.
    private static var options: String {
        let lines = CommandTable.kinds.map { row in
            let names = OptionTable.rows.filter { row.takes($0) || $0.scope == .alone }
                .flatMap { option in
                    [
                        option.short.map { "-\($0)" },
                        "--\(option.long)" + (option.value == nil ? "" : "="),
                    ].compactMap(\.self)
                }
            return "        \(row.word ?? "*")) options='\(names.joined(separator: " "))' ;;"
        }
        return lines.joined(separator: "\n")
    }
}
