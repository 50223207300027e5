import InkCanvas
import TerminalUI

/// What a held button, or the keyboard's pen, is doing.
enum Gesture {
    case idle
    case drawing(StrokeInProgress)
    case erasing(Erasure)
    case shaping(ShapeInProgress)
    /// Draws a box around what is to be chosen.
    case selecting(SelectionBox)
    /// Moves what is chosen.
    case moving(SelectionMove)
    /// Moves the view along with the mouse; the cell where it was last.
    case panning(from: Position)
    /// A press beside a text that was typed: a drag draws with the tool before, a click types there.
    case leavingText(for: Tool, at: Position)
    /// Something on the chrome is pressed, which happens if it is let go there.
    case pressing(Command)
    /// A press that was for the chrome, or whose canvas has gone: the rest of it means nothing.
    case ignored

    /// Who moves the pointer meanwhile.
    enum Source { case mouse, keyboard }
}
