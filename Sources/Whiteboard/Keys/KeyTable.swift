import TerminalUI

/// The only source of keys: the key map, the hints and the help screen come from it.
package enum KeyTable {
    package static let entries: [KeyEntry] =
        tools + ink + selection + pointer + view + people + canvas + program + text + list + search
        + question + help

    /// What a key means in a context.
    package static func command(for chord: Chord, in context: KeyEntry.Context) -> Command? {
        map[context]?[chord]
    }

    /// The entry whose first key asks for a command on the canvas.
    static func entry(for command: Command) -> KeyEntry? {
        entries.first { $0.bindings.first?.command == command }
    }

    private static let map: [KeyEntry.Context: [Chord: Command]] = {
        var map: [KeyEntry.Context: [Chord: Command]] = [:]
        for entry in entries {
            for binding in entry.bindings {
                map[entry.context, default: [:]][binding.chord] = binding.command
            }
        }
        return map
    }()

    // MARK: - On the canvas

    private static let tools: [KeyEntry] = [
        KeyEntry(
            .canvas, .tools, [Chord("p")], .tool(.pen), hint: "pen",
            help: "draw: drag, or move with the pen down"),
        KeyEntry(
            .canvas, .tools, [Chord("e")], .tool(.eraser), hint: "erase",
            help: "rub out ink; a right drag does it with any tool"),
        KeyEntry(
            .canvas, .tools, [Chord("s")], .tool(.line), hint: "line",
            help: "a line: drag, or Space, move, Space"),
        KeyEntry(
            .canvas, .tools, [Chord("a")], .tool(.arrow), hint: "arrow",
            help: "an arrow, likewise"),
        KeyEntry(
            .canvas, .tools, [Chord("r")], .tool(.rectangle), hint: "rectangle",
            help: "a rectangle, from corner to corner"),
        KeyEntry(
            .canvas, .tools, [Chord("o")], .tool(.ellipse), hint: "ellipse",
            help: "an ellipse, from corner to corner"),
        KeyEntry(
            .canvas, .tools, [Chord("t"), Chord("i")], .tool(.text), hint: "text",
            help: "type text at the pointer"),
        KeyEntry(
            .canvas, .tools, [Chord("N")], .tool(.note), hint: "note",
            help: "type a note: a card that grows with its text"),
        KeyEntry(
            .canvas, .tools, [Chord("!")], .tool(.stamp), hint: "stamp",
            help: "put a mark at a place or on an object"),
        KeyEntry(
            .canvas, .tools, [Chord("v")], .tool(.select), hint: "select",
            help: "select: click, drag a box; Ctrl- or Alt-click adds"),
        KeyEntry(
            .canvas, .tools, [Chord("*")], .tool(.laser), hint: "laser",
            help: "point at things: others see a trail that fades"),
        KeyEntry(
            .canvas, .tools, [Chord("m")], .tool(.hand), hint: "hand",
            help: "pan with a drag or the arrows until Esc"),
    ]

    private static let ink: [KeyEntry] = [
        KeyEntry(
            .canvas, .ink,
            (1...8).map { number in
                KeyEntry.Binding(
                    Chord(Unicode.Scalar(UInt8(0x30 + number))), .color(UInt8(number)))
            },
            help: "colour"),
        KeyEntry(
            .canvas, .ink, [Chord("c")], .openPalette, hint: "colour",
            help: "all colours; there, a click on ink picks its colour"),
        KeyEntry(
            .canvas, .ink,
            [
                KeyEntry.Binding(Chord("["), .resizePen(by: -1)),
                KeyEntry.Binding(Chord("]"), .resizePen(by: 1)),
            ],
            help: "thinner, thicker"),
        KeyEntry(
            .canvas, .ink, [Chord("#")], .toggleShapeLook,
            help: "shapes of lines and corners, or of dots"),
        KeyEntry(
            .canvas, .ink, [Chord(".")], .toggleFilling, help: "shapes filled, or outlines"),
    ]

    private static let selection: [KeyEntry] = [
        KeyEntry(.canvas, .selection, [Chord("A")], .selectAll, help: "select all"),
        KeyEntry(
            .canvas, .selection, [Chord(.backTab)], .selectNext,
            help: "select the next object"),
        KeyEntry(
            .canvas, .selection, [Chord(.enter)], .editObject, hint: "edit",
            help: "edit the text, or label the shape"),
        KeyEntry(
            .canvas, .selection, [Chord("d"), Chord(.delete)], .delete, hint: "delete",
            help: "delete"),
        KeyEntry(
            .canvas, .selection, [Chord("D")], .duplicate, hint: "duplicate",
            help: "duplicate"),
        KeyEntry(
            .canvas, .selection, [Chord("y")], .copy, hint: "copy",
            help: "copy as text, all there is if nothing is selected"),
        KeyEntry(
            .canvas, .selection, [Chord("P")], .paste, hint: "paste",
            help: "paste at the pointer what was copied"),
        KeyEntry(
            .canvas, .selection, [Chord(">")], .reorder(.front), hint: "to the front",
            help: "to the front"),
        KeyEntry(
            .canvas, .selection, [Chord("<")], .reorder(.back), hint: "to the back",
            help: "to the back"),
        KeyEntry(
            .canvas, .selection, [Chord("X")], .toggleLock, hint: "lock",
            help: "lock against slips, or unlock"),
        KeyEntry(
            .canvas, .selection, [Chord(.function(10))], .openMenu,
            help: "what can be done here; so does a right click"),
    ]

    private static let pointer: [KeyEntry] = [
        KeyEntry(
            .canvas, .pointer, moves(["h", "j", "k", "l"].map { Chord($0) }, by: 1),
            help: "move the pointer, or what is selected"),
        KeyEntry(
            .canvas, .pointer, moves(arrows([]), by: 1),
            help: "move the pointer, or what is selected"),
        KeyEntry(
            .canvas, .pointer, moves(["H", "J", "K", "L"].map { Chord($0) }, by: 5),
            help: "move it five times as far"),
        KeyEntry(
            .canvas, .pointer, moves(arrows(.shift), by: 5), help: "move it five times as far"),
        KeyEntry(
            .canvas, .pointer, [Chord(" ")], .togglePen,
            help: "what the left button does: pen down, pen up"),
        KeyEntry(
            .canvas, .pointer, [Chord(.tab)], .toggleStep,
            help: "fine or coarse: steps of a dot or a cell"),
    ]

    private static let view: [KeyEntry] = [
        KeyEntry(.canvas, .view, pans(arrows(.control)), help: "pan the view"),
        KeyEntry(.canvas, .view, pans(arrows(.alt)), help: "pan the view"),
        KeyEntry(
            .canvas, .view,
            [
                KeyEntry.Binding(Chord("b", .alt), .pan(columns: -8, rows: 0)),
                KeyEntry.Binding(Chord("f", .alt), .pan(columns: 8, rows: 0)),
            ],
            help: "pan (Alt-arrows as some terminals send them)"),
        KeyEntry(.canvas, .view, [Chord("+"), Chord("=")], .zoom(by: 1), help: "zoom in"),
        KeyEntry(.canvas, .view, [Chord("-")], .zoom(by: -1), help: "zoom out"),
        KeyEntry(.canvas, .view, [Chord("0")], .zoom(by: nil), help: "zoom to 100 %"),
        KeyEntry(.canvas, .view, [Chord("g")], .goToOrigin, help: "go to the origin"),
        KeyEntry(.canvas, .view, [Chord("G")], .fitAll, help: "show all there is"),
        KeyEntry(
            .canvas, .view, [Chord("\\")], .toggleChrome, help: "hide rail, hints and people"),
    ]

    private static let people: [KeyEntry] = [
        KeyEntry(
            .canvas, .people, [Chord("F")], .openPeople, hint: "people",
            help: "who is here: follow, hide or clear their ink"),
        KeyEntry(
            .canvas, .people, [Chord("f")], .followNext,
            help: "follow the next person: see what they see"),
        KeyEntry(
            .canvas, .people, [Chord("@")], .bringEveryone,
            help: "bring everyone here (Esc declines)"),
        KeyEntry(
            .canvas, .people, [Chord("w")], .tellWho, hint: "who drew this",
            help: "who drew this, and when"),
    ]

    private static let canvas: [KeyEntry] = [
        KeyEntry(
            .canvas, .canvas, [Chord("u")], .undo, hint: "undo",
            help: "undo what you did last; never another's ink"),
        KeyEntry(
            .canvas, .canvas, [Chord("U"), Chord("r", .control)], .redo, hint: "redo",
            help: "redo"),
        KeyEntry(
            .canvas, .canvas, [Chord("n")], .newCanvas, hint: "new canvas",
            help: "open a new canvas for everybody here (asks)"),
        KeyEntry(
            .canvas, .canvas, [Chord("B")], .later(.earlierCanvases),
            help: "earlier canvases (not in this version)"),
        KeyEntry(
            .canvas, .canvas, [Chord("O")], .later(.rooms),
            help: "other rooms (not in this version)"),
        KeyEntry(
            .canvas, .canvas, [Chord("R")], .later(.replay), help: "replay (not in this version)"),
        KeyEntry(
            .canvas, .canvas, [Chord("x")], .later(.export), help: "export (not in this version)"),
    ]

    private static let program: [KeyEntry] = [
        KeyEntry(
            .canvas, .program, [Chord("?"), Chord(.function(1))], .showHelp, hint: "help",
            help: "this help"),
        KeyEntry(
            .canvas, .program, [Chord(":")], .openSearch, hint: "commands",
            help: "every action by what it does, and :q :title :clear"),
        KeyEntry(
            .canvas, .program, [Chord("l", .control)], .redraw, help: "draw the screen anew"),
        KeyEntry(
            .canvas, .program, [Chord(.escape)], .cancel, hint: "let go",
            help: "cancel what is in progress, let go of what is selected"),
        KeyEntry(
            .canvas, .program, [Chord("c", .control)], .interrupt,
            help: "cancel what is in progress, else quit"),
        KeyEntry(
            .canvas, .program, [Chord("z", .control)], .suspend,
            help: "to the shell; fg comes back"),
        KeyEntry(.canvas, .program, [Chord("q")], .quit, hint: "quit", help: "quit"),
    ]

    // MARK: - Elsewhere

    private static let text: [KeyEntry] = [
        KeyEntry(.text, .text, [Chord(.enter)], .edit(.newline), help: "new line"),
        KeyEntry(
            .text, .text, [Chord(.escape)], .edit(.keep), hint: "keep",
            help: "keep the text; so does a click elsewhere"),
        KeyEntry(
            .text, .text, [Chord("c", .control)], .edit(.drop), hint: "drop",
            help: "drop the text"),
        KeyEntry(
            .text, .text,
            [
                KeyEntry.Binding(Chord(.backspace), .edit(.deleteBackward)),
                KeyEntry.Binding(Chord(.delete), .edit(.deleteForward)),
            ],
            help: "delete before or behind the cursor"),
        KeyEntry(
            .text, .text,
            [
                KeyEntry.Binding(Chord("w", .control), .edit(.deleteWord)),
                KeyEntry.Binding(Chord("u", .control), .edit(.deleteToLineStart)),
            ],
            help: "delete the word, the line before the cursor"),
        KeyEntry(
            .text, .text,
            [
                KeyEntry.Binding(Chord(.left), .edit(.left)),
                KeyEntry.Binding(Chord(.down), .edit(.down)),
                KeyEntry.Binding(Chord(.up), .edit(.up)),
                KeyEntry.Binding(Chord(.right), .edit(.right)),
                KeyEntry.Binding(Chord(.home), .edit(.lineStart)),
                KeyEntry.Binding(Chord(.end), .edit(.lineEnd)),
            ],
            help: "move within the text"),
        KeyEntry(
            .text, .text,
            [
                KeyEntry.Binding(Chord("a", .control), .edit(.lineStart)),
                KeyEntry.Binding(Chord("e", .control), .edit(.lineEnd)),
            ],
            help: "to the line's beginning, to its end"),
        KeyEntry(
            .text, .text, [Chord("z", .control)], .suspend, help: "to the shell; fg comes back"),
        KeyEntry(
            .text, .text, [Chord("l", .control)], .redraw, help: "draw the screen anew"),
    ]

    private static let list: [KeyEntry] = [
        KeyEntry(
            .list, .list,
            [
                KeyEntry.Binding(Chord(.left), .list(.left)),
                KeyEntry.Binding(Chord(.down), .list(.down)),
                KeyEntry.Binding(Chord(.up), .list(.up)),
                KeyEntry.Binding(Chord(.right), .list(.right)),
            ],
            help: "go through the list"),
        KeyEntry(
            .list, .list,
            [
                KeyEntry.Binding(Chord("h"), .list(.left)),
                KeyEntry.Binding(Chord("j"), .list(.down)),
                KeyEntry.Binding(Chord("k"), .list(.up)),
                KeyEntry.Binding(Chord("l"), .list(.right)),
            ],
            help: "go through the list"),
        KeyEntry(
            .list, .list, [Chord(.enter), Chord(" ")], .list(.choose), hint: "choose",
            help: "choose"),
        KeyEntry(
            .list, .list, [Chord(.escape), Chord("c", .control)], .list(.close),
            hint: "close", help: "close the list; other keys do what they always do"),
    ]

    private static let search: [KeyEntry] = [
        KeyEntry(
            .search, .search,
            [
                KeyEntry.Binding(Chord(.down), .list(.down)),
                KeyEntry.Binding(Chord(.up), .list(.up)),
            ],
            help: "go through what was found"),
        KeyEntry(
            .search, .search, [Chord(.enter)], .list(.choose), hint: "do it",
            help: "do it"),
        KeyEntry(
            .search, .search, [Chord(.backspace)], .deleteInSearch,
            help: "delete the last letter"),
        KeyEntry(
            .search, .search, [Chord(.escape), Chord("c", .control)], .list(.close),
            hint: "close", help: "close"),
        KeyEntry(
            .search, .search, [Chord("z", .control)], .suspend,
            help: "to the shell; fg comes back"),
    ]

    private static let question: [KeyEntry] = [
        KeyEntry(
            .question, .question, [Chord("y"), Chord(.enter)], .answer(true), hint: "yes",
            help: "yes"),
        KeyEntry(
            .question, .question, [Chord("n"), Chord(.escape)], .answer(false), hint: "no",
            help: "no"),
        KeyEntry(
            .question, .question, [Chord("c", .control)], .interrupt,
            help: "no; but where the question is whether to quit, yes"),
        KeyEntry(
            .question, .question, [Chord("z", .control)], .suspend,
            help: "to the shell; fg comes back"),
    ]

    private static let help: [KeyEntry] = [
        KeyEntry(
            .help, .help, [Chord(.down), Chord("j")], .scroll(rows: 1), help: "scroll down"),
        KeyEntry(.help, .help, [Chord(.up), Chord("k")], .scroll(rows: -1), help: "scroll up"),
        KeyEntry(
            .help, .help, [Chord(.pageDown), Chord(" ")], .scroll(rows: 10),
            help: "scroll further"),
        KeyEntry(.help, .help, [Chord(.pageUp)], .scroll(rows: -10), help: "scroll back"),
        KeyEntry(
            .help, .help, [Chord("z", .control)], .suspend, help: "to the shell; fg comes back"),
    ]

    // MARK: - Directions

    /// Left, down, up, right: the order of hjkl.
    private static func arrows(_ modifiers: Modifiers) -> [Chord] {
        [Key.left, .down, .up, .right].map { Chord($0, modifiers) }
    }

    private static func moves(_ chords: [Chord], by steps: Int) -> [KeyEntry.Binding] {
        zip(chords, [(-1, 0), (0, 1), (0, -1), (1, 0)]).map { chord, direction in
            KeyEntry.Binding(
                chord, .move(columns: direction.0 * steps, rows: direction.1 * steps))
        }
    }

    private static func pans(_ chords: [Chord]) -> [KeyEntry.Binding] {
        zip(chords, [(-8, 0), (0, 4), (0, -4), (8, 0)]).map { chord, direction in
            KeyEntry.Binding(chord, .pan(columns: direction.0, rows: direction.1))
        }
    }
}
