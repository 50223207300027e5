import TerminalUI

/// Opening panels, going through them, and where they stand.
extension Whiteboard {
    mutating func open(_ kind: Panel.Kind, at cursor: Int = 0) {
        endGesture()
        if editor != nil { keepText() }
        panel = Panel(kind: kind, cursor: cursor)
    }

    mutating func step(_ step: Command.ListStep) {
        guard var panel else { return }
        let content = content(of: panel)
        let last = max(content.items.count - 1, 0)
        let line = content.itemsPerLine
        switch step {
        case .up: if panel.cursor >= line { panel.cursor -= line }
        case .down: if panel.cursor + line <= last { panel.cursor += line }
        case .left: panel.cursor = max(panel.cursor - 1, 0)
        case .right: panel.cursor = min(panel.cursor + 1, last)
        case .choose:
            if panel.kind == .search {
                chooseInSearch(content)
                return
            }
            guard content.items.indices.contains(panel.cursor) else { return }
            perform(content.items[panel.cursor].command)
            return
        case .close:
            self.panel = nil
            return
        }
        self.panel = panel
    }

    func content(of panel: Panel) -> PanelContent {
        switch panel.kind {
        case .menu: menuContent
        case .palette: paletteContent
        case .stamps: stampsContent
        case .search: searchContent(panel.query)
        case .people: peopleContent
        case .person(let id): personContent(id)
        case .settings: settingsContent
        }
    }

    // MARK: - Drawing

    func putPanel(_ panel: Panel, on chrome: inout Chrome) {
        let content = content(of: panel)
        let widest = content.items.map { strip(of: $0, isAtCursor: false).columns }.max() ?? 0
        let area = layout.area
        let isFramed = area.rows >= 4
        let margin = isFramed ? 2 : 0
        let title = DisplayText(content.title, settings.scalarColumns).columns
        let inner = max(widest * content.itemsPerLine, title + 4)
        var (width, height) = (inner + margin, content.lineCount + margin)
        // What is typed changes the list, and not where it stands.
        if panel.kind == .search { (width, height) = (64, max(area.rows * 2 / 3, 4)) }
        (width, height) = (min(width, columns), min(height, area.rows))
        let rect = place(width, height, for: panel)
        chrome.cover(rect)
        let body = rect.inset(columns: margin / 2, rows: margin / 2)
        if isFramed { putFrame(rect, title: content.title, on: &chrome) }
        if content.items.isEmpty {
            var nothing = Strip(settings.scalarColumns)
            nothing.add(" nothing found")
            chrome.put(nothing.cut(to: body.columns), at: body.origin)
        }
        let first = firstLine(of: content, cursor: panel.cursor, rows: body.rows)
        for index in content.items.indices {
            let line = index / content.itemsPerLine - first
            guard body.rows > line, line >= 0 else { continue }
            var item = strip(of: content.items[index], isAtCursor: index == panel.cursor)
            item.fill(
                to: content.itemsPerLine == 1 ? body.columns : widest,
                content.items[index].command)
            let column = body.origin.column + index % content.itemsPerLine * widest
            chrome.put(
                item.cut(to: body.columnRange.upperBound - column),
                at: Position(column: column, row: body.origin.row + line))
        }
    }

    /// The lines around the cursor.
    private func firstLine(of content: PanelContent, cursor: Int, rows: Int) -> Int {
        let line = cursor / content.itemsPerLine
        let last = max(content.lineCount - rows, 0)
        return min(max(line - rows / 2, 0), last)
    }

    /// The item the cursor is at has brackets, which need no colour.
    private func strip(of item: PanelContent.Item, isAtCursor: Bool) -> Strip {
        var strip = Strip(settings.scalarColumns)
        strip.add(isAtCursor ? "[" : " ", .plain, item.command)
        for part in item.parts { strip.add(part.text, part.style, item.command) }
        strip.add(isAtCursor ? "]" : " ", .plain, item.command)
        return strip
    }

    private func place(_ width: Int, _ height: Int, for panel: Panel) -> Rect {
        let area = layout.area
        func kept(_ column: Int, _ row: Int) -> Rect {
            Rect(
                column: min(max(column, 0), columns - width),
                row: min(max(row, area.origin.row), area.rowRange.upperBound - height),
                columns: width, rows: height)
        }
        return switch panel.kind {
        case .menu(let cell): kept(cell.column + 1, cell.row + 1)
        case .people, .person: kept(columns - width, area.origin.row)
        case .palette, .stamps, .search, .settings:
            kept((columns - width) / 2, area.rowRange.upperBound - height)
        }
    }

    func putFrame(_ rect: Rect, title: String, on chrome: inout Chrome) {
        let level = sign("─", ascii: "-")
        let upright = sign("│", ascii: "|")
        func line(_ left: String, _ text: String, _ right: String) -> Strip {
            var strip = Strip(settings.scalarColumns)
            strip.add(left)
            let text = DisplayText(text.isEmpty ? "" : " \(text) ", settings.scalarColumns)
                .truncated(toColumns: max(rect.columns - 2, 0))
            strip.add(text.string, Style(.standard, on: .standard, .bold))
            strip.add(String(repeating: level, count: max(rect.columns - 2 - text.columns, 0)))
            strip.add(right)
            return strip
        }
        let (column, row) = (rect.origin.column, rect.origin.row)
        let (top, bottom) = (
            line(sign("┌", ascii: "+"), title, sign("┐", ascii: "+")),
            line(sign("└", ascii: "+"), "", sign("┘", ascii: "+"))
        )
        chrome.put(top, at: rect.origin)
        for side in rect.rowRange.dropFirst().dropLast() {
            for edge in [column, rect.columnRange.upperBound - 1] {
                var strip = Strip(settings.scalarColumns)
                strip.add(upright)
                chrome.put(strip, at: Position(column: edge, row: side))
            }
        }
        chrome.put(bottom, at: Position(column: column, row: row + rect.rows - 1))
    }
}
