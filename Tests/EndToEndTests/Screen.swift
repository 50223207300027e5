import Foundation
import Glibc
import Testing

/// An `inkcast` in a terminal of tmux: keys and mouse in, the screen out.
final class Screen {
    private let sandbox: Sandbox
    private let socket: String
    let name: String

    init(
        _ sandbox: Sandbox, name: String, columns: Int = 100, rows: Int = 30,
        command: String? = nil, options: String = ""
    ) throws {
        self.sandbox = sandbox
        self.name = name
        socket = "inkcast-\(UUID().uuidString.prefix(8))"
        let home = sandbox.folder.appending(path: name).path(percentEncoded: false)
        let start = command ?? "exec \(Sandbox.program) --name \(name) \(options)"
        try tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
            "HOME=\(home) TERM=tmux-256color \(start)")
    }

    deinit {
        _ = try? tmux("kill-server")
    }

    @discardableResult
    private func tmux(_ arguments: String...) throws -> String {
        try sandbox.run(["tmux", "-L", socket] + arguments)
    }

    // MARK: - What it shows

    /// The rows, without what is blank at their ends.
    func rows() throws -> [String] {
        try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// The rows with colours, as escape sequences.
    func coloredRows() throws -> [String] {
        try tmux("capture-pane", "-p", "-e")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The canvas with its colours, between the top line and the bottom line.
    func canvas() throws -> [String] {
        try coloredRows().dropFirst().dropLast(2)
    }

    /// The ink once there is some and it has stopped changing.
    func settledInk() throws -> [String] {
        var last = try ink()
        var same = 0
        try #require(
            eventually {
                let ink = try ink()
                same = ink == last && !ink.isEmpty ? same + 1 : 0
                last = ink
                return same >= 10
            })
        return last
    }

    func shows(_ text: String) throws -> Bool {
        try rows().contains { $0.contains(text) }
    }

    /// Where ink is on the canvas: every braille character with its place.
    func ink() throws -> [String] {
        var places: [String] = []
        for (row, line) in try rows().enumerated() {
            for (column, character) in line.enumerated() {
                guard let scalar = character.unicodeScalars.first,
                    (0x2801...0x28FF).contains(scalar.value)
                else { continue }
                places.append("\(column),\(row) \(character)")
            }
        }
        return places
    }

    func waitUntilShown(_ text: String, within seconds: Double = 15) throws {
        let isShown = try eventually(within: seconds) { try shows(text) }
        let screen = try rows().joined(separator: "\n")
        try #require(isShown, "\(text) is not shown:\n\(screen)")
    }

    /// What the terminal is set to: alternate screen, mouse, SGR mouse, cursor.
    func flags() throws -> String {
        try tmux(
            "display", "-p",
            "#{alternate_on} #{mouse_any_flag} #{mouse_sgr_flag} #{cursor_flag}"
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Lets the program set the clipboard, as a terminal does.
    func acceptClipboard() throws {
        try tmux("set", "-s", "set-clipboard", "on")
    }

    func clipboard() throws -> String {
        try tmux("show-buffer")
    }

    /// The process that runs in the terminal.
    func processIdentifier() throws -> Int32 {
        let text = try tmux("display", "-p", "#{pane_pid}")
        return try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    // MARK: - What is done to it

    func press(_ keys: String...) throws {
        for key in keys { try tmux("send-keys", key) }
    }

    func type(_ text: String) throws {
        try tmux("send-keys", "-l", text)
    }

    /// Drags the left button through cells, counted from 1.
    func drag(_ cells: (column: Int, row: Int)...) throws {
        guard let first = cells.first, let last = cells.last else { return }
        var bytes = "\u{1B}[<0;\(first.column);\(first.row)M"
        for cell in cells.dropFirst() { bytes += "\u{1B}[<32;\(cell.column);\(cell.row)M" }
        bytes += "\u{1B}[<0;\(last.column);\(last.row)m"
        try type(bytes)
    }

    /// Pastes as a terminal does, between its marks if the program wants them.
    func paste(_ text: String) throws {
        let file = sandbox.folder.appending(path: "pasted-\(name)")
        try text.write(to: file, atomically: true, encoding: .utf8)
        try tmux("load-buffer", file.path(percentEncoded: false))
        try tmux("paste-buffer", "-p")
    }

    /// Stops the terminal, as XOFF does, or lets it go on: what is written to it waits.
    func stop(_ isStopped: Bool) throws {
        let path = try tmux("display", "-p", "#{pane_tty}")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let device = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(device >= 0, "\(path)")
        defer { close(device) }
        try #require(tcflow(device, isStopped ? TCOOFF : TCOON) == 0)
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }
}
