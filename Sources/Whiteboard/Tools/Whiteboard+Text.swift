import InkCanvas
import TerminalUI

extension Whiteboard {
    /// Begins to type a text or a note at the pointer; one that is open and blank moves there.
    mutating func openEditor(_ tool: Tool) {
        endGesture()
        if editor != nil { keepText() }
        letGo()
        begin(
            TextEditor(
                at: pointer.aligned(to: viewport.cellSize), style: style,
                noteWidth: tool == .note ? noteWidth : nil), with: tool)
    }

    /// Of a new note: no wider than the screen.
    private var noteWidth: UInt16 {
        min(TextEditor.noteWidth, UInt16(clamping: layout.openArea.columns * 2))
            .clampedNoteWidth
    }

    private mutating func begin(_ editor: TextEditor, with tool: Tool) {
        if self.tool != .text, self.tool != .note { toolBefore = self.tool }
        boxDrawnLast = nil
        self.tool = tool
        isPointerShown = true
        outbox.isCursorStale = true
        self.editor = editor
        revealCaret()
    }

    /// What Enter edits.
    enum TextToEdit {
        case text(CanvasObject)
        /// A shape without one.
        case label(of: CanvasObject)
    }

    /// The text that is chosen or under the pointer, or the label of the shape that is, or that was
    /// drawn last, or that the pointer is in.
    var textToEdit: TextToEdit? {
        let node = boxDrawnLast.flatMap { canvas.node($0) } ?? canvas.node(around: pointer)
        let here = objectUnderPointer ?? node?.shape
        let chosen = selection.isEmpty ? [here].compactMap { $0 } : selection
        let objects = chosen.compactMap(canvas.object)
        let texts = objects.filter { $0.kind == .text || $0.kind == .note }
        if let text = texts.first { return texts.count == 1 ? .text(text) : nil }
        guard let shape = objects.first, objects.count == 1, shape.kind == .shape else {
            return nil
        }
        let labels = canvas.labels(of: shape.id)
        guard let label = labels.first else { return .label(of: shape) }
        return labels.count == 1 ? canvas.object(label).map { .text($0) } : nil
    }

    /// Changes the text that is chosen or under the pointer; a shape gets a label.
    mutating func editObject() {
        endGesture()
        switch textToEdit {
        case .text(let object): edit(object)
        case .label(let shape): openLabel(of: shape)
        case nil: tell("no text here to edit", isRefusal: true)
        }
    }

    private mutating func edit(_ object: CanvasObject) {
        guard !object.isLocked else {
            let key = KeyTable.entry(for: .toggleLock)?.label ?? ""
            tell("locked: \(key) unlocks", isRefusal: true)
            return
        }
        let other =
            typings.entries.first { $0.message.object == object.id }?.author
            ?? roster.others.first { $0.isTyping(within: object.box) }?.id
        if let other {
            question = .editToo(object.id, with: roster.displayName(of: other))
        } else {
            openEditor(on: object.id)
        }
    }

    /// Begins to type in the middle of a shape.
    private mutating func openLabel(of object: CanvasObject) {
        guard let shape = object.shape else { return }
        if editor != nil { keepText() }
        letGo()
        begin(
            TextEditor(
                inside: object.id, of: roomForLabel(of: shape, object.id), style: style),
            with: .text)
    }

    /// Begins to change a text that is on the canvas.
    mutating func openEditor(on id: ObjectID) {
        guard let object = canvas.object(id) else { return }
        if editor != nil { keepText() }
        letGo()
        let shape = shape(labelledBy: id)
        if shape == nil { point(to: object.position) }
        begin(
            TextEditor(changing: object, labelOf: shape),
            with: object.kind == .note ? .note : .text)
    }

    /// Tells others what is being typed; nil is nothing any more.
    mutating func sendTyping(_ editor: TextEditor?) {
        guard let session else { return }
        emit(
            .ephemeral(
                key: TypingMessage.key, body: TypingMessage(session: session, editor).encoded,
                timeToLive: TypingMessage.timeToLive))
    }

    mutating func type(_ text: String, missing: Int = 0) {
        let leftOut = editor?.insert(text, missing: missing) ?? 0
        outbox.isPreviewStale = true
        revealCaret()
        guard leftOut > 0 else { return }
        let count = leftOut == 1 ? "1 character was" : "\(leftOut) characters were"
        tell("the text is full (\(TextEditor.bytesMax) bytes): \(count) left out")
    }

    mutating func edit(_ edit: Command.Edit) {
        switch edit {
        case .keep:
            let below = placeBelowText
            keepText()
            guard let below, isPointerShown else { return }
            point(to: below)
            viewport.reveal(pointer, in: layout.area)
        case .drop:
            closeEditor()
            sendTyping(nil)
        case .newline: type("\n")
        case .deleteBackward, .deleteForward, .deleteToLineStart, .deleteWord, .left, .right, .up,
            .down, .lineStart,
            .lineEnd:
            editor?.apply(edit)
            outbox.isPreviewStale = true
            revealCaret()
        }
    }

    /// Where another text would go on; nil if there is nothing to go on from.
    private var placeBelowText: Dot? {
        guard let editor, editor.object == nil, editor.shape == nil, !editor.isBlank else {
            return nil
        }
        var cell = viewport.cell(of: editor.position)
        cell.row += editor.card?.rows ?? editor.lines.count
        return viewport.dot(at: cell)
    }

    /// Puts what was typed on the canvas.
    mutating func keepText() {
        guard var editor else { return }
        if let id = editor.shape?.id, let shape = canvas.object(id)?.shape {
            editor.follow(to: roomForLabel(of: shape, id, without: editor.object))
        }
        closeEditor()
        // After the text itself, so that others see it all the while.
        defer { sendTyping(nil) }
        guard session != nil else { return }
        if let object = editor.object, canvas.box(of: object) != nil {
            if editor.isBlank {
                append(pen.hide([object], on: canvas))
            } else if editor.isChanged {
                tellOfOverwriting(object, by: editor)
                pen.beginGesture()
                growShape(around: editor)
                let place: [Operation.Field] =
                    editor.shape == nil ? [] : [.position(editor.position)]
                append(pen.set([.text(editor.string)] + place, of: [object], on: canvas))
                pen.endGesture()
            }
            return
        }
        guard !editor.isBlank else { return }
        if let width = editor.noteWidth {
            append(
                pen.note(
                    editor.string, at: editor.position, width: width, style: editor.style,
                    on: canvas
                ).bodies)
            return
        }
        pen.beginGesture()
        growShape(around: editor)
        append(
            pen.write(
                editor.string, at: editor.position, style: editor.style, on: canvas
            ).bodies)
        pen.endGesture()
    }

    /// Says whose words are written over that came while these were typed.
    private mutating func tellOfOverwriting(_ object: ObjectID, by editor: TextEditor) {
        guard let text = canvas.object(object)?.text, editor.hasBegun(with: text) == false,
            let other = canvas.texts(of: object).last(where: { $0.isInEffect })?.entry.author,
            other != settings.author
        else { return }
        let key = KeyTable.entry(for: .undo)?.label ?? ""
        tell(
            "this was written over \(roster.displayName(of: other))'s words; \(key) brings them back"
        )
    }

    private mutating func closeEditor() {
        editor = nil
        outbox.isPreviewStale = false
        tool = toolBefore
        outbox.isCursorStale = true
    }

    // MARK: - View

    /// Where on the screen the next letter goes; nil while no text is open.
    private var caret: Position? {
        guard let editor else { return nil }
        let corner = viewport.cell(of: editor.position)
        if let card = editor.card {
            let place = card.place(ofCharacter: editor.column, inLine: editor.line, of: editor)
            let before = DisplayText(place.before, settings.scalarColumns)
            return Position(
                column: corner.column + 2 + before.columns, row: corner.row + 1 + place.line)
        }
        let before = DisplayText(editor.textBeforeCursor, settings.scalarColumns)
        return Position(column: corner.column + before.columns, row: corner.row + editor.line)
    }

    /// Pans just so far that what is being typed can be seen.
    mutating func revealCaret() {
        let open = layout.openArea
        guard !open.isEmpty else { return }
        // At a zoom where a dot is wider than a cell, steps are whole dots.
        for _ in 0..<2 {
            guard let caret = self.caret else { return }
            let target = open.nearest(to: caret)
            guard caret != target else { return }
            viewport = viewport.panned(
                columns: caret.column - target.column, rows: caret.row - target.row)
        }
    }

    /// Draws what is being typed, and gives the cell of its cursor.
    func drawEditor(on frame: inout Frame) -> Position? {
        guard let editor else { return nil }
        let corner = viewport.cell(of: editor.position)
        if let box = editor.object.flatMap(canvas.box) {
            frame.fill(viewport.rectangle(of: box))
        }
        if let card = editor.card {
            draw(card, at: corner, editor.style, on: &frame)
        } else {
            draw(editor.lines, at: corner, editor.style, on: &frame)
        }
        return caret
    }
}
