import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// Golden pictures: boxes and arrows of characters.
struct DiagramTests {
    /// Two boxes, an arrow between them, and a line that crosses it.
    private func diagram() -> (board: Board, arrow: ObjectID) {
        var board = Board()
        board.draw(.rectangle, (0, 0), (14, 8))
        board.write("ask", at: (4, 4))
        board.draw(.rectangle, (30, 0), (44, 8), weight: .double)
        board.write("tell", at: (34, 4))
        let arrow = board.draw(.arrow, (14, 6), (28, 6), color: 4)
        board.draw(.line, (22, 0), (22, 11), weight: .dashed)
        return (board, arrow)
    }

    private let picture = [
        "┌──────┐   ┆   ╔══════╗", "│ ask  ├───┼──▶║ tell ║", "└──────┘   ┆   ╚══════╝",
    ]

    @Test func `boxes, and an arrow that starts at one and crosses a line`() {
        let (board, arrow) = diagram()
        #expect(board.rows(23, 3) == picture)
        #expect(board.canvas.object(arrow)?.shape?.kind == .arrow)
    }

    @Test func `in ASCII`() {
        var (board, _) = diagram()
        board.glyphs = .ascii
        #expect(
            board.rows(23, 3) == [
                "+------+   :   +======+", "| ask  +---+-->| tell |", "+------+   :   +======+",
            ])
    }

    @Test func `it is the same after a move, its undo, and a change of order`() {
        var (board, arrow) = diagram()
        board.set(.position(Dot(x: 14, y: 2)), of: arrow)
        #expect(board.rows(23, 1) == ["┌──────┬───┬──▶╔══════╗"])
        board.undo()
        #expect(board.rows(23, 3) == picture)
        board.set(.order(.back), of: arrow)
        #expect(board.rows(23, 3) == picture)
        board.undo()
        #expect(board.rows(23, 3) == picture)
    }

    @Test func `farther away it is dots, and coming back it is as it was`() {
        let (board, _) = diagram()
        var raster = board.raster(23, 3)
        let near = raster.viewport
        let far = near.zoomed(to: .actual.farther, keeping: Position(column: 0, row: 0))
        raster.show(far, of: board.canvas)
        #expect(board.rows(of: raster) != picture)
        raster.show(near, of: board.canvas)
        #expect(board.rows(of: raster) == picture)
    }

    @Test func `of which somebody hid a part the rest is shown as dots`() {
        var (board, _) = diagram()
        let box = ObjectID(author: board.pen.author, number: 1)
        let hiding = Operation.hide(box, .ranges([0..<8]))
        board.append([CanvasEntry(stamp: 99, action: 99, operation: hiding).encoded()])
        #expect(board.rows(8, 3) == ["⡇  ⠈⠉⠉⠉⡇", "⡇ ask  ─", "⠉⠉⠉⠉⠉⠉⠉⠁"])
    }

    @Test func `shapes of no size, and those far larger than the view`() {
        var board = Board()
        board.draw(.line, (0, 0), (0, 0))
        board.draw(.arrow, (4, 0), (4, 0))
        board.draw(.rectangle, (8, 0), (8, 7))
        board.draw(.rectangle, (-1 << 20, -1 << 20), (13, 1 << 20))
        board.draw(.arrow, (1 << 20, 13), (-1 << 20, 13))
        #expect(board.rows(8, 4) == ["· ▶ │ │", "    │ │", "      │", "──────┼─"])
    }

    @Test func `an arrow turns once, and points where it ends`() {
        var board = Board()
        board.draw(.arrow, (0, 0), (14, 11))
        board.draw(.arrow, (30, 0), (24, 23))
        #expect(
            board.rows(16, 6) == [
                "│           ┌───", "│           │", "└──────▶    │", "            │",
                "            │", "            ▼",
            ])
    }

    @Test func `a picture updated change by change is the one painted anew`() {
        var board = Board()
        var raster = board.raster(30, 8)
        var random = 7
        func next(_ limit: Int) -> Int32 {
            random = (random * 1_103_515_245 + 12345) % (1 << 31)
            return Int32(random / 65_536 % limit)
        }
        var objects: [ObjectID] = []
        for step in 0..<200 {
            let seen = board.changes.count
            let kind = Shape.Kind.allCases[Int(next(4))]
            switch next(6) {
            case 0 where !objects.isEmpty:
                board.set(
                    .position(Dot(x: next(60), y: next(32))), of: objects[Int(next(objects.count))])
            case 1: board.undo()
            case 2: board.erase([(next(60), next(32))], radius: 3)
            default:
                let weight = Shape.Weight.allCases[Int(next(4))]
                objects.append(
                    board.draw(
                        kind, (next(60), next(32)), (next(60), next(32)), weight: weight,
                        look: step % 3 == 0 ? .dots : .cells, color: UInt8(1 + next(8))))
            }
            for change in board.changes[seen...] { raster.update(board.canvas, change) }
            #expect(board.frame(of: raster) == board.frame(of: board.raster(30, 8)), "step \(step)")
        }
    }

    // MARK: - Joins

    /// The lines that a box-drawing character has, by its name.
    private static func lines(of scalar: Unicode.Scalar) -> [Shape.Weight?]? {
        guard let name = scalar.properties.name, name.hasPrefix("BOX DRAWINGS ") else { return nil }
        let weights: [String: Shape.Weight] = [
            "LIGHT": .light, "SINGLE": .light, "HEAVY": .heavy, "DOUBLE": .double,
        ]
        let sides: [String: [Int]] = [
            "UP": [0], "RIGHT": [1], "DOWN": [2], "LEFT": [3], "VERTICAL": [0, 2],
            "HORIZONTAL": [1, 3],
        ]
        let words = name.split(separator: " ").dropFirst(2).map(String.init)
        var found: [Shape.Weight?] = [nil, nil, nil, nil]
        let named = words.compactMap { weights[$0] }
        for part in words.split(separator: "AND") {
            // "LIGHT DOWN AND RIGHT" names its weight once, the others in each part.
            guard let weight = part.compactMap({ weights[$0] }).first ?? named.first else {
                return nil
            }
            for side in part.flatMap({ sides[$0] ?? [] }) { found[side] = weight }
        }
        return found
    }

    @Test func `all lines that meet are joined by the character of just these lines`() {
        let choices: [Shape.Weight?] = [nil, .light, .heavy, .double]
        var exact = 0
        for number in 1..<256 {
            let wanted = (0..<4).map { choices[number >> ($0 * 2) & 3] }
            guard wanted.count(where: { $0 != nil }) > 1 else { continue }
            var cell = CellLines()
            for side in CellLines.Side.allCases { cell[side] = wanted[side.rawValue] }
            let shown = Self.lines(of: cell.scalar(.braille))
            // Each side has a line or none as it should, whatever its weight.
            #expect(shown?.map { $0 != nil } == wanted.map { $0 != nil }, "\(wanted)")
            if shown == wanted { exact += 1 }
            if !wanted.contains(.double) { #expect(shown == wanted, "\(wanted)") }
            let ascii = cell.scalar(.ascii)
            let isCross = (wanted[0] ?? wanted[2]) != nil && (wanted[1] ?? wanted[3]) != nil
            #expect((ascii == "+") == isCross)
        }
        #expect(exact > 90, "\(exact)")
    }
}
