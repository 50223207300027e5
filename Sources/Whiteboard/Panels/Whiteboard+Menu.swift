import InkCanvas
import TerminalUI

/// What a right click, or a key, shows: what can be done here.
extension Whiteboard {
    /// Opens the menu for what is under the pointer.
    mutating func openMenu() {
        if let object = objectToGrab {
            if !selection.contains(object) { select([object] + canvas.labels(of: object)) }
        } else {
            letGo()
        }
        open(.menu(at: viewport.cell(of: pointer)))
    }

    var menuContent: PanelContent {
        let entries = menuCommands.compactMap { command in
            KeyTable.entry(for: command).map { (command, $0) }
        }
        let width = entries.map { $0.1.bindings.first?.chord.label.count ?? 0 }.max() ?? 0
        let items = entries.map { command, entry in
            PanelContent.Item(
                parts: [
                    (
                        (entry.bindings.first?.chord.label ?? "").padded(to: width),
                        Style(.standard, on: .standard, .bold)
                    ),
                    (" " + menuText(command, entry), .plain),
                ], command: command)
        }
        return PanelContent(title: selection.isEmpty ? "" : selectionName, items: items)
    }

    private var menuCommands: [Command] {
        guard !selection.isEmpty else {
            let paste: [Command] = clipboard.isEmpty ? [] : [.paste]
            let label: [Command] = textToEdit == nil ? [] : [.editObject]
            return label + [.tool(.text), .tool(.note)] + paste + [
                .selectAll, .undo, .openPalette, .showHelp,
            ]
        }
        return (textToEdit != nil ? [.editObject] : []) + [
            .delete, .duplicate, .copy, .openPalette, .tool(.stamp), .reorder(.front),
            .reorder(.back),
            .toggleLock, .tellWho,
        ]
    }

    private func menuText(_ command: Command, _ entry: KeyEntry) -> String {
        if command == .editObject, case .label = textToEdit { return "label" }
        let isLocked = selection.allSatisfy { canvas.isLocked($0) }
        return command == .toggleLock && isLocked ? "unlock" : entry.hint ?? entry.help
    }

    /// What is chosen, in a word.
    private var selectionName: String {
        let chosen = selectionWithoutLabels
        guard chosen.count == 1, let object = chosen.first.flatMap(canvas.object) else {
            return "\(chosen.count) selected"
        }
        return object.name
    }
}
