import InkCanvas
import TerminalUI

extension Whiteboard {
    mutating func handle(_ event: TerminalEvent) {
        let isSeen = layout.kind != .tooSmall
        switch event {
        case .resize(let columns, let rows): resize(columns: columns, rows: rows)
        case .key(let key, let modifiers):
            let chord = Chord(key, modifiers)
            if isSeen { press(chord) } else { pressUnseen(chord) }
        case .mouse(let event): if isSeen { handle(event) }
        case .paste(let bytes, let missing): if isSeen { paste(bytes, missing) }
        case .focus: break
        }
    }

    // MARK: - Keys

    /// Where the keys go now.
    private var context: KeyEntry.Context {
        if question != nil { return .question }
        if helpScroll != nil { return .help }
        if let panel { return panel.context }
        return editor == nil ? .canvas : .text
    }

    private mutating func press(_ chord: Chord) {
        let context = context
        viewIsSettled()
        closeCard()
        if now < lateAnswersEnd, context != .question, isAnswer(chord) { return }
        if let command = KeyTable.command(for: chord, in: context) ?? panelCommand(for: chord) {
            perform(command)
            // Who chooses by key may go on by key, and has to see from where.
            if case .tool = command { isPointerShown = true }
        } else if context == .help {
            helpScroll = nil
        } else if context == .text, case .character(let scalar) = chord.key,
            chord.modifiers.isEmpty
        {
            type(String(scalar))
        } else if context == .search, case .character(let scalar) = chord.key,
            chord.modifiers.isEmpty
        {
            search(String(scalar))
        } else if context == .list,
            let command = KeyTable.command(for: chord, in: .canvas)
        {
            perform(command)
        }
    }

    private func isAnswer(_ chord: Chord) -> Bool {
        switch KeyTable.command(for: chord, in: .question) {
        case .answer, .interrupt: true
        default: false
        }
    }

    /// What a key asks for that an item of the panel has for itself.
    private func panelCommand(for chord: Chord) -> Command? {
        guard let panel, case .character(let scalar) = chord.key, chord.modifiers.isEmpty
        else { return nil }
        return content(of: panel).items.first { $0.key == scalar }?.command
    }

    /// On a screen too small to show what happens, only the ways out work.
    private mutating func pressUnseen(_ chord: Chord) {
        switch KeyTable.command(for: chord, in: question == .quit ? .question : .canvas) {
        case .interrupt where question == .quit: answer(true)
        case .quit, .interrupt: perform(.quit)
        case .suspend: perform(.suspend)
        case .answer(let isYes): answer(isYes)
        default: break
        }
    }

    private mutating func paste(_ bytes: [UInt8], _ missing: Int) {
        guard question == nil, helpScroll == nil else { return }
        closeCard()
        guard panel == nil else {
            search(String(decoding: bytes.prefix(200), as: UTF8.self))
            return
        }
        if editor == nil { openEditor(.text) }
        type(String(decoding: bytes, as: UTF8.self), missing: missing)
    }

    private mutating func resize(columns: Int, rows: Int) {
        endGesture()
        let home = layout.home
        // Where nothing was done since, the view is as it was before the screen became small.
        if let before = viewBeforeResize, before.shown == viewport.origin {
            viewport.origin = before.origin
        }
        viewport = viewport.resized(columns: columns, rows: rows)
        // What stood beside the rail does so still, however wide it is now.
        viewport = viewport.panned(
            columns: home.column - layout.home.column, rows: home.row - layout.home.row)
        let origin = viewport.origin
        defer { viewBeforeResize = (origin, viewport.origin) }
        guard layout.kind != .tooSmall else { return }
        if editor != nil {
            revealCaret()
        } else if isPointerShown {
            viewport.reveal(pointer, in: layout.area)
        }
    }

    // MARK: - Mouse

    private mutating func handle(_ event: MouseEvent) {
        switch event.kind {
        case .press(let button): press(button, event)
        case .drag(let button): drag(button, to: event.position)
        case .release: release(at: event.position)
        case .hover: hover(at: event.position)
        case .wheelUp: turnWheel(columns: 0, rows: -3, event)
        case .wheelDown: turnWheel(columns: 0, rows: 3, event)
        case .wheelLeft: turnWheel(columns: -6, rows: 0, event)
        case .wheelRight: turnWheel(columns: 6, rows: 0, event)
        }
    }

    private mutating func press(_ button: MouseEvent.Button, _ event: MouseEvent) {
        let cell = event.position
        endGesture()
        viewIsSettled()
        closeCard()
        let chrome = chrome()
        if let command = chrome.command(at: cell) {
            gesture = .pressing(command)
        } else if helpScroll != nil {
            gesture = .ignored
            helpScroll = nil
        } else if chrome.covers(cell) || question != nil {
            gesture = .ignored
        } else if let panel, button != .right, panel.kind != .stamps {
            gesture = .ignored
            pointWithMouse(cell)
            if panel.kind == .palette { pickColor() }
            self.panel = nil
        } else {
            panel = nil
            pointWithMouse(cell)
            pressCanvas(button, event)
        }
    }

    private mutating func pressCanvas(_ button: MouseEvent.Button, _ event: MouseEvent) {
        isDoubleClick = isSecondPress(button, at: event.position)
        if let editor, !editor.isBlank {
            // Letters never become commands because of a click.
            let tool = tool
            keepText()
            gesture =
                button == .left ? .leavingText(for: tool, at: event.position) : .ignored
            return
        }
        if button == .left, tool != .select, tool != .hand { letGo() }
        switch (button, tool) {
        case (.left, .pen): beginStroke(by: .mouse)
        case (.left, .eraser): beginErasing(by: .mouse, isArmed: true)
        case (.left, .line), (.left, .arrow), (.left, .rectangle), (.left, .ellipse):
            if let kind = tool.shape { beginShape(kind, by: .mouse) }
        case (.left, .text), (.left, .note):
            gesture = .ignored
            openEditor(tool)
        case (.left, .stamp):
            gesture = .ignored
            putStamp()
        case (.left, .select):
            // Some terminals keep Ctrl with a click for themselves.
            let isAdding = !event.modifiers.isDisjoint(with: [.control, .alt])
            pressSelecting(by: .mouse, isAdding: isAdding)
        case (.left, .laser): gesture = .idle
        case (.left, .hand), (.middle, _): gesture = .panning(from: event.position)
        case (.right, _): beginErasing(by: .mouse, isArmed: false)
        }
    }

    /// Whether it makes a double click with the press before.
    private mutating func isSecondPress(
        _ button: MouseEvent.Button, at cell: Position
    ) -> Bool {
        let before = lastPress
        lastPress = button == .left && tool == .select ? (cell, now) : nil
        guard let before, lastPress != nil, before.cell == cell,
            now - before.time <= Self.doubleClick
        else { return false }
        lastPress = nil
        return true
    }

    private static let doubleClick: Milliseconds = 400

    private mutating func drag(_ button: MouseEvent.Button, to cell: Position) {
        switch gesture {
        case .panning(let last):
            gesture = .panning(from: cell)
            pan(columns: last.column - cell.column, rows: last.row - cell.row)
        case .ignored, .pressing: break
        case .leavingText(_, let start):
            guard cell != start else { return }
            gesture = .idle
            pointWithMouse(start)
            pressCanvas(button, MouseEvent(.press(button), at: start))
            drag(button, to: cell)
        case .idle: pointWithMouse(cell)
        case .drawing, .erasing, .shaping, .selecting, .moving:
            pointWithMouse(cell)
            followPointer(by: .mouse)
        }
    }

    private mutating func release(at cell: Position) {
        guard !isKeyboardDown else { return }
        switch gesture {
        case .erasing(let erasure) where !erasure.isArmed:
            endGesture()
            openMenu()
            return
        case .drawing, .shaping, .selecting, .moving:
            pointWithMouse(cell)
            followPointer(by: .mouse)
            if case .moving(let move) = gesture, isDoubleClick, !move.isMoved {
                editObject()
                return
            }
        case .leavingText(let tool, _):
            gesture = .idle
            openEditor(tool)
            return
        case .pressing(let command):
            gesture = .idle
            if chrome().command(at: cell) == command { perform(command) }
        case .idle, .erasing, .panning, .ignored: break
        }
        endGesture()
    }

    /// A hover means that no button is down, whether or not its release was heard of.
    private mutating func hover(at cell: Position) {
        guard !isKeyboardDown else { return }
        endGesture()
        pointWithMouse(cell)
    }

    private mutating func turnWheel(columns: Int, rows: Int, _ event: MouseEvent) {
        if helpScroll != nil {
            scrollHelp(by: rows)
        } else if panel != nil {
            step(rows < 0 ? .up : .down)
        } else if event.modifiers.contains(.control) {
            zoom(by: rows < 0 ? 1 : -1, around: event.position)
        } else if event.modifiers.contains(.shift), columns == 0 {
            pan(columns: rows * 2, rows: 0)
        } else {
            pan(columns: columns, rows: rows)
        }
    }

    private mutating func pointWithMouse(_ cell: Position) {
        isPointerShown = false
        point(to: viewport.dot(at: cell))
        shine()
    }
}
