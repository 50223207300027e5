package import TerminalUI

/// A key with the modifiers held.
package struct Chord: Hashable, Sendable {
    package var key: Key
    package var modifiers: Modifiers

    /// Shift is dropped from a printable key: it is in the character already.
    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
        if case .character = key { self.modifiers.remove(.shift) }
    }

    package init(_ character: Unicode.Scalar, _ modifiers: Modifiers = []) {
        self.init(.character(character), modifiers)
    }

    var isCharacter: Bool {
        if case .character = key { return true }
        return false
    }

    /// As it is written for people: `u`, `Ctrl-R`, `Space`.
    package var label: String {
        var prefix = ""
        if modifiers.contains(.control) { prefix += "Ctrl-" }
        if modifiers.contains(.alt) { prefix += "Alt-" }
        if modifiers.contains(.shift) { prefix += "Shift-" }
        if case .character(let scalar) = key, modifiers.contains(.control) {
            return prefix + String(scalar).uppercased()
        }
        return prefix + key.label
    }
}

extension Key {
    fileprivate var label: String {
        switch self {
        case .character(" "): "Space"
        case .character(let scalar): String(scalar)
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .escape: "Esc"
        case .delete: "Del"
        case .insert: "Ins"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .function(let number): "F\(number)"
        }
    }
}
