import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct CopyTests {
    private func copied(_ desk: inout Desk) -> String? {
        desk.takeEffects().compactMap { effect in
            if case .copy(let text) = effect { text } else { nil }
        }.last
    }

    private static func desk() -> Desk {
        var desk = Desk()
        desk.press("r")
        desk.drag([(20, 5), (30, 7)])
        desk.mouse(.hover, 22, 6)
        desk.press("tparser")
        desk.press(.escape)
        desk.press("a")
        desk.drag([(30, 6), (36, 6)])
        return desk
    }

    @Test func `y copies all as text, character by character what is on the screen`() {
        var desk = Self.desk()
        desk.press("y")
        #expect(
            copied(&desk) == """
                ┌─────────┐
                │ parser  ├─────▶
                └─────────┘

                """)
    }

    @Test func `with something chosen it copies that alone`() {
        var desk = Self.desk()
        desk.press("v")
        desk.click(23, 6)
        desk.press("y")
        #expect(
            copied(&desk) == """
                ┌─────────┐
                │ parser  │
                └─────────┘

                """)
    }

    @Test func `what was copied is pasted at the pointer, as one action, and held`() {
        var desk = Self.desk()
        desk.press("Ay")
        desk.press(.escape)
        desk.mouse(.hover, 40, 15)
        desk.press("P")
        #expect(desk.row(16).dropFirst(40).hasPrefix("│ parser  ├─────▶"))
        #expect(desk.board.selection.count == 3)
        #expect(desk.board.canvas.visibleObjectCount == 6)
        desk.press("u")
        #expect(desk.board.canvas.visibleObjectCount == 3)
    }

    @Test func `what was copied can be pasted on the next canvas`() {
        var desk = Self.desk()
        desk.press("y")
        desk.enter(SessionKey(rawValue: 9), generation: 1, .rotated(by: desk.me))
        desk.become(desk.me)
        desk.mouse(.hover, 20, 5)
        desk.press("P")
        #expect(desk.row(6).dropFirst(20).hasPrefix("│ parser  ├─────▶"))
    }

    @Test func `on an empty canvas there is nothing to copy`() {
        var desk = Desk()
        desk.press("y")
        #expect(copied(&desk) == nil)
        #expect(desk.row(0).contains("nothing to copy"))
    }
}
