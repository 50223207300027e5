import Foundation
import Glibc
import Testing

/// Real programs in real terminals, on one wire.
@Suite(.serialized) struct TwoTerminalsTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
    }

    @Test func `what one draws the other sees, in its colour, and who comes later sees it too`()
        throws
    {
        let ana = try Screen(sandbox, name: "Ana")
        let ben = try Screen(sandbox, name: "Ben")
        try ana.waitUntilShown("2 here")
        try ana.press("2")
        try ana.drag((30, 10), (40, 14), (50, 11))
        try #require(eventually { try !ana.ink().isEmpty })
        #expect(try eventually { try ben.ink() == ana.ink() })
        #expect(try eventually { try ben.shows("Ana") })
        // Below the top line and beside the rail there is only ink.
        let isRed = try ben.coloredRows().dropFirst().contains { row in
            row.contains("38;5;160m⠉") || row.contains("38;5;160m⠑") || row.contains("38;5;160m⠠")
                || row.contains("38;5;160m⠈") || row.contains("38;5;160m⠐")
        }
        #expect(isRed, "ink 2 is red")
        let chloe = try Screen(sandbox, name: "Chloe")
        try chloe.waitUntilShown("3 here")
        #expect(try eventually { try chloe.ink() == ana.ink() })
    }

    @Test func `a stroke made right after the start reaches everybody`() throws {
        let ana = try PipeClient(sandbox, name: "Ana")
        ana.say(#"{"do":"wait","for":"joined"}"#, #"{"do":"stroke","points":[[0,0],[9,9]]}"#)
        _ = try ana.next("entry")
        let ben = try Screen(sandbox, name: "Ben")
        try #require(eventually { try ben.shows("inkcast") })
        try ben.drag((30, 10), (50, 10))
        ana.say(#"{"do":"wait","for":"objects","count":2,"seconds":10}"#)
        _ = try ana.next("waited", after: 1)
        #expect(try eventually { try !ben.ink().isEmpty })
    }

    @Test func `whoever is killed, the others say so and a newcomer gets all ink`() throws {
        let ana = try Screen(sandbox, name: "Ana")
        try ana.waitUntilShown("alone")
        let ben = try Screen(sandbox, name: "Ben")
        try ben.waitUntilShown("2 here")
        try ana.drag((30, 10), (50, 10))
        try #require(eventually { try !ben.ink().isEmpty })
        kill(try ana.processIdentifier(), SIGKILL)
        try ben.waitUntilShown("lost Ana", within: 8)
        #expect(try ben.rows().dropFirst().allSatisfy { !$0.contains("Ana") })
        let ink = try ben.settledInk()
        let chloe = try Screen(sandbox, name: "Chloe")
        try chloe.waitUntilShown("2 here")
        #expect(try eventually { try chloe.ink() == ink })
    }

    @Test func `two who open a new canvas at once are on one and the same empty canvas`() throws {
        let ana = try Screen(sandbox, name: "Ana")
        let ben = try Screen(sandbox, name: "Ben")
        let watcher = try PipeClient(sandbox, name: "Watcher")
        try ana.waitUntilShown("3 here")
        try ben.waitUntilShown("3 here")
        try ana.drag((30, 10), (50, 10))
        try #require(eventually { try !ben.ink().isEmpty })
        try ana.press("n")
        try ben.press("n")
        try #require(eventually { try ana.shows("y") && ben.shows("y") })
        try ana.press("y")
        try ben.press("y")
        let canvas = try watcher.next("canvas")
        #expect(canvas["generation"] as? Int == 1)
        #expect(try eventually { try ana.ink().isEmpty && ben.ink().isEmpty })
        try ben.drag((30, 12), (50, 12))
        #expect(try eventually { try !ana.ink().isEmpty && ana.ink() == ben.ink() })
        #expect(watcher.events("canvas").count == 1)
    }

    @Test func `a terminal that shrinks and grows again loses no ink`() throws {
        let ana = try Screen(sandbox, name: "Ana")
        try ana.waitUntilShown("alone")
        try ana.drag((30, 10), (60, 20))
        let ink = try ana.settledInk()
        try ana.resize(columns: 20, rows: 5)
        // Until the program has drawn for the small size; a terminal may not tell of a size that
        // it had only for a moment.
        let isSmall = try eventually {
            let rows = try ana.rows().filter { !$0.isEmpty }
            return rows.count <= 5 && rows.last?.contains("pen") == true
        }
        let small = try ana.rows().joined(separator: "\n")
        try #require(isSmall, "\(small)")
        try ana.resize(columns: 100, rows: 30)
        let isBack = try eventually { try ana.ink() == ink }
        let screen = try ana.rows().joined(separator: "\n")
        #expect(isBack, "\(screen)\n\(ink)")
    }

    @Test func `text typed in place arrives, undo takes back only one's own`() throws {
        let ana = try Screen(sandbox, name: "Ana")
        let ben = try Screen(sandbox, name: "Ben")
        try ana.waitUntilShown("2 here")
        try ben.waitUntilShown("2 here")
        try ben.drag((30, 20), (50, 20))
        try ana.press("t")
        try ana.type("hello 漢字")
        try ana.press("Escape")
        try #require(eventually { try ben.shows("hello 漢字") })
        try ana.press("u")
        #expect(try eventually { try !ben.shows("hello") })
        #expect(try !ana.ink().isEmpty)
        try ana.press("U")
        #expect(try eventually { try ben.shows("hello 漢字") })
    }
}
