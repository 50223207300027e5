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
        desk.press("r")
        desk.drag([(20, 5), (30, 9)])
        desk.press(.enter)
        desk.press("web")
        desk.press(.escape)
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
