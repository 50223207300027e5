package import InkCanvas

/// What a key asks for.
package enum Command: Hashable, Sendable {
    case tool(Tool)
    case color(UInt8)
    case resizePen(by: Int)
    /// Shapes of characters, or of dots.
    case toggleShapeLook
    case toggleFilling
    /// Puts a mark on what is chosen, or with the next clicks.
    case stamp(Stamp)
    /// Moves the pointer by steps, one cell or one dot each.
    case move(columns: Int, rows: Int)
    case togglePen
    case toggleStep
    /// Moves the view by cells.
    case pan(columns: Int, rows: Int)
    /// Changes the zoom by powers of two; nil is back to 100 %.
    case zoom(by: Int?)
    case goToOrigin
    case undo, redo
    case selectAll, selectNext
    /// Changes the text that is chosen, or the one under the pointer.
    case editObject
    case delete, duplicate, copy, paste
    case reorder(Layer)
    case toggleLock
    case openMenu, openPalette, openSearch
    /// Deletes the last letter of what is searched for.
    case deleteInSearch
    /// Waits for what comes behind a word of `CommandWord`.
    case beginWord(String)
    case title(String)
    case openPeople
    case openPerson(AuthorID)
    case follow(AuthorID)
    case followNext, bringEveryone, tellWho, fitAll
    case toggleInk(AuthorID)
    case toggleCursor(AuthorID)
    case clearInk(AuthorID)
    case clear
    case later(LaterFeature)
    case openSettings
    case rename(String)
    /// The next colour, the next glyphs where there is nil.
    case recolor(UInt8?)
    case chooseGlyphs(GlyphSet?)
    case toggleHints
    case share(String)
    /// What was typed makes no sense.
    case refuse(String)
    /// Goes through the panel that is open.
    case list(ListStep)
    case newCanvas
    case showHelp
    case toggleChrome
    case redraw
    case quit
    case suspend
    /// Drops what is in progress; with nothing in progress, quits.
    case interrupt
    case cancel
    case edit(Edit)
    /// The answer to the question that is open.
    case answer(Bool)
    case scroll(rows: Int)

    package enum ListStep: Hashable, Sendable {
        case up, down, left, right, choose, close
    }

    /// Where what is chosen goes.
    package enum Layer: Hashable, Sendable { case front, back }

    /// A change of the text being typed.
    package enum Edit: Hashable, Sendable {
        case newline, deleteBackward, deleteForward, deleteWord, deleteToLineStart, keep, drop
        case left, right, up, down, lineStart, lineEnd
    }
}
