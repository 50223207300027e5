import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct DrawingTests {
    @Test func `a drag draws through every cell on its way`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        #expect(desk.inkedCells() == Set((20...30).map { Position(column: $0, row: 10) }))
    }

    @Test func `ink is on the screen before the button is released`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        #expect(desk.inkedCells() == [Position(column: 20, row: 10)])
        desk.mouse(.drag(.left), 22, 10)
        #expect(desk.inkedCells().count == 3)
        #expect(desk.entries.isEmpty)
    }

    @Test func `a click makes a dot`() throws {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        desk.mouse(.release(.left), 20, 10)
        let object = try #require(desk.board.canvas.visibleObjects.first)
        #expect(object.points == [desk.board.viewport.dot(at: Position(column: 20, row: 10))])
        #expect(object.isEnded)
        #expect(desk.inkedCells() == [Position(column: 20, row: 10)])
    }

    @Test func `a cell stands for the dot in its middle`() throws {
        var desk = Desk(columns: 40, rows: 12)
        desk.mouse(.press(.left), 7, 5)
        desk.mouse(.release(.left), 7, 5)
        let object = try #require(desk.board.canvas.visibleObjects.first)
        #expect(object.points == [Dot(x: 15, y: 18)])
    }

    @Test func `colour and size go into the stroke`() throws {
        var desk = Desk()
        desk.press("4]]]")
        desk.drag([(20, 10), (22, 10)])
        let object = try #require(desk.board.canvas.visibleObjects.first)
        #expect(object.color == 4)
        #expect(object.width == 4)
        desk.press("[[[[[[[[")
        #expect(desk.board.style.width == 1)
        for _ in 0..<30 { desk.press("]") }
        #expect(desk.board.style.width == CanvasLimit.widthMax)
    }

    @Test func `the mouse's strokes are smoothed, the keyboard's are not`() throws {
        var desk = Desk()
        desk.drag([(20, 10), (22, 10)])
        desk.press(" l ")
        let styles = try desk.entries.compactMap { entry -> InkStyle? in
            guard
                case .segment(_, _, let style, _, _) = try CanvasEntry(decoding: entry.body)
                    .operation
            else { return nil }
            return style
        }
        #expect(styles.map(\.isSmoothed) == [true, false])
    }

    @Test func `the keyboard draws where its pointer goes`() throws {
        var desk = Desk()
        desk.mouse(.hover, 30, 10)
        desk.press(" ")
        #expect(desk.row(-1).contains("pen down"))
        desk.press("lljL")
        desk.press(.up)
        desk.press(" ")
        #expect(!desk.row(-1).contains("down"))
        desk.press("l")
        let object = try #require(desk.board.canvas.visibleObjects.first)
        let start = desk.board.viewport.dot(at: Position(column: 30, row: 10))
        let steps: [(Int32, Int32)] = [(0, 0), (2, 0), (4, 0), (4, 4), (14, 4), (14, 0)]
        #expect(object.points == steps.map { Dot(x: start.x + $0.0, y: start.y + $0.1) })
        #expect(desk.board.view().cursor == Position(column: 38, row: 10))
    }

    @Test func `Tab makes steps of a dot`() {
        var desk = Desk()
        let start = desk.board.pointer
        desk.press(.tab)
        desk.press("lj")
        #expect(desk.board.pointer == Dot(x: start.x + 1, y: start.y + 1))
        #expect(desk.row(-1).contains("fine"))
        desk.press(.right, .shift)
        #expect(desk.board.pointer.x == start.x + 6)
    }

    @Test func `a right drag rubs out, a right click does not`() {
        var desk = Desk()
        desk.drag([(20, 10), (40, 10)])
        desk.mouse(.press(.right), 30, 10)
        desk.mouse(.release(.right), 30, 10)
        #expect(desk.inkedCells().count == 21)
        desk.drag([(28, 10), (32, 10)], button: .right)
        let inked = desk.inkedCells()
        #expect(!inked.contains(Position(column: 30, row: 10)))
        #expect(inked.contains(Position(column: 22, row: 10)))
        #expect(inked.contains(Position(column: 38, row: 10)))
    }

    @Test func `the eraser rubs out under it, and one undo brings all back`() {
        var desk = Desk()
        desk.drag([(20, 10), (40, 10)])
        desk.drag([(20, 14), (40, 14)])
        desk.press("e")
        desk.drag([(30, 8), (30, 10), (30, 12), (30, 14), (30, 16)])
        #expect(!desk.inkedCells().contains(Position(column: 30, row: 10)))
        #expect(!desk.inkedCells().contains(Position(column: 30, row: 14)))
        desk.press("u")
        #expect(desk.inkedCells().count == 42)
    }

    @Test func `a click of the eraser rubs out a dot`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        desk.mouse(.release(.left), 20, 10)
        desk.press("e")
        desk.mouse(.press(.left), 20, 10)
        desk.mouse(.release(.left), 20, 10)
        #expect(desk.inkedCells().isEmpty)
    }

    @Test func `the keyboard rubs out too`() {
        var desk = Desk()
        desk.drag([(20, 10), (40, 10)])
        desk.mouse(.hover, 30, 10)
        desk.press("e l ")
        #expect(!desk.inkedCells().contains(Position(column: 30, row: 10)))
    }

    @Test func `undo and redo take strokes in turn`() {
        var desk = Desk()
        desk.drag([(20, 5), (22, 5)])
        desk.drag([(20, 8), (22, 8)])
        desk.press("u")
        #expect(desk.inkedCells().allSatisfy { $0.row == 5 })
        desk.press("u")
        #expect(desk.inkedCells().isEmpty)
        desk.press("U")
        #expect(desk.inkedCells().count == 3)
        desk.press(.character("r"), .control)
        #expect(desk.inkedCells().count == 6)
        desk.press("U")
        #expect(desk.row(0).contains("nothing to redo"))
    }

    @Test func `Esc drops the stroke in progress`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        desk.mouse(.drag(.left), 25, 10)
        desk.wait(500)
        desk.mouse(.drag(.left), 30, 10)
        desk.press(.escape)
        desk.mouse(.drag(.left), 35, 10)
        desk.mouse(.release(.left), 35, 10)
        #expect(desk.inkedCells().isEmpty)
    }

    @Test func `Ctrl-C drops what is in progress, then quits`() {
        var desk = Desk()
        desk.press(" l")
        desk.press(.character("c"), .control)
        #expect(!desk.takeEffects().contains(.quit))
        #expect(desk.inkedCells().isEmpty)
        desk.press(.character("c"), .control)
        #expect(desk.takeEffects().contains(.quit))
    }

    @Test func `who presses Ctrl-C once more at the question quits`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        desk.press(.character("c"), .control)
        #expect(desk.row(-1).contains("Quit?"))
        #expect(!desk.takeEffects().contains(.quit))
        desk.press(.character("c"), .control)
        #expect(desk.takeEffects().contains(.quit))
        desk.press("n")
        desk.press(.character("c"), .control)
        #expect(desk.takeEffects().allSatisfy { $0 != .quit && !$0.isNewCanvas })
        #expect(!desk.row(-1).contains("new canvas?"))
    }

    @Test func `quitting keeps the stroke in progress`() {
        var desk = Desk()
        desk.press(" llq")
        #expect(desk.takeEffects().contains(.quit))
        #expect(desk.board.canvas.visibleObjects.first?.isEnded == true)
    }

    @Test func `a release that got lost ends the stroke at the next hover`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        desk.mouse(.drag(.left), 22, 10)
        desk.mouse(.hover, 40, 10)
        #expect(desk.board.canvas.visibleObjects.first?.isEnded == true)
        #expect(desk.inkedCells().count == 3)
    }

    @Test func `a new press ends the stroke before`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        desk.mouse(.drag(.left), 22, 10)
        desk.mouse(.press(.left), 40, 12)
        desk.mouse(.release(.left), 40, 12)
        #expect(desk.board.canvas.visibleObjects.count == 2)
        #expect(desk.inkedCells().count == 4)
    }

    @Test func `ten seconds of silence end a stroke`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        desk.wait(9900)
        #expect(desk.board.canvas.visibleObjects.first?.isEnded == false)
        desk.wait(200)
        #expect(desk.board.canvas.visibleObjects.first?.isEnded == true)
        desk.mouse(.drag(.left), 30, 10)
        #expect(desk.inkedCells().count == 1)
    }

    @Test func `what is drawn goes to the log every 400 ms and at the end`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        desk.wait(399)
        #expect(desk.entries.isEmpty)
        desk.wait(2)
        #expect(desk.entries.count == 1)
        desk.wait(2000)
        #expect(desk.entries.count == 1)
        desk.mouse(.drag(.left), 25, 10)
        desk.wait(401)
        #expect(desk.entries.count == 2)
        desk.mouse(.drag(.left), 28, 10)
        desk.mouse(.release(.left), 28, 10)
        #expect(desk.entries.count == 3)
        #expect(desk.board.canvas.visibleObjects.first?.isEnded == true)
    }

    @Test func `a long stroke is cut into entries that fit`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        for step in 0..<600 { desk.mouse(.drag(.left), 20 + step % 5, 10 + step % 3) }
        desk.mouse(.release(.left), 20, 10)
        #expect(desk.entries.count >= 3)
        #expect(desk.entries.allSatisfy { $0.body.count <= CanvasLimit.bodyBytesMax })
        #expect(desk.board.canvas.visibleObjects.first?.points.count == 601)
    }

    @Test func `every stroke is one object and one undo`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        for step in 1...20 {
            desk.wait(100)
            desk.mouse(.drag(.left), 20 + step, 10)
        }
        desk.mouse(.release(.left), 40, 10)
        #expect(desk.board.canvas.visibleObjects.count == 1)
        desk.press("u")
        #expect(desk.inkedCells().isEmpty)
    }

    @Test func `others hear of the pointer at most thirty times a second`() {
        var desk = Desk()
        for step in 0..<1000 {
            desk.mouse(.hover, 20 + step % 30, 10)
            desk.wait(1)
        }
        desk.wait(100)
        let cursors = desk.takeEffects().filter { $0.key == CursorMessage.key }
        #expect((25...32).contains(cursors.count))
    }

    @Test func `the first point is told at once, and the rest once a frame`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        #expect(desk.takeEffects().contains { $0.key == StrokePreview.key })
        for step in 0..<160 {
            desk.mouse(.drag(.left), 20 + step % 30, 10)
            desk.wait(1)
        }
        let previews = desk.takeEffects().filter { $0.key == StrokePreview.key }
        #expect((8...11).contains(previews.count))
    }
}

extension Effect {
    var key: UInt32? {
        if case .ephemeral(let key, _, _) = self { return key }
        return nil
    }
}
