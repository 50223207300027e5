/// A word that can be typed after `:`; the keys' commands are found there by what they do.
struct CommandWord: Sendable {
    let word: String
    /// What comes behind the word; nil for nothing.
    var operand: String?
    let help: String
    /// What the word asks for; it is given the operand.
    let command: @Sendable (String) -> Command

    /// As it is written for people.
    var label: String { ":" + word + (operand.map { " \($0)" } ?? "") }

    static let all: [CommandWord] = [
        CommandWord(word: "q", help: "quit") { _ in .quit },
        CommandWord(word: "title", operand: "TEXT", help: "call the canvas so") { .title($0) },
        CommandWord(word: "clear", help: "clear the canvas for everybody (asks)") { _ in .clear },
        CommandWord(word: "settings", help: "name, colour, glyphs, hints") { _ in .openSettings },
        CommandWord(word: "name", operand: "NAME", help: "who you are to the others") {
            .rename($0)
        },
        CommandWord(word: "color", operand: "N", help: "your cursor's colour, 1 to 64") { text in
            guard let color = UInt8(text), (1...64).contains(color) else {
                return .refuse("a colour is a number from 1 to 64")
            }
            return .recolor(color)
        },
        CommandWord(
            word: "glyphs", operand: "SET", help: "braille, quadrant, half or ascii"
        ) { text in
            GlyphSet(rawValue: text).map { .chooseGlyphs($0) }
                ?? .refuse("glyphs are braille, quadrant, half or ascii")
        },
        CommandWord(word: "hints", help: "show or hide the hints below") { _ in .toggleHints },
        CommandWord(word: "share", operand: "ROOM", help: "draw on in a room of the network") {
            .share($0)
        },
        CommandWord(word: "w", operand: "NAME", help: "save the canvas (not in this version)") {
            _ in .later(.saving)
        },
        CommandWord(
            word: "template", operand: "NAME", help: "begin with a template (not in this version)"
        ) { _ in
            .later(.templates)
        },
    ]
}

/// What this version has a key for and no more.
package enum LaterFeature: Hashable, Sendable {
    case saving, earlierCanvases, export, replay, rooms, templates

    var notice: String {
        switch self {
        case .saving: "this version does not save canvases"
        case .earlierCanvases: "this version does not keep earlier canvases"
        case .export: "this version does not export: y copies as text"
        case .replay: "this version does not replay"
        case .rooms: "to go to another room quit, and start with: inkcast ROOM"
        case .templates: "this version has no templates"
        }
    }
}
