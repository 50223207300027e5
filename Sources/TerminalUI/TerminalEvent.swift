/// What the person at the terminal did.
package enum TerminalEvent: Hashable, Sendable {
    case key(Key, Modifiers)
    case mouse(MouseEvent)
    /// Bracketed paste, as the bytes came, and how many characters at its end are missing.
    case paste([UInt8], missing: Int = 0)
    case focus(Bool)
    case resize(columns: Int, rows: Int)
}

/// A key, named by what it means and not by the bytes it sends.
package enum Key: Hashable, Sendable {
    /// A printable scalar as typed (Shift is already in it).
    case character(Unicode.Scalar)
    case enter, tab, backTab, backspace, escape, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
}

package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
}

/// A mouse report, in cells from the top left corner (0, 0).
package struct MouseEvent: Hashable, Sendable {
    package var kind: Kind
    package var position: Position
    package var modifiers: Modifiers

    package enum Button: Hashable, Sendable { case left, middle, right }

    package enum Kind: Hashable, Sendable {
        case press(Button), drag(Button), release(Button)
        case hover
        case wheelUp, wheelDown, wheelLeft, wheelRight
    }

    package init(_ kind: Kind, at position: Position, _ modifiers: Modifiers = []) {
        self.kind = kind
        self.position = position
        self.modifiers = modifiers
    }
}
