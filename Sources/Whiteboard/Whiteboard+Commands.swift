import InkCanvas

extension Whiteboard {
    /// Does what a key or a click on the chrome asks for.
    mutating func perform(_ command: Command) {
        if case .moving = gesture, !command.goesOnMoving { endGesture() }
        if !command.keepsPanel { panel = nil }
        switch command {
        case .tool(let tool): choose(tool)
        case .color(let color): choose(color: color)
        case .resizePen(let step): resizePen(by: step)
        case .toggleShapeLook: toggleShapeLook()
        case .toggleFilling: toggleFilling()
        case .stamp(let stamp): choose(stamp)
        case .move(let columns, let rows): move(columns: columns, rows: rows)
        case .togglePen: togglePen()
        case .toggleStep: isStepFine.toggle()
        case .pan(let columns, let rows): pan(columns: columns, rows: rows)
        case .zoom(let steps): zoom(by: steps, around: viewport.cell(of: pointer))
        case .goToOrigin: goToOrigin()
        case .selectAll: selectAll()
        case .selectNext: selectNext()
        case .editObject: editObject()
        case .delete: deleteSelection()
        case .duplicate: duplicateSelection()
        case .copy: copySelection()
        case .paste: pasteObjects()
        case .reorder(let layer): reorderSelection(layer == .front ? .front : .back)
        case .toggleLock: toggleLock()
        case .openMenu: openMenu()
        case .openPalette: openPalette()
        case .openSearch: open(.search)
        case .deleteInSearch: deleteInSearch()
        case .beginWord(let word): beginWord(word)
        case .title(let title): append(pen.title(title, on: canvas))
        case .clear: question = .clear
        case .openPeople: open(.people)
        case .openPerson(let id): open(.person(id))
        case .follow(let id): follow(id)
        case .followNext: followNext()
        case .bringEveryone: bringEveryone()
        case .tellWho: tellWho()
        case .fitAll:
            following = nil
            fitAll()
        case .toggleInk(let id): toggleInk(of: id)
        case .toggleCursor(let id): toggleCursor(of: id)
        case .clearInk(let id): question = .clearInk(id, of: roster.displayName(of: id))
        case .later(let feature): tell(feature.notice)
        case .openSettings: open(.settings)
        case .rename(let name): rename(name)
        case .recolor(let color): recolor(color)
        case .chooseGlyphs(let glyphs): choose(glyphs: glyphs)
        case .toggleHints: toggleHints()
        case .share(let room): share(room)
        case .refuse(let reason): tell(reason, isRefusal: true)
        case .list(let step): self.step(step)
        case .undo: undo()
        case .redo: redo()
        case .newCanvas: askForNewCanvas()
        case .showHelp: helpScroll = 0
        case .scroll(let rows): scrollHelp(by: rows)
        case .toggleChrome: toggleChrome()
        case .redraw: emit(.redraw)
        case .quit: quit()
        case .suspend: suspend()
        case .interrupt: interrupt()
        case .cancel: cancel()
        case .edit(let edit): self.edit(edit)
        case .answer(let isYes): answer(isYes)
        }
    }

    mutating func choose(_ tool: Tool) {
        endGesture()
        boxDrawnLast = nil
        if tool != .select, tool != .stamp { letGo() }
        if editor != nil { keepText() }
        switch tool {
        case .text, .note: openEditor(tool)
        case .stamp:
            self.tool = tool
            open(.stamps, at: Int(stamp.rawValue))
        case .pen, .eraser, .line, .arrow, .rectangle, .ellipse, .select, .laser, .hand:
            self.tool = tool
        }
    }

    private mutating func resizePen(by step: Int) {
        if selection.isEmpty {
            style.width = style.width.resized(by: step)
        } else {
            resizeSelection(by: step)
        }
    }

    /// What is selected gets the colour, else what is drawn from now on.
    private mutating func choose(color: UInt8) {
        guard selection.isEmpty else {
            append(pen.set([.color(color)], of: movable(), on: canvas))
            return
        }
        style.color = color
        editor?.style.color = color
    }

    private mutating func toggleChrome() {
        isChromeHidden.toggle()
        let key = KeyTable.entry(for: .toggleChrome)?.label ?? ""
        notice = nil
        if isChromeHidden { tell("\(key) shows the rail and hints again") }
    }

    private mutating func quit() {
        endGesture()
        if editor != nil { keepText() }
        if isInkOnlyHere { question = .quit } else { emit(.quit) }
    }

    private mutating func suspend() {
        endGesture()
        if session != nil {
            let message = CursorMessage(position: pointer, activity: .away)
            emit(
                .ephemeral(
                    key: CursorMessage.key, body: message.encoded,
                    timeToLive: CursorMessage.timeToLive))
        }
        emit(.suspend)
    }

    mutating func resume() {
        tell("Ctrl-Z suspends; undo is u")
        outbox.isCursorStale = true
        emit(.redraw)
    }

    /// Drops what is in progress, else quits; who asks twice means it.
    private mutating func interrupt() {
        if let question {
            answer(question == .quit)
        } else if !cancelled() {
            quit()
        }
    }

    private mutating func cancel() {
        _ = cancelled()
    }

    /// Ends what is in progress; false if there was nothing.
    private mutating func cancelled() -> Bool {
        if summons != nil {
            summons = nil
            tell("you stay here")
            return true
        }
        switch gesture {
        case .drawing:
            cancelStroke()
            return true
        case .shaping:
            dropShape()
            return true
        case .erasing, .panning:
            endGesture()
            return true
        case .moving(let move) where move.source == .keyboard:
            // What has been nudged was seen to move: it stays there.
            endMoving()
            letGo()
            return true
        case .selecting, .moving:
            gesture = .idle
            outbox.isPreviewStale = false
            return true
        case .idle, .leavingText, .pressing, .ignored: break
        }
        if !selection.isEmpty {
            letGo()
            return true
        }
        if following != nil {
            stopFollowing()
            return true
        }
        guard [.hand, .laser, .stamp].contains(tool) else { return false }
        tool = .pen
        return true
    }
}

extension Command {
    /// What is open stays open.
    fileprivate var keepsPanel: Bool {
        switch self {
        case .recolor(nil), .chooseGlyphs(nil): true
        case .toggleHints, .list, .deleteInSearch, .beginWord, .redraw, .suspend: true
        default: false
        }
    }

    /// What is being moved goes on, or is dropped.
    fileprivate var goesOnMoving: Bool {
        switch self {
        case .move, .toggleStep, .cancel, .interrupt: true
        default: false
        }
    }
}
