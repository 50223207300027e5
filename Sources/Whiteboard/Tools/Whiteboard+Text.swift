import InkCanvas
import TerminalUI

extension Whiteboard {
    /// Begins to type at the pointer; a text that is open and blank moves there.
    mutating func openEditor() {
        endGesture()
        if editor != nil { keepText() }
        if tool != .text { toolBefore = tool }
        tool = .text
        isPointerShown = true
        outbox.isCursorStale = true
        editor = TextEditor(at: pointer.aligned(to: viewport.cellSize), style: style)
    }

    mutating func type(_ text: String) {
        guard editor?.insert(text) == false else { return }
        tell("the text is full: \(TextEditor.bytesMax) bytes")
    }

    mutating func edit(_ edit: Command.Edit) {
        switch edit {
        case .keep: keepText()
        case .drop: closeEditor()
        case .newline, .deleteBackward, .deleteForward, .left, .right, .up, .down, .lineStart,
            .lineEnd:
            editor?.apply(edit)
        }
    }

    /// Puts what was typed on the canvas.
    mutating func keepText() {
        guard let editor else { return }
        closeEditor()
        guard !editor.isBlank, session != nil else { return }
        append(
            pen.write(
                editor.string, at: editor.position, style: editor.style, on: canvas
            ).bodies)
    }

    private mutating func closeEditor() {
        editor = nil
        tool = toolBefore
        outbox.isCursorStale = true
    }

    // MARK: - View

    /// Draws what is being typed, and gives the cell of its cursor.
    func drawEditor(on frame: inout Frame) -> Position? {
        guard let editor else { return nil }
        let corner = viewport.cell(of: editor.position)
        let style = Style(.ink(editor.style.color))
        for (index, line) in editor.lines.enumerated() {
            let place = Position(column: corner.column, row: corner.row + index)
            frame.put(line, at: place, style: style, width: settings.scalarColumns)
        }
        let before = DisplayText(editor.textBeforeCursor, settings.scalarColumns)
        return Position(column: corner.column + before.columns, row: corner.row + editor.line)
    }
}
