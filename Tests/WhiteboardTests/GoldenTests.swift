import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// Whole screens.
struct GoldenTests {
    @Test(arguments: [(120, 40), (80, 24), (40, 12), (20, 5)])
    func `a room with ink and three people`(columns: Int, rows: Int) throws {
        var desk = Desk("Ana", author: 1, color: 2, columns: columns, rows: rows)
        Self.draw(on: &desk)
        try Golden.compare(desk.screen(), with: "room-\(columns)x\(rows)")
    }

    @Test(arguments: [(120, 40), (40, 12)])
    func `the help`(columns: Int, rows: Int) throws {
        var desk = Desk("Ana", author: 1, color: 2, columns: columns, rows: rows)
        desk.press("?")
        try Golden.compare(desk.screen(), with: "help-\(columns)x\(rows)")
    }

    @Test func `a room in ASCII`() throws {
        var desk = Desk("Ana", author: 1, color: 2, columns: 80, rows: 12, isASCII: true)
        Self.draw(on: &desk)
        let screen = desk.screen()
        // Names are text, which stays as it is.
        let drawn = screen.joined().replacing("Chloé", with: "")
        #expect(drawn.unicodeScalars.allSatisfy { $0.isASCII })
        try Golden.compare(screen, with: "room-ascii-80x12")
    }

    /// Two strokes and a text, two others who point, one of them far away.
    private static func draw(on desk: inout Desk) {
        for (number, name) in [(UInt64(2), "Ben"), (3, "Chloé")] {
            let id = AuthorID(rawValue: number)
            desk.act(.participantJoined(id, Person(named: name, number, color: UInt8(number + 1))))
            let position = number == 2 ? Dot(x: 25, y: 10) : Dot(x: 4000, y: 6)
            let cursor = CursorMessage(position: position, activity: .pointing)
            desk.act(.ephemeral(from: id, key: CursorMessage.key, body: cursor.encoded))
        }
        desk.act(.link(.connected))
        desk.act(.storage(isSaved: true))
        desk.drag([(14, 2), (16, 3), (18, 2), (17, 2), (15, 3), (14, 3)])
        desk.press("3")
        desk.drag([(13, 1), (13, 3)])
        desk.mouse(.hover, 13, 3)
        desk.press("thi")
        desk.press(.escape)
        desk.wait(4000)
    }
}
