package import TerminalUI

/// A run of styled text of which parts can be clicked.
package struct Strip {
    package struct Part {
        package var text: DisplayText
        package var style: Style
        package var command: Command?
    }

    private(set) var parts: [Part] = []
    private let width: ScalarColumns

    init(_ width: @escaping ScalarColumns) {
        self.width = width
    }

    var columns: Int { parts.reduce(0) { $0 + $1.text.columns } }
    var isEmpty: Bool { parts.isEmpty }

    mutating func add(_ text: String, _ style: Style = .plain, _ command: Command? = nil) {
        parts.append(Part(text: DisplayText(text, width), style: style, command: command))
    }

    mutating func add(_ other: Strip) {
        parts += other.parts
    }

    /// Adds spaces up to a number of columns.
    mutating func fill(to width: Int, _ command: Command? = nil) {
        guard columns < width else { return }
        add(String(repeating: " ", count: width - columns), .plain, command)
    }

    /// What fits into so many columns.
    func cut(to limit: Int) -> Strip {
        var (cut, room) = (self, limit)
        cut.parts = parts.compactMap { part in
            guard room > 0 else { return nil }
            var part = part
            part.text = part.text.truncated(toColumns: room)
            room -= part.text.columns
            return part
        }
        return cut
    }

    /// Adds what a key does and the key, to be clicked.
    mutating func add(hint entry: KeyEntry) {
        guard let binding = entry.bindings.first, let hint = entry.hint else { return }
        add(binding.chord.label, Style(.standard, on: .standard, .bold), binding.command)
        add(" \(hint)", .plain, binding.command)
    }
}
