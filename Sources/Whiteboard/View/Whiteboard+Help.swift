import TerminalUI

/// All keys, from the table.
extension Whiteboard {
    func putHelp(on chrome: inout Chrome) {
        chrome.cover(Rect(columns: columns, rows: rows))
        let lines = helpLines()
        let visible = helpRows * helpParts
        let first = min(helpScroll ?? 0, max(lines.count - visible, 0))
        for (index, line) in lines.dropFirst(first).prefix(visible).enumerated() {
            let (part, row) = index.quotientAndRemainder(dividingBy: helpRows)
            var strip = Strip(settings.scalarColumns)
            strip.add(
                line.text, line.isHeading ? Style(.standard, on: .standard, .bold) : .plain)
            chrome.put(strip, at: Position(column: 1 + part * helpWidth, row: row))
        }
        var footer = Strip(settings.scalarColumns)
        let isAll = lines.count <= visible
        let wordings =
            isAll
            ? ["any key closes", "closes"]
            : ["j k scroll, any other key closes", "j k, any other ends", "j k"]
        let more = wordings.first { $0.count < columns } ?? ""
        footer.add(more, Style(.standard, on: .standard, .dim))
        chrome.put(footer, at: Position(column: 1, row: rows - 1))
    }

    private var helpRows: Int { max(rows - 1, 1) }
    /// A wide screen shows two parts of the help side by side.
    private var helpParts: Int { columns >= 120 ? 2 : 1 }
    private var helpWidth: Int { columns / helpParts }

    mutating func scrollHelp(by rows: Int) {
        let last = max(helpLines().count - helpRows * helpParts, 0)
        helpScroll = min(max((helpScroll ?? 0) + rows, 0), last)
    }

    private func helpLines() -> [(text: String, isHeading: Bool)] {
        var lines: [(text: String, isHeading: Bool)] = []
        for group in KeyEntry.Group.allCases {
            if !lines.isEmpty { lines.append(("", false)) }
            lines.append((group.rawValue, true))
            for entry in KeyTable.entries where entry.group == group {
                lines += helpLines(entry.label, entry.help)
            }
        }
        lines.append(("", false))
        lines.append(("Mouse", true))
        return lines + Self.mouseHelp.flatMap { helpLines($0.0, $0.1) }
    }

    /// One line, or as many as it takes where the screen is narrow.
    private func helpLines(_ keys: String, _ help: String) -> [(text: String, isHeading: Bool)] {
        let indent = helpWidth < 30 ? 4 : layout.kind <= .narrow ? 12 : 23
        let room = max(helpWidth - indent - 1, 6)
        var lines = [""]
        for word in help.split(separator: " ") {
            let last = lines[lines.endIndex - 1]
            if last.isEmpty {
                lines[lines.endIndex - 1] = String(word)
            } else if last.count + 1 + word.count <= room {
                lines[lines.endIndex - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        let label = "  \(keys)"
        // Keys that leave no room beside them have a line to themselves.
        let isAlone = label.count >= indent
        let first = isAlone ? [label] : []
        return first.map { ($0, false) }
            + lines.enumerated().map { index, line in
                ((index == 0 && !isAlone ? label : "").padded(to: indent) + line, false)
            }
    }

    private static let mouseHelp = [
        ("left", "draws, or does what the tool does"),
        ("double click", "edits a text, or labels a shape"),
        ("right drag", "rubs out"),
        ("right click", "shows what can be done there"),
        ("wheel", "pans; with Ctrl it zooms"),
        ("middle drag", "pans"),
        ("with Shift held", "the terminal's own: selects text"),
    ]
}
