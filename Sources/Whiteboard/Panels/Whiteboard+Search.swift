import TerminalUI

/// `:` finds every action by what it does.
extension Whiteboard {
    /// Types into the search.
    mutating func search(_ text: String) {
        guard panel?.kind == .search else { return }
        panel?.query += String(String.UnicodeScalarView(text.unicodeScalars.filter(\.isTyped)))
        panel?.cursor = 0
    }

    mutating func deleteInSearch() {
        guard let query = panel?.query else { return }
        if query.isEmpty { panel = nil } else { panel?.query.removeLast() }
        panel?.cursor = 0
    }

    /// Does what is typed in full, else what the cursor is at.
    mutating func chooseInSearch(_ content: PanelContent) {
        guard let panel else { return }
        guard !panel.query.isEmpty || panel.cursor > 0 else {
            tell("type what to look for, or go down to it")
            return
        }
        let typed = panel.query.split(separator: " ", maxSplits: 1)
        if let word = CommandWord.all.first(where: { $0.word == typed.first ?? "" }) {
            complete(word, typed.count > 1 ? String(typed[1]) : "")
        } else if content.items.indices.contains(panel.cursor) {
            perform(content.items[panel.cursor].command)
        }
    }

    private mutating func complete(_ word: CommandWord, _ operand: String) {
        if word.operand == nil || !operand.isEmpty {
            perform(word.command(operand))
        } else {
            beginWord(word.word)
        }
    }

    /// Waits for what comes behind a word.
    mutating func beginWord(_ word: String) {
        panel = Panel(kind: .search, query: word + " ")
        guard let operand = CommandWord.all.first(where: { $0.word == word })?.operand else {
            return
        }
        tell("type \(operand) behind it, then Enter")
    }

    func searchContent(_ query: String) -> PanelContent {
        let needle = query.lowercased()
        let ranked = Self.actions.enumerated().compactMap { place, action in
            action.rank(needle).map { (rank: $0, place: place, action: action) }
        }
        let found = ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.action)
        let width = min(Self.actions.map(\.key.count).max() ?? 0, columns / 3)
        let items = found.map { action in
            PanelContent.Item(
                parts: [
                    (action.key.padded(to: width), Style(.standard, on: .standard, .bold)),
                    (" " + action.help, .plain),
                ], command: action.command)
        }
        return PanelContent(title: ": \(query)", items: items)
    }

    /// All there is to do on the canvas: the words, then what keys do.
    private static let actions: [SearchedAction] =
        CommandWord.all.map { word in
            SearchedAction(
                key: word.label, help: word.help, others: word.command("").otherWords ?? "",
                command: word.operand == nil ? word.command("") : .beginWord(word.word))
        } + KeyTable.entries.filter { $0.context == .canvas }.flatMap(SearchedAction.all)
}

/// One line of what is searched.
private struct SearchedAction {
    let key: String
    let help: String
    /// What else people call it.
    let others: String
    let command: Command

    /// What the keys of an entry do, if it makes sense to choose it from a list.
    static func all(_ entry: KeyEntry) -> [SearchedAction] {
        let helps = entry.help.split(separator: ", ").map(String.init)
        var commands: [Command] = []
        var actions: [SearchedAction] = []
        for binding in entry.bindings where !commands.contains(binding.command) {
            switch binding.command {
            case .move, .pan, .openSearch: continue
            default: break
            }
            let isListed = helps.count == entry.bindings.count && entry.bindings.count > 1
            let help: String =
                switch binding.command {
                case .color(let number): "colour \(Palette.names[Int(number) - 1])"
                default: isListed ? helps[commands.count] : entry.help
                }
            commands.append(binding.command)
            actions.append(
                SearchedAction(
                    key: binding.chord.label, help: help,
                    others: [entry.hint, binding.command.otherWords].compactMap(\.self)
                        .joined(separator: " "), command: binding.command))
        }
        return actions
    }

    /// How well it answers what was typed: the less the better; nil for not at all.
    func rank(_ needle: String) -> Int? {
        let text = "\(key) \(help) \(others)".lowercased()
        if needle.isEmpty || help.hasPrefix(needle) || text.hasPrefix(":" + needle) { return 0 }
        if text.contains(" " + needle) { return 1 }
        if text.contains(needle) { return 2 }
        // Letters of one word in order, the first included: `rctngl` finds `rectangle`.
        let isWithinWord = text.split(separator: " ").contains { word in
            guard word.first == needle.first else { return false }
            var rest = needle[...]
            for character in word where character == rest.first { rest.removeFirst() }
            return rest.isEmpty
        }
        return isWithinWord ? 3 : nil
    }
}

extension Command {
    /// What people who have not read the help may call it.
    fileprivate var otherWords: String? {
        switch self {
        case .tool(.pen): "draw freehand brush"
        case .tool(.eraser): "rubber wipe"
        case .tool(.arrow): "connect"
        case .tool(.rectangle): "box square frame"
        case .tool(.ellipse): "circle oval"
        case .tool(.text): "write label"
        case .tool(.note): "sticky card"
        case .tool(.select): "move drag group"
        case .tool(.hand): "scroll"
        case .tool(.laser): "point"
        case .newCanvas: "clear page"
        case .copy: "clipboard"
        case .quit: "exit leave close"
        case .showHelp: "keys mouse"
        case .undo: "back"
        case .rename: "rename nick"
        case .delete: "remove"
        case .toggleChrome: "toolbar"
        default: nil
        }
    }
}

extension Unicode.Scalar {
    /// It can stand in one line.
    fileprivate var isTyped: Bool { value >= 0x20 && !(0x7F..<0xA0).contains(value) }
}
