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

    /// Adds what a key does and the key, to be clicked.
    mutating func add(hint entry: KeyEntry) {
        guard let binding = entry.bindings.first, let hint = entry.hint else { return }
        add(binding.chord.label, Style(.standard, on: .standard, .bold), binding.command)
        add(" \(hint)", .plain, binding.command)
    }
}
