import Foundation
import TerminalUI
import Testing

@testable import Whiteboard

struct KeyTableTests {
    @Test(arguments: KeyEntry.Context.allCases)
    func `no key means two things`(context: KeyEntry.Context) {
        let chords = KeyTable.entries.filter { $0.context == context }
            .flatMap(\.bindings).map(\.chord)
        #expect(!chords.isEmpty)
        #expect(Set(chords).count == chords.count)
    }

    @Test func `every key of the table reaches its command`() {
        for entry in KeyTable.entries {
            for binding in entry.bindings {
                #expect(
                    KeyTable.command(for: binding.chord, in: entry.context) == binding.command)
            }
        }
    }

    @Test func `every tool has a key and a hint`() {
        for tool in Tool.allCases {
            #expect(KeyTable.entry(for: .tool(tool))?.hint != nil)
        }
    }

    @Test func `the keys of the first landing are there`() {
        let plain = "peti12345678[]uUnhjklHJKL +-0=gm?\\q"
        for scalar in plain.unicodeScalars {
            #expect(KeyTable.command(for: Chord(scalar), in: .canvas) != nil, "\(scalar)")
        }
        for scalar in "rczl".unicodeScalars {
            #expect(KeyTable.command(for: Chord(scalar, .control), in: .canvas) != nil)
        }
        for key in [Key.left, .right, .up, .down] {
            for modifiers in [Modifiers(), .shift, .control, .alt] {
                #expect(KeyTable.command(for: Chord(key, modifiers), in: .canvas) != nil)
            }
        }
    }

    @Test func `the README names every key of tools, selections, people and the canvas`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../README.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let groups: [KeyEntry.Group] = [.tools, .selection, .people, .canvas]
        for entry in KeyTable.entries where groups.contains(entry.group) {
            guard let label = entry.bindings.first?.chord.label else { continue }
            if case .later = entry.bindings.first?.command { continue }
            let isNamed = text.contains("`\(label)`") || text.contains(" \(label) ")
            #expect(isNamed, "\(label)")
        }
    }

    @Test func `shift makes no difference where it is in the character`() {
        #expect(Chord("U", .shift) == Chord("U"))
        #expect(Chord(.up, .shift) != Chord(.up))
    }

    @Test func `every line of the table stands in the help`() {
        var desk = Desk(columns: 80, rows: 200)
        desk.press("?")
        let screen = desk.screen()
        for entry in KeyTable.entries {
            let line = screen.first { $0.contains(entry.label) && $0.contains(entry.help) }
            #expect(line != nil, "\(entry.label): \(entry.help)")
        }
    }

    @Test func `the help scrolls, and any other key closes it`() {
        var desk = Desk(columns: 60, rows: 12)
        desk.press("?")
        let top = desk.screen()
        #expect(top[0].contains("Tools"))
        desk.press("jj")
        #expect(desk.row(0) == top[2])
        desk.press("k")
        #expect(desk.row(0) == top[1])
        for _ in 0..<100 { desk.press(.pageDown) }
        #expect(desk.screen().contains { $0.contains("with Shift held") })
        desk.press("x")
        #expect(desk.row(0).contains("canvas 1"))
    }
}
