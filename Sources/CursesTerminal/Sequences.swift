import TerminalUI

/// The bytes beside ncurses' own, from XTerm Control Sequences (ctlseqs).
enum Sequences {
    /// Switches on what we want to hear, in the order all terminals take: mouse, paste, focus.
    static func enter(_ mouse: TerminalConfiguration.Mouse) -> [UInt8] {
        let reports =
            switch mouse {
            case .full: "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1003h\u{1B}[?1006h"
            case .withoutHover: "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
            case .none: ""
            }
        return Array((reports + "\u{1B}[?2004h\u{1B}[?1004h").utf8)
    }

    /// Switches it all off; what was not on does not mind.
    static let leave = Array(
        "\u{1B}[?1004l\u{1B}[?2004l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l".utf8)

    /// Gives a text to the terminal's clipboard (OSC 52).
    static func copy(_ text: [UInt8]) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + Base64.encode(text) + [0x07]
    }

    /// Undoes the scrolling region that ncurses has set for the size it began with.
    static let wholeScreenScrolls = Array("\u{1B}[r".utf8)

    static let saveCursor = Array("\u{1B}7".utf8)
    static let restoreCursor = Array("\u{1B}8".utf8)

    /// Asks the terminal how it is, and what it answers.
    static let question = Array("\u{1B}[5n".utf8)
    static let answer = Array("\u{1B}[0n".utf8)

    private static let synchronizedBegin = Array("\u{1B}[?2026h".utf8)
    private static let synchronizedEnd = Array("\u{1B}[?2026l".utf8)

    /// A frame the terminal shows at once (mode 2026), unless it erases the display.
    ///
    /// A terminal multiplexer may lose all of a synchronized frame but its last line when there is
    /// an erase-display in it.
    static func synchronized(_ frame: [UInt8]) -> [UInt8] {
        erasesDisplay(frame) ? frame : synchronizedBegin + frame + synchronizedEnd
    }

    /// The same without what the next sequence undoes anyhow.
    ///
    /// ncurses goes back to no colour, to ASCII (which it never left) and to no attributes, one by
    /// one; the last of these does it all, and many a frame does so after each cell.
    static func shortened(_ frame: [UInt8]) -> [UInt8] {
        var short: [UInt8] = []
        short.reserveCapacity(frame.count)
        var rest = frame[...]
        while let escape = rest.firstIndex(of: 0x1B) {
            short += rest[..<escape]
            rest = rest[escape...]
            if let void = voidBeforeReset.first(where: { rest.starts(with: $0 + reset) }) {
                rest = rest.dropFirst(void.count)
            }
            short += rest.prefix(1)
            rest = rest.dropFirst()
        }
        return short + rest
    }

    private static let reset = Array("\u{1B}[m".utf8)
    private static let voidBeforeReset = ["\u{1B}[39m\u{1B}(B", "\u{1B}[39m"].map { Array($0.utf8) }

    /// Whether there is an ESC [ J, with or without a number.
    static func erasesDisplay(_ bytes: [UInt8]) -> Bool {
        bytes.indices.contains { index in
            guard bytes[index] == 0x4A else { return false }
            var before = index
            while before > 0, 0x30...0x3F ~= bytes[before - 1] { before -= 1 }
            return before >= 2 && bytes[before - 1] == 0x5B && bytes[before - 2] == 0x1B
        }
    }

    /// Whether `bytes` hold `part`.
    static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard bytes.count >= part.count else { return false }
        return (0...bytes.count - part.count).contains { bytes[$0...].starts(with: part) }
    }
}
