import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// Whole dialogues on screens of every class, step by step: text and colours.
struct GoldenDialogueTests {
    struct Dialogue: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [@Sendable (inout Desk) -> Void]

        var testDescription: String { name }
    }

    struct Size: Sendable, CustomTestStringConvertible {
        let columns: Int
        let rows: Int

        var testDescription: String { "\(columns)x\(rows)" }
    }

    static let sizes = [(120, 40), (80, 24), (40, 12), (20, 5), (9, 2)].map {
        Size(columns: $0.0, rows: $0.1)
    }

    @Test(arguments: Self.dialogues, Self.sizes)
    func `a dialogue looks as it did`(dialogue: Dialogue, size: Size) throws {
        var desk = Desk("Ana", author: 1, color: 2, columns: size.columns, rows: size.rows)
        desk.act(.storage(isSaved: true))
        var lines: [String] = []
        for (number, step) in dialogue.steps.enumerated() {
            step(&desk)
            let frame = desk.board.view()
            lines += ["== \(number + 1)"] + frame.lines + ["-- \(number + 1)"] + frame.styleLines
        }
        try Golden.compare(lines, with: "\(dialogue.name)-\(size.columns)x\(size.rows)")
    }

    static let dialogues = [
        Dialogue(
            name: "diagram",
            steps: [
                { desk in
                    desk.press("r")
                    desk.drag([(14, 1), (18, 3)])
                    desk.press("3a")
                    desk.drag([(14, 2), (8, 2)])
                },
                { desk in
                    desk.mouse(.hover, 15, 2)
                    desk.press("tab")
                    desk.press(.escape)
                },
                { desk in desk.press("A") },
                { desk in desk.press("j4") },
                { desk in
                    desk.press("u")
                    desk.press(.escape)
                    desk.click(18, 2, button: .right)
                },
                { desk in
                    desk.press("jj")
                    desk.press(.escape)
                    desk.press("X")
                },
            ]),
        Dialogue(
            name: "notes",
            steps: [
                { desk in
                    desk.mouse(.hover, 2, 1)
                    desk.press("5N")
                    desk.press("more tests 漢字")
                },
                { desk in
                    desk.press(.escape)
                    desk.press("!")
                },
                { desk in
                    desk.press("3")
                    desk.mouse(.hover, 4, 2)
                    desk.press("  ")
                },
                { desk in desk.press("c") },
                { desk in
                    desk.press(.down)
                    desk.press(.enter)
                    desk.press(".o")
                    desk.drag([(14, 1), (18, 3)])
                },
            ]),
        Dialogue(
            name: "people",
            steps: [
                { desk in
                    for (number, name) in [(UInt64(2), "Ben"), (3, "漢字 李")] {
                        let id = AuthorID(rawValue: number)
                        let person = Person(named: name, number, color: UInt8(number + 1))
                        desk.act(.participantJoined(id, person))
                        let position = Dot(x: number == 2 ? 25 : 4000, y: 6)
                        let cursor = CursorMessage(position: position, activity: .typing)
                        desk.act(
                            .ephemeral(from: id, key: CursorMessage.key, body: cursor.encoded))
                    }
                    desk.act(.link(.connected))
                },
                { desk in desk.press("F") },
                { desk in
                    desk.press("j")
                    desk.press(.enter)
                },
                { desk in
                    desk.press(.escape)
                    desk.press("n")
                },
                { desk in
                    desk.press("n*")
                    desk.press("ll")
                },
                { desk in desk.act(.participantLeft(AuthorID(rawValue: 2), .lost)) },
            ]),
        Dialogue(
            name: "commands",
            steps: [
                { desk in desk.press(":") },
                { desk in desk.press("sel") },
                { desk in
                    desk.press(.escape)
                    desk.press("?")
                },
                { desk in
                    desk.press(.escape)
                    desk.press(":settings")
                    desk.press(.enter)
                },
                { desk in
                    desk.press(.escape)
                    desk.press("B")
                },
            ]),
    ]
}
