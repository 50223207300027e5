import Rooms

/// Reads a command line in the manner of getopt_long.
struct ArgumentParser {
    /// Values of environment variables.
    var environment: [String: String] = [:]

    /// First words that later versions give a meaning.
    static let reserved = ["canvases", "export", "import", "replay", "doctor"]

    func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var options = defaults
        var words: [String] = []
        var given: [OptionTable.Row] = []
        var rest = arguments[...]
        var isOver = false
        while let argument = rest.popFirst() {
            if isOver || argument == "-" || !argument.hasPrefix("-") {
                words.append(argument)
            } else if argument == "--" {
                isOver = true
            } else if argument.hasPrefix("--") {
                given.append(try takeLong(argument, &rest, &options))
            } else {
                given += try takeShort(argument, &rest, &options)
            }
        }
        if let row = given.first(where: { $0.scope == .alone }) {
            switch row.option {
            case .version: return .version
            case .resetTerminal: return .resetTerminal
            default: return .help
            }
        }
        let invocation = try command(words, options, isOver: isOver)
        try check(given, suit: invocation)
        return invocation
    }

    private var defaults: Invocation.Options {
        var options = Invocation.Options()
        let names = ["INKCAST_NAME", "USER", "LOGNAME"]
        options.name = names.lazy.compactMap { value($0) }.first ?? "somebody"
        options.isNameChosen = value("INKCAST_NAME") != nil
        options.room = value("INKCAST_ROOM") ?? "lobby"
        options.interfaces =
            value("INKCAST_INTERFACE")?.split(separator: ",").map(String.init) ?? []
        return options
    }

    private func value(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: - Options

    private func takeLong(
        _ argument: String, _ rest: inout ArraySlice<String>, _ options: inout Invocation.Options
    ) throws(UsageError) -> OptionTable.Row {
        let parts = argument.dropFirst(2).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard let row = OptionTable.row(long: name) else {
            let near = nearest(to: name, among: OptionTable.rows.map(\.long))
            let hint = near.map { "; did you mean --\($0)?" } ?? "; see inkcast --help"
            throw UsageError("unknown option --\(printable(name))\(hint)")
        }
        let attached = parts.count == 2 ? String(parts[1]) : nil
        guard row.value != nil || attached == nil else {
            throw UsageError("--\(row.long) takes no value")
        }
        try apply(row, value: attached, &rest, &options)
        return row
    }

    private func takeShort(
        _ argument: String, _ rest: inout ArraySlice<String>, _ options: inout Invocation.Options
    ) throws(UsageError) -> [OptionTable.Row] {
        var rows: [OptionTable.Row] = []
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            guard let row = OptionTable.row(short: letter) else {
                throw UsageError("unknown option -\(printable(String(letter))); see inkcast --help")
            }
            rows.append(row)
            guard row.value != nil else {
                try apply(row, value: nil, &rest, &options)
                continue
            }
            try apply(row, value: letters.isEmpty ? nil : String(letters), &rest, &options)
            break
        }
        return rows
    }

    private func apply(
        _ row: OptionTable.Row, value: String?, _ rest: inout ArraySlice<String>,
        _ options: inout Invocation.Options
    ) throws(UsageError) {
        var value = value
        if let wanted = row.value, value == nil {
            guard let next = rest.popFirst() else {
                throw UsageError("--\(row.long) needs a value: --\(row.long)=\(wanted.name)")
            }
            value = next
        }
        if case .choice(_, let choices) = row.value, let value, !choices.contains(value) {
            let list = choices.joined(separator: ", ")
            throw UsageError("--\(row.long) takes one of \(list), not '\(printable(value))'")
        }
        try set(row, to: value ?? "", &options)
    }

    private func set(
        _ row: OptionTable.Row, to value: String, _ options: inout Invocation.Options
    ) throws(UsageError) {
        switch row.option {
        case .name:
            guard !value.isEmpty else { throw UsageError("--name needs a name") }
            options.name = value
            options.isNameChosen = true
        case .interface: options.interfaces.append(value)
        case .peer: options.peers.append(value)
        case .data: options.dataDirectory = value
        case .noSave: options.dataDirectory = ""
        case .color:
            guard let color = UInt8(value), (1...64).contains(color) else {
                throw UsageError("--color takes a number from 1 to 64, not '\(printable(value))'")
            }
            options.color = color
        case .solo: options.isSolo = true
        case .glyphs: options.glyphs = value
        case .palette: options.palette = value
        case .noMouse: options.usesMouse = false
        case .noHover: options.usesHover = false
        case .json: options.isJSON = true
        case .watch: options.isWatching = true
        case .help, .version, .resetTerminal: break
        }
    }

    // MARK: - Words

    private func command(
        _ words: [String], _ options: Invocation.Options, isOver: Bool
    ) throws(UsageError) -> Invocation {
        guard let first = words.first else { return .screen(options) }
        switch first {
        case "help" where !isOver:
            return .help
        case "pipe":
            return .pipe(try room(words.dropFirst(), options))
        case "rooms":
            guard words.count == 1 else { throw UsageError("rooms takes no room") }
            return .rooms(options)
        case "join":
            guard words.count > 1 else { throw UsageError("join needs a room: inkcast join ROOM") }
            return .screen(try room(words.dropFirst(), options))
        default:
            if let reserved = Self.reserved.first(where: { $0 == first }) {
                throw UsageError(
                    "'\(reserved)' is not in this version; for a room of that name: "
                        + "inkcast join \(reserved)")
            }
            if let near = nearest(to: first, among: CommandTable.words), !isOver {
                throw UsageError(
                    "did you mean the command '\(near)'? For a room of that name: "
                        + "inkcast join \(printable(first))")
            }
            return .screen(try room(words[...], options))
        }
    }

    private func room(
        _ words: ArraySlice<String>, _ options: Invocation.Options
    ) throws(UsageError) -> Invocation.Options {
        guard words.count <= 1 else {
            throw UsageError("one room at a time, not '\(printable(words.joined(separator: " ")))'")
        }
        var options = options
        guard let room = words.first else { return options }
        guard !room.isEmpty, room.utf8.count <= RoomConfiguration.roomBytesMax else {
            throw UsageError("a room's name has 1 to \(RoomConfiguration.roomBytesMax) bytes")
        }
        options.room = room
        return options
    }

    private func check(
        _ given: [OptionTable.Row], suit invocation: Invocation
    ) throws(UsageError) {
        let command: CommandTable.Command? =
            switch invocation {
            case .screen: .screen
            case .pipe: .pipe
            case .rooms: .rooms
            case .help, .version, .resetTerminal: nil
            }
        guard let row = command.flatMap(CommandTable.row) else { return }
        for option in given where option.scope != .alone && !row.takes(option) {
            throw UsageError("--\(option.long) has no meaning here; see inkcast --help")
        }
    }

    // MARK: - Likeness

    /// The word that a slip of the finger away was meant, if there is one.
    private func nearest(to word: String, among words: [String]) -> String? {
        let limit = word.count <= 5 ? 1 : 2
        return words.map { ($0, distance(word, $0)) }.filter { $0.1 > 0 && $0.1 <= limit }
            .min { $0.1 < $1.1 }?.0
    }

    /// Levenshtein's distance.
    private func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (line, character) in left.prefix(32).enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in right.indices {
                let cost = diagonal + (character == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(cost, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[right.count]
    }

    /// A word as it may be shown in a message.
    private func printable(_ word: String) -> String {
        String(word.prefix(40).map { $0.isASCII && ($0 < " " || $0 == "\u{7F}") ? "?" : $0 })
    }
}
