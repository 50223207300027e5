import TerminalUI

/// What a person can choose for good, and the card that shows it at the first start.
extension Whiteboard {
    var settingsContent: PanelContent {
        func item(_ name: String, _ value: String, _ color: UInt8, _ command: Command)
            -> PanelContent.Item
        {
            PanelContent.Item(
                parts: [(name.padded(to: 8), .plain), (value, Style(.ink(color)))],
                command: command)
        }
        let person = roster.me.person
        let items = [
            item(
                "name", roster.displayName(of: settings.author), person.color,
                .beginWord("name")),
            item(
                "colour", "\(marker(of: settings.author)) \(person.color)", person.color,
                .recolor(nil)),
            item("glyphs", "\(sample) \(settings.glyphs.rawValue)", 1, .chooseGlyphs(nil)),
            item("hints", settings.hasHints ? "shown" : "hidden", 1, .toggleHints),
        ]
        return PanelContent(title: "settings", items: items)
    }

    /// What should look solid.
    private var sample: String {
        String(repeating: Character(settings.glyphs.scalar(for: DotMask(rawValue: 0xFF))), count: 3)
    }

    /// A card over the canvas, which waits for nothing.
    func putCard(on chrome: inout Chrome) {
        let colored = Style(.ink(roster.me.person.color))
        var lines: [Strip] = []
        func add(_ parts: (String, Style)...) {
            var strip = Strip(settings.scalarColumns)
            for (text, style) in parts { strip.add(text, style) }
            lines.append(strip)
        }
        add(
            ("you are ", .plain),
            ("\(marker(of: settings.author)) \(roster.displayName(of: settings.author))", colored))
        add(("ink looks like this: \(sample)", .plain))
        add(("if that is broken, type :settings", .plain))
        add(("", .plain))
        add(("drag to draw, or arrows and Space", .plain))
        add(("? help   u undo   q quit", .plain))
        let width = (lines.map(\.columns).max() ?? 0) + 4
        let rect = layout.openArea.centred(columns: width, rows: lines.count + 2)
        guard rect.columns == width, rect.rows == lines.count + 2 else { return }
        chrome.cover(rect)
        putFrame(rect, title: "welcome", on: &chrome)
        for (index, line) in lines.enumerated() {
            let place = Position(
                column: rect.origin.column + 2, row: rect.origin.row + 1 + index)
            chrome.put(line, at: place)
        }
    }
}
