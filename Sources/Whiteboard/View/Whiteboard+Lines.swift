import InkCanvas
import TerminalUI

/// The two lines: what stands in them, and what is left out first where room is short.
extension Whiteboard {
    private static let gap = 2

    private var strip: Strip { Strip(settings.scalarColumns) }

    private func text(_ text: String, _ style: Style = .plain) -> Strip {
        var strip = strip
        strip.add(text, style)
        return strip
    }

    /// A sign that ASCII has no better one for than `plain`.
    func sign(_ symbol: String, ascii plain: String) -> String {
        settings.isASCII ? plain : symbol
    }

    // MARK: - Top

    /// Where one is, who is here, and how things stand; or, for a while, a notice.
    func topLine() -> [(strip: Strip, column: Int)] {
        let truth = truthStrip()
        let truthColumn = columns - truth.columns - 1
        let truthPart = truth.isEmpty ? [] : [(truth, truthColumn)]
        let room = truth.isEmpty ? columns : truthColumn - Self.gap
        if let notice {
            let strip = text(" \(notice.text)", Style(.standard, on: .standard, .bold))
            return strip.columns <= room ? [(strip, 0)] + truthPart : [(strip, 0)]
        }
        let choices = placeStrips.filter { $0.columns <= room }.map { place in
            (place: place, people: peopleStrip(room - place.columns - Self.gap))
        }
        // The names are dropped last.
        let roomy = choices.first { $0.people.isWhole } ?? choices.last { !$0.people.strip.isEmpty }
        guard let (place, people) = roomy ?? choices.first else { return truthPart }
        return [(place, 0), (people.strip, room - people.strip.columns)] + truthPart
    }

    /// Where one is, the longest wording first.
    private var placeStrips: [Strip] {
        let canvas = "canvas \(UInt64(generation) + 1)"
        let arrow = sign("▸", ascii: ">")
        let title = canvas + (self.canvas.title.isEmpty ? "" : "  \"\(self.canvas.title)\"")
        let long = " inkcast \(sign("·", ascii: "-")) \(settings.room) \(arrow) "
        let choices = [
            long + title, long + canvas, " \(settings.room) \(arrow) \(canvas)", " \(canvas)",
        ]
        return choices.map { text($0) }
    }

    /// As many people as there is room for; the rest are counted.
    private func peopleStrip(_ room: Int) -> (strip: Strip, isWhole: Bool) {
        let everybody = [roster.me] + roster.others
        var shown = strip
        for (index, somebody) in everybody.enumerated() {
            var longer = shown
            if index > 0 { longer.add("  ") }
            let name = roster.displayName(of: somebody.id)
            longer.add(
                "\(marker(of: somebody.id)) \(index == 0 ? "you \(name)" : name)",
                Style(.ink(somebody.person.color)), .openPeople)
            let rest = everybody.count - index - 1
            let needed = rest == 0 ? 0 : "  +\(rest)".count
            guard longer.columns + needed <= room else {
                guard index > 0 else { return (strip, false) }
                shown.add("  +\(everybody.count - index)", .plain, .openPeople)
                return (shown, false)
            }
            shown = longer
        }
        return (shown, true)
    }

    /// The sign that stands for somebody.
    func marker(of id: AuthorID) -> Unicode.Scalar {
        let marker = roster.marker(of: id)
        return settings.isASCII ? marker.asciiSymbol : marker.symbol
    }

    /// How things stand, the most urgent first.
    func truths() -> [String] {
        var truths: [String] = []
        switch link {
        case .offline:
            truths.append(
                settings.exposure == .solo
                    ? "solo: nobody else sees this" : "no network: drawing locally")
        case .catchingUp(let held, let known):
            let share = min(max(held, 0), known) * 100 / max(known, 1)
            truths.append("catching up \(share) %")
        case .alone, .connected: break
        }
        if let lost = roster.lost {
            truths.append("lost \(lost.name) \((now - lost.at) / 1000) s ago")
        }
        if link != .offline {
            truths.append(roster.count == 1 ? "alone" : "\(roster.count) here")
        }
        if settings.exposure == .lan { truths.append("open to this LAN") }
        if !isSaved { truths.append("not saved") }
        return truths
    }

    private func truthStrip() -> Strip {
        var strip = strip
        for truth in truths() {
            var longer = strip
            if !strip.isEmpty { longer.add(sign(" · ", ascii: " - ")) }
            longer.add(truth)
            guard longer.columns <= columns - 2 else { break }
            strip = longer
        }
        return strip
    }

    // MARK: - Bottom

    /// What the pointer does now, and what else could be done.
    func bottomLine() -> Strip {
        if layout.kind == .tiny { return tinyLine() }
        if let question { return questionLine(question) }
        if editor != nil { return askingLine([tool.name], .text) }
        if let panel { return askingLine([""], panel.context) }
        return fittingLine(stateItems() + hintItems())
    }

    private func tinyLine() -> Strip {
        var strip = strip
        if let question {
            return questionLine(question)
        } else if let notice {
            strip.add(notice.text)
        } else {
            strip.add("\(toolName) ")
            if usesInk {
                strip.add(inkStrip)
                strip.add(" \(style.width) ")
            }
            if let help = KeyTable.entry(for: .showHelp), let key = help.bindings.first {
                strip.add(key.chord.label, .plain, key.command)
            }
        }
        return strip
    }

    private func questionLine(_ question: Question) -> Strip {
        askingLine(question.wordings(people: roster.count), .question)
    }

    /// What is asked, in the longest of its wordings that fits, and the keys that answer.
    private func askingLine(_ wordings: [String], _ context: KeyEntry.Context) -> Strip {
        let lines = wordings.map { wording in
            var line = text(" \(wording)")
            for entry in KeyTable.entries where entry.context == context && entry.hint != nil {
                line.add("  ")
                line.add(hint: entry)
            }
            return line
        }
        return lines.first { $0.columns <= columns } ?? lines.last ?? strip
    }

    private var toolName: String {
        isKeyboardDown ? "\(tool.name) down" : tool.name
    }

    /// A piece of the line; the lower its rank, the longer it stays.
    private struct Item {
        var rank: Int
        var strip: Strip
        var isHint = false
    }

    /// The tool leaves ink of the chosen colour.
    private var usesInk: Bool { [.pen, .text, .note, .stamp].contains(tool) }

    /// The ink's number, which says which it is where there are no colours, and its colour.
    private var inkStrip: Strip {
        var ink = strip
        ink.add("\(style.color)")
        ink.add(sign("■", ascii: "#"), Style(.ink(style.color)))
        return ink
    }

    private func stateItems() -> [Item] {
        let aim = sign("┼", ascii: "@")
        var items = [
            Item(rank: 0, strip: text(tool == .stamp ? "stamp \(stampSign(stamp))" : toolName))
        ]
        if !selection.isEmpty {
            items.append(Item(rank: 1, strip: text("\(selectionWithoutLabels.count) selected")))
            return items
        }
        if usesInk { items.append(Item(rank: 1, strip: inkStrip)) }
        if tool == .stamp { items.append(Item(rank: 8, strip: text("click or Space puts it"))) }
        if isFilling, tool == .rectangle || tool == .ellipse {
            items.append(Item(rank: 3, strip: text("filled")))
        }
        if ![.hand, .laser, .select, .stamp].contains(tool) {
            items.append(Item(rank: 3, strip: text("size \(style.width)")))
        }
        items += [
            Item(rank: 7, strip: text("\(aim) \(place)")),
            Item(
                rank: viewport.zoom == .actual ? 14 : 5,
                strip: text("\(viewport.zoom.percent) %")),
        ]
        if let following {
            let name = roster.displayName(of: following)
            items.append(Item(rank: -1, strip: text("following \(name)")))
        }
        if isStepFine { items.append(Item(rank: 6, strip: text("fine"))) }
        return items
    }

    /// Where the pointer is, of one width nearly always, so that what stands behind it stays put.
    ///
    /// While a stroke is drawn with the mouse, where it began: to tell of each report would take
    /// more of the terminal than the ink does.
    private var place: String {
        var pointer = pointer
        if case .drawing(let stroke) = gesture, stroke.source == .mouse { pointer = stroke.start }
        let place = "\(pointer.x),\(pointer.y)"
        return place + String(repeating: " ", count: max(7 - place.utf8.count, 0))
    }

    private func hintItems() -> [Item] {
        guard settings.hasHints else { return hintItems([(.showHelp, 2)]) }
        // What comes and goes stands at the left, where it moves nothing.
        var commands: [(Command, Int)] = []
        if !selection.isEmpty {
            commands += [(.duplicate, 14), (.cancel, 10), (.delete, 4)]
        } else if canBeLabelled {
            commands.append((.editObject, 4))
        }
        if pen.canRedo { commands.append((.redo, 10)) }
        if canvas.visibleObjectCount > 0 { commands.append((.copy, 13)) }
        commands += [
            (.undo, 9), (.newCanvas, 11), (.openSearch, 8), (.quit, 12), (.showHelp, 2),
        ]
        return hintItems(commands)
    }

    /// Enter labels the box that was drawn last.
    private var canBeLabelled: Bool {
        guard boxDrawnLast != nil, case .idle = gesture, case .label = textToEdit else {
            return false
        }
        return true
    }

    private func hintItems(_ commands: [(Command, Int)]) -> [Item] {
        commands.compactMap { command, rank in
            guard let entry = KeyTable.entry(for: command) else { return nil }
            var strip = strip
            if command == .editObject, selection.isEmpty {
                strip.add("\(entry.label) label", .plain, command)
            } else {
                strip.add(hint: entry)
            }
            return Item(rank: rank, strip: strip, isHint: true)
        }
    }

    private func fittingLine(_ items: [Item]) -> Strip {
        let bar = sign("│", ascii: "|")
        var room = columns - Self.gap
        var kept: Set<Int> = []
        for (index, item) in items.enumerated().sorted(by: { $0.1.rank < $1.1.rank }) {
            let needed = item.strip.columns + Self.gap
            guard needed <= room else { break }
            room -= needed
            kept.insert(index)
        }
        var (state, hints) = (text(" "), strip)
        for (index, item) in items.enumerated() where kept.contains(index) {
            if item.isHint {
                hints.add(hints.isEmpty ? " " : "  ")
                hints.add(item.strip)
            } else {
                if state.columns > 1 { state.add(item.rank == 1 ? " " : "  ") }
                state.add(item.strip)
            }
        }
        guard !hints.isEmpty else { return state }
        // Hints stand at the right end, each always in the same place.
        var line = state
        let gap = max(columns - state.columns - hints.columns - bar.count - 1, 1)
        line.add(String(repeating: " ", count: gap))
        line.add(bar, Style(.standard, on: .standard, .dim))
        line.add(hints)
        return line
    }
}
