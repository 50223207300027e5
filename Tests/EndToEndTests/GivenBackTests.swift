import Foundation
import Glibc
import Testing

/// However the program ends, the terminal is as it was.
///
/// The shell is dash, which repairs nothing by itself.
@Suite(.serialized) struct GivenBackTests {
    let sandbox: Sandbox
    let screen: Screen
    private let before: URL
    private let after: URL

    init() throws {
        sandbox = try Sandbox()
        before = sandbox.folder.appending(path: "before")
        after = sandbox.folder.appending(path: "after")
        let script = sandbox.folder.appending(path: "script")
        let (first, last) = (
            before.path(percentEncoded: false), after.path(percentEncoded: false)
        )
        try """
        stty -a > \(first)
        \(Sandbox.program) --name Ana & echo $! > \(first).pid; fg > /dev/null
        stty -a > \(first).stopped
        fg > /dev/null
        stty -a > \(last)
        exec sleep 60
        """.write(to: script, atomically: true, encoding: .utf8)
        screen = try Screen(
            sandbox, name: "Ana", command: "exec dash -m \(script.path(percentEncoded: false))")
        try screen.waitUntilShown("alone")
        #expect(try screen.flags() == "1 1 1 1" || screen.flags() == "1 1 1 0")
    }

    private func program() throws -> pid_t {
        let text = try String(
            contentsOfFile: before.path(percentEncoded: false) + ".pid", encoding: .utf8)
        return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func expectAsBefore() throws {
        let path = after.path(percentEncoded: false)
        try #require(eventually(within: 15) { FileManager.default.fileExists(atPath: path) })
        #expect(eventually { (try? Data(contentsOf: before)) == (try? Data(contentsOf: after)) })
        #expect(try eventually { try screen.flags() == "0 0 0 1" })
    }

    @Test func `after the quit key`() throws {
        try screen.press("q")
        try expectAsBefore()
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV, SIGILL, SIGABRT])
    func `after a signal`(signal: Int32) throws {
        kill(try program(), signal)
        try expectAsBefore()
    }

    @Test func `after Ctrl-Z the shell has it, after fg the program, and then the shell again`()
        throws
    {
        // The program stops at once, and the script's second `fg` brings it back.
        try screen.press("C-z")
        let stopped = before.path(percentEncoded: false) + ".stopped"
        try #require(eventually { FileManager.default.fileExists(atPath: stopped) })
        try screen.waitUntilShown("Ctrl-Z suspends")
        #expect(
            FileManager.default.contentsEqual(
                atPath: before.path(percentEncoded: false), andPath: stopped))
        try screen.press("q")
        try expectAsBefore()
    }
}
