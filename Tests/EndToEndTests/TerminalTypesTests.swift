import Foundation
import Testing

/// The real program in terminals of many types.
@Suite(.serialized) struct TerminalTypesTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let variables: String
        var isASCII = false
        var hasColors = true

        var testDescription: String { variables }
    }

    static let kinds = [
        Kind(variables: "TERM=xterm-256color"), Kind(variables: "TERM=tmux-256color"),
        Kind(variables: "TERM=screen-256color"), Kind(variables: "TERM=linux", isASCII: true),
        Kind(variables: "TERM=vt100", isASCII: true, hasColors: false),
        Kind(variables: "TERM=xterm-256color LC_ALL=C", isASCII: true),
        Kind(variables: "TERM=xterm-256color NO_COLOR=1", hasColors: false),
    ]

    @Test(arguments: Self.kinds)
    func `it draws, can be read, and leaves cleanly`(kind: Kind) throws {
        let screen = try Screen(
            sandbox, name: "Ana", columns: 80, rows: 24,
            command: "env \(kind.variables) \(Sandbox.program) --solo --name Ana; echo back; cat")
        try screen.waitUntilShown("solo")
        try screen.press("2")
        try screen.drag((20, 4), (30, 6), (40, 4))
        try screen.press("r")
        try screen.drag((20, 9), (40, 12))
        try screen.press("N")
        try screen.type("remember")
        try screen.press("Escape")
        try screen.waitUntilShown("remember")
        try screen.waitUntilShown(kind.isASCII ? "+-------------------+" : "┌───────────────────┐")
        #expect(try screen.ink().isEmpty == kind.isASCII)
        let isColoured = try screen.coloredRows().contains { row in
            row.contains("38;5;160m") || row.contains("[31m")
        }
        #expect(isColoured == kind.hasColors)
        if kind.isASCII {
            let isPlain = try screen.rows().allSatisfy { row in row.allSatisfy(\.isASCII) }
            #expect(isPlain)
        }
        let hasAlternateScreen = try screen.flags().hasPrefix("1")
        try screen.press("q")
        try screen.waitUntilShown("Quit?")
        try screen.press("y")
        try screen.waitUntilShown("back")
        #expect(try screen.flags() == "0 0 0 1")
        // Where there is a screen to go back to.
        if hasAlternateScreen { #expect(try !screen.shows("remember")) }
    }

    @Test func `what is copied reaches the clipboard and a file`() throws {
        let screen = try Screen(sandbox, name: "Ana", options: "--solo")
        try screen.waitUntilShown("solo")
        try screen.acceptClipboard()
        try screen.press("r")
        try screen.drag((20, 9), (24, 11))
        try screen.press("y")
        try screen.waitUntilShown("copied 3 lines")
        let box = "┌───┐\n│   │\n└───┘\n"
        #expect(try screen.clipboard() == box)
        let file = sandbox.folder.appending(path: "Ana/.local/state/inkcast/copied.txt")
        #expect(try String(contentsOf: file, encoding: .utf8) == box)
    }

    @Test func `a name that was chosen is there at the next start`() throws {
        for _ in 0..<2 {
            let screen = try Screen(
                sandbox, name: "Ana", command: "exec \(Sandbox.program) --solo")
            try screen.waitUntilShown("solo")
            guard try !screen.shows("you Anna") else { return }
            try screen.type(":name Anna")
            try screen.press("Enter")
            try screen.waitUntilShown("you are Anna now")
            try screen.press("q")
        }
        Issue.record("the name is forgotten")
    }
}
