import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// Boxes with their labels, and the arrows between them.
struct NodeTests {
    @Test func `arrows go along with the boxes they end at, also on the way, and come back`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (30, 7)])
        desk.drag([(50, 5), (60, 7)])
        desk.press("a")
        desk.drag([(31, 6), (49, 6)])
        let before = desk.screen()[5...7]
        desk.press("v")
        desk.mouse(.press(.left), 55, 5)
        desk.mouse(.drag(.left), 55, 11)
        #expect(desk.row(6).contains("│         │") && !desk.row(6).contains("▶"))
        #expect(desk.row(12).contains("└───────────────────────▶│"))
        desk.mouse(.release(.left), 55, 11)
        #expect(!desk.row(6).contains("▶"))
        #expect(desk.row(12).contains("└───────────────────────▶│"))
        desk.press("u")
        #expect(desk.screen()[5...7] == before)
        desk.press("A")
        desk.press(.down)
        desk.wait(1000)
        desk.press(.escape)
        #expect(
            desk.screen()[6...8].map { $0.dropFirst(16) } == before.map { $0.dropFirst(16) })
    }

    /// Two boxes and an arrow from the left one; the right one is then moved so that its corner is at
    /// a cell.
    private func moved(to column: Int, _ row: Int) -> Desk {
        var desk = Desk(columns: 100, rows: 30)
        desk.press("r")
        desk.drag([(45, 10), (55, 14)])
        desk.drag([(70, 10), (80, 14)])
        desk.press("a")
        desk.drag([(50, 12), (75, 12)])
        desk.press("v")
        desk.drag([(70, 10), (column, row)])
        desk.press(.escape)
        return desk
    }

    @Test(arguments: [(48, 18), (20, 18), (20, 10), (60, 18), (45, 3), (70, 20), (45, 17), (80, 3)])
    func `wherever a box is moved, its arrow goes from side to side`(column: Int, row: Int) {
        var desk = moved(to: column, row)
        let screen = desk.screen().map { $0.padding(to: 100) }
        let box = ["┌─────────┐", "│         │", "└─────────┘"]
        for (left, top) in [(45, 10), (column, row)] {
            let inside = screen[top + 1..<top + 4].map { $0.dropFirst(left + 1).prefix(9) }
            #expect(inside.allSatisfy { $0.allSatisfy { $0 == " " } }, "\(screen)")
            for (line, corner) in [(top, box[0]), (top + 4, box[2])] {
                let sides = screen[line].dropFirst(left).prefix(11)
                #expect(sides.first == corner.first && sides.last == corner.last, "\(screen)")
            }
        }
        // One head, just before a side of the box that was moved, and straight for it.
        let heads = screen.enumerated().flatMap { row, line in
            line.enumerated().filter { "▶◀▲▼".contains($0.element) }.map { (row, $0) }
        }
        #expect(heads.count == 1)
        guard let (headRow, head) = heads.first else { return }
        let ahead: (Int, Int) =
            switch head.element {
            case "▶": (headRow, head.offset + 1)
            case "◀": (headRow, head.offset - 1)
            case "▼": (headRow + 1, head.offset)
            default: (headRow - 1, head.offset)
            }
        let isAtSide = (row...row + 4).contains(ahead.0) && (column...column + 10).contains(ahead.1)
        #expect(isAtSide, "\(screen)")
    }

    /// A labelled box with an arrow from its right side.
    private static func node() -> Desk {
        var desk = Desk()
        desk.drawBox((20, 5), (30, 9), label: "web")
        desk.press("a")
        desk.drag([(25, 7), (50, 7)])
        desk.press("v")
        return desk
    }

    @Test(arguments: [(22, 6), (25, 7), (30, 7), (20, 8)])
    func `a box is taken by any part of it`(column: Int, row: Int) {
        var desk = Self.node()
        desk.drag([(column, row), (column, row + 5)])
        #expect(desk.row(12).contains("│   web   │"))
        #expect(desk.row(10).contains("┌────┴────┐"))
        #expect(desk.board.selection.count == 2)
        desk.press("u")
        desk.press(.escape)
        desk.drag([(40, 7), (40, 12)])
        #expect(desk.row(12).dropFirst(30).hasPrefix("────────────────────▶"))
    }

    @Test func `in a frame around other things a drag chooses what lies in it`() {
        var desk = Self.node()
        desk.press("r")
        desk.drag([(16, 2), (60, 16)])
        desk.press("v")
        desk.drag([(18, 4), (33, 12)])
        #expect(desk.board.selection.count == 2)
        #expect(desk.row(-1).contains("1 selected"))
    }

    @Test func `who has nudged puts down with Space, wherever the pointer is by then`() {
        var desk = Self.node()
        desk.mouse(.hover, 30, 7)
        desk.press(" jj")
        desk.wait(2000)
        desk.press(" ")
        #expect(desk.board.selection.count == 2)
        #expect(desk.row(-1).contains("1 selected"))
    }

    @Test func `a box that is rubbed out takes its label along`() {
        var desk = Self.node()
        desk.drag([(20, 6), (20, 7)], button: .right)
        #expect(desk.board.canvas.visibleObjectCount == 1)
        desk.press("u")
        #expect(desk.board.canvas.visibleObjectCount == 3)
    }

    /// Where each head points, in cells.
    private func aims(_ screen: [String]) -> [Position] {
        screen.enumerated().flatMap { row, line in
            line.enumerated().compactMap { column, character in
                switch character {
                case "▶": Position(column: column + 1, row: row)
                case "◀": Position(column: column - 1, row: row)
                case "▼": Position(column: column, row: row + 1)
                case "▲": Position(column: column, row: row - 1)
                default: nil
                }
            }
        }
    }

    @Test(arguments: [(69, 11), (38, 19), (64, 13), (79, 3), (30, 12), (57, 9)])
    func `near each other, too, boxes have their arrow from side to side`(column: Int, row: Int) {
        var desk = Desk(columns: 110, rows: 30)
        for (left, label) in [(30, "ana"), (55, "ben")] {
            desk.press("r")
            desk.drag([(left, 4), (left + 12, 7)])
            desk.press(.enter)
            desk.press(label)
            desk.press(.escape)
        }
        desk.press("a")
        desk.drag([(35, 5), (60, 5)])
        desk.press("v")
        desk.drag([(55, 4), (column, row)])
        desk.press(.escape)
        let screen = desk.screen()
        #expect(screen.joined().contains("ana") && screen.joined().contains("ben"))
        guard let aim = aims(screen).first else {
            Issue.record("no arrow: \(screen)")
            return
        }
        let isOnSide =
            (row...row + 3).contains(aim.row) && (column...column + 12).contains(aim.column)
        let isOnCorner =
            [row, row + 3].contains(aim.row) && [column, column + 12].contains(aim.column)
        #expect(isOnSide && !isOnCorner, "\(screen.joined(separator: "\n"))")
        for corner in [(30, 4, "┌"), (42, 4, "┐"), (30, 7, "└"), (42, 7, "┘")] {
            #expect(
                screen[corner.1].dropFirst(corner.0).hasPrefix(corner.2),
                "\(screen.joined(separator: "\n"))")
        }
    }

    @Test func `a frame that is moved leaves the arrows within to their boxes`() {
        var desk = Desk(columns: 110, rows: 30)
        for left in [35, 60] {
            desk.press("r")
            desk.drag([(left, 6), (left + 10, 9)])
        }
        desk.press("a")
        desk.drag([(40, 7), (65, 7)])
        desk.drawBox((30, 4), (80, 12), label: "frame")
        #expect(desk.row(4).contains("frame"))
        let before = desk.row(7)
        desk.press("v")
        desk.drag([(30, 10), (29, 10)])
        #expect(desk.row(7).contains("├─────────────▶│"))
        #expect(before.contains("├─────────────▶│"))
        #expect(desk.row(4).dropFirst(29).hasPrefix("┌"))
    }

    @Test func `a line has a label too, in the middle of its longer part`() {
        var desk = Self.node()
        desk.click(40, 7)
        desk.press(.enter)
        desk.press("sends")
        desk.press(.escape)
        #expect(desk.row(7).contains("├───────sends───────▶"))
    }

    @Test func `of two who move a box at once the last has it`() {
        var pair = Pair(columns: 100, rows: 30)
        pair.ana.drawBox((30, 5), (40, 8), label: "web")
        pair.exchange()
        pair.ana.press("v")
        pair.ana.mouse(.press(.left), 30, 5)
        pair.ana.mouse(.drag(.left), 32, 9)
        pair.ben.press("v")
        pair.ben.drag([(30, 5), (30, 12)])
        pair.exchange()
        let held = pair.ana.screen()
        #expect(held[9].dropFirst(32).hasPrefix("┌─────────┐"))
        #expect(held[10].dropFirst(32).hasPrefix("│   web   │"))
        pair.ana.mouse(.release(.left), 32, 9)
        pair.exchange()
        for screen in [pair.ana.screen(), pair.ben.screen()] {
            #expect(screen[10].dropFirst(32).hasPrefix("│   web   │"))
        }
    }

    @Test func `a preview that names an object twice is one of it`() {
        var pair = Pair()
        pair.ana.press("r")
        pair.ana.drag([(30, 6), (40, 9)])
        pair.exchange()
        let id = pair.ana.board.canvas.visibleObjectIDs[0]
        let preview = MovePreview(
            session: Desk.session, offset: Dot(x: 0, y: 8), objects: [id, id])
        pair.ben.act(
            .ephemeral(from: pair.ana.me, key: MovePreview.key, body: preview.encoded))
        #expect(pair.ben.row(8).contains("┌─────────┐"))
    }

    @Test func `what is not on the canvas yet is not duplicated`() {
        var desk = Self.node()
        desk.board.selection = [ObjectID(author: desk.me, number: 99)]
        desk.press("D")
        #expect(desk.row(0).contains("nothing is selected"))
    }

    @Test func `a label is kept where its box is by then`() {
        var pair = Pair()
        pair.ana.press("r")
        pair.ana.drag([(20, 5), (30, 7)])
        pair.ana.press(.enter)
        pair.ana.press("web")
        pair.exchange()
        pair.ben.press("v")
        pair.ben.drag([(20, 5), (40, 12)])
        pair.exchange()
        pair.ana.press("site with more words")
        pair.ana.press(.escape)
        #expect(pair.ana.row(13).contains("│ website with more words │"))
    }

    @Test func `Space takes again once what was nudged is gone`() {
        var desk = Self.node()
        desk.mouse(.hover, 20, 6)
        desk.press(" j")
        desk.wait(1000)
        desk.press("d")
        desk.mouse(.hover, 40, 7)
        desk.press(" ")
        #expect(desk.board.selection.count == 1)
    }

    @Test func `an arrow that is locked stays, and one that ends elsewhere too`() {
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (30, 7)])
        desk.press("a")
        desk.drag([(34, 6), (49, 6)])
        desk.drag([(31, 7), (49, 9)])
        desk.press("v")
        desk.click(49, 9)
        desk.press("X")
        desk.press(.escape)
        let arrows = desk.board.canvas.visibleObjects.compactMap(\.shape)[1...]
        desk.drag([(20, 6), (20, 12)])
        #expect(desk.board.canvas.visibleObjects.compactMap(\.shape)[1...] == arrows)
    }
}

extension String {
    fileprivate func padding(to length: Int) -> String {
        self + String(repeating: " ", count: max(length - count, 0))
    }
}
