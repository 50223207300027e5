import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

struct SessionTests {
    private let next = SessionKey(rawValue: 2)

    @Test func `a new canvas is asked about first`() {
        var desk = Desk()
        desk.press("n")
        #expect(desk.row(-1).contains("Open a new canvas"))
        desk.press(.escape)
        #expect(!desk.takeEffects().contains(.newCanvas(from: Desk.session)))
        desk.press("nn")
        #expect(!desk.takeEffects().contains(.newCanvas(from: Desk.session)))
        desk.press("ny")
        #expect(desk.takeEffects().contains(.newCanvas(from: Desk.session)))
        desk.press("n")
        desk.press(.enter)
        #expect(desk.takeEffects().contains(.newCanvas(from: Desk.session)))
    }

    @Test func `alone with ink that is saved nowhere, quitting is asked about`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        desk.press("q")
        #expect(desk.row(-1).contains("Quit? This canvas is saved nowhere"))
        desk.press("n")
        #expect(!desk.takeEffects().contains(.quit))
        desk.press(.character("c"), .control)
        #expect(!desk.takeEffects().contains(.quit))
        desk.press("y")
        #expect(desk.takeEffects().contains(.quit))
    }

    @Test func `quitting is not asked about where no ink would be lost`() {
        var empty = Desk()
        empty.press("q")
        #expect(empty.takeEffects().contains(.quit))
        var saved = Desk()
        saved.drag([(20, 10), (30, 10)])
        saved.act(.storage(isSaved: true))
        saved.press("q")
        #expect(saved.takeEffects().contains(.quit))
        var pair = Pair()
        pair.ana.drag([(20, 10), (30, 10)])
        pair.ana.press("q")
        #expect(pair.ana.takeEffects().contains(.quit))
    }

    @Test func `text being typed alone is asked about too`() {
        var desk = Desk()
        desk.press("thi")
        desk.press(.escape)
        desk.press("q")
        #expect(desk.takeEffects().allSatisfy { $0 != .quit })
        #expect(desk.row(-1).contains("Quit?"))
    }

    @Test func `the question says whose canvas goes`() {
        var desk = Desk()
        desk.press("n")
        #expect(desk.row(-1).hasPrefix(" Open a new canvas? This one will be gone.  y yes  n no"))
        var pair = Pair()
        pair.ana.press("n")
        #expect(pair.ana.row(-1).contains("Open a new canvas for all 2? This one will be gone."))
        for columns in 12...60 {
            pair.ana.resize(columns, 24)
            #expect(pair.ana.row(-1).hasSuffix("y yes  n no") || columns < 18, "\(columns)")
        }
    }

    @Test func `the question can be clicked`() throws {
        var desk = Desk()
        desk.press("n")
        let line = desk.row(-1)
        let yes = try #require(line.firstRange(of: "y yes"))
        desk.click(line.distance(from: line.startIndex, to: yes.lowerBound), 23)
        #expect(desk.takeEffects().contains(.newCanvas(from: Desk.session)))
    }

    @Test func `a question about a canvas that has gone closes with it`() {
        var desk = Desk()
        let ben = AuthorID(rawValue: 2)
        desk.act(.participantJoined(ben, Person(named: "Ben", 2, color: 3)))
        desk.press("n")
        desk.enter(next, generation: 1, .rotated(by: ben))
        #expect(desk.row(0).contains("Ben opened canvas 2"))
        #expect(!desk.row(-1).contains("Open a new canvas"))
        desk.press("y")
        desk.press(.enter)
        #expect(desk.takeEffects().allSatisfy { !$0.isNewCanvas })
    }

    @Test func `an answer that comes too late asks nothing and ends nothing`() {
        var desk = Desk()
        let ben = AuthorID(rawValue: 2)
        desk.act(.participantJoined(ben, Person(named: "Ben", 2, color: 3)))
        desk.press("n")
        desk.enter(next, generation: 1, .rotated(by: ben))
        desk.wait(1400)
        desk.press("ny")
        desk.press(.enter)
        desk.press(.character("c"), .control)
        #expect(!desk.row(-1).contains("Open a new canvas"))
        #expect(desk.takeEffects().allSatisfy { $0 != .quit && !$0.isNewCanvas })
        desk.wait(200)
        desk.press("n")
        #expect(desk.row(-1).contains("Open a new canvas"))
    }

    @Test func `what comes along into a session that was found is not mixed up, and can be undone`()
    {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        let drawn = desk.entries.map(\.body)
        desk.enter(next, generation: 0, .adopted)
        for (number, body) in drawn.enumerated() {
            let id = EntryID(author: desk.me, index: UInt32(50 + number))
            desk.act(.entry(next, id, body))
        }
        desk.drag([(20, 15), (30, 15)])
        #expect(desk.board.canvas.visibleObjectCount == 2)
        desk.press("u")
        #expect(desk.inkedCells().allSatisfy { $0.row == 10 } && !desk.inkedCells().isEmpty)
        desk.press("u")
        #expect(desk.inkedCells().isEmpty)
    }

    @Test func `a new canvas is empty, and undo does not reach back`() {
        var desk = Desk()
        desk.drag([(20, 10), (30, 10)])
        desk.enter(next, generation: 1, .rotated(by: desk.me))
        #expect(desk.board.canvas.entryCount == 0)
        #expect(desk.inkedCells().isEmpty)
        let before = desk.entries.count
        desk.press("u")
        #expect(desk.entries.count == before)
        #expect(desk.row(0).contains("nothing of yours to undo"))
    }

    @Test func `a stroke in progress ends with its canvas`() {
        var desk = Desk()
        desk.mouse(.press(.left), 20, 10)
        desk.mouse(.drag(.left), 25, 10)
        desk.enter(next, generation: 1, .rotated(by: nil))
        let before = desk.entries.count
        desk.mouse(.drag(.left), 30, 10)
        desk.mouse(.release(.left), 30, 10)
        desk.wait(1000)
        #expect(desk.entries.count == before)
        #expect(desk.inkedCells().isEmpty)
        desk.drag([(30, 12), (32, 12)])
        #expect(desk.entries.last?.session == next)
        #expect(!desk.inkedCells().isEmpty)
    }

    @Test func `the keyboard's pen goes up with its canvas`() {
        var desk = Desk()
        desk.press(" lll")
        desk.enter(next, generation: 1, .rotated(by: nil))
        desk.press("lll")
        desk.wait(1000)
        #expect(desk.inkedCells().isEmpty)
        #expect(!desk.row(-1).contains("down"))
    }

    @Test func `text being typed goes along to the new canvas`() {
        var desk = Desk()
        desk.mouse(.hover, 20, 10)
        desk.press("thalf")
        desk.enter(next, generation: 1, .rotated(by: nil))
        desk.press("way")
        desk.press(.escape)
        #expect(desk.entries.last?.session == next)
        #expect(desk.row(10).contains("halfway"))
    }

    @Test func `who comes late is told whom they joined, and the others who came`() {
        var desk = Desk("Chloé", author: 9)
        desk.act(.participantJoined(AuthorID(rawValue: 1), Person(named: "Ana", 1, color: 2)))
        desk.enter(next, generation: 0, .adopted)
        #expect(desk.row(0).hasPrefix(" you joined Ana "))
        for (number, name) in [(UInt64(2), "Ben"), (3, "Dan")] {
            desk.wait(200)
            let id = AuthorID(rawValue: number)
            desk.act(.participantJoined(id, Person(named: name, number, color: 3)))
        }
        #expect(desk.row(0).hasPrefix(" you joined Ana, Ben and Dan "))
        desk.wait(2000)
        desk.act(.participantJoined(AuthorID(rawValue: 4), Person(named: "Eve", 4, color: 3)))
        #expect(desk.row(0).hasPrefix(" Eve is here"))
    }

    @Test func `many whom one joined are counted`() {
        var desk = Desk("Chloé", author: 9)
        desk.enter(next, generation: 0, .adopted)
        for number in UInt64(1)...6 {
            let person = Person(named: "P\(number)", number, color: 3)
            desk.act(.participantJoined(AuthorID(rawValue: number), person))
        }
        #expect(desk.row(0).hasPrefix(" you joined P1, P2, P3 and 3 more"))
    }

    @Test func `entries and previews of another canvas do not show`() {
        var desk = Desk()
        let ben = AuthorID(rawValue: 2)
        desk.act(.participantJoined(ben, Person(named: "Ben", 2, color: 3)))
        let preview = StrokePreview(
            session: next, object: 1, offset: 0, style: InkStyle(),
            points: [Dot(x: 40, y: 20), Dot(x: 60, y: 20)])
        desk.act(.ephemeral(from: ben, key: StrokePreview.key, body: preview.encoded))
        var pen = Pen(author: ben)
        let bodies = pen.draw(preview.points, style: InkStyle(), on: Canvas()).bodies
        desk.act(.entry(next, EntryID(author: ben, index: 0), bodies[0]))
        #expect(desk.inkedCells().isEmpty)
    }

    @Test func `the view opens on the newest ink if there is none at the origin`() {
        var desk = Desk()
        let ben = AuthorID(rawValue: 2)
        desk.enter(next, generation: 3, .adopted)
        var pen = Pen(author: ben)
        let far = [Dot(x: 5000, y: 5000), Dot(x: 5020, y: 5010)]
        for (index, body) in pen.draw(far, style: InkStyle(), on: Canvas()).bodies.enumerated() {
            desk.act(.entry(next, EntryID(author: ben, index: UInt32(index)), body))
        }
        desk.wait(400)
        #expect(desk.row(0).contains("newest ink"))
        #expect(!desk.inkedCells().isEmpty)
        desk.press("g")
        #expect(desk.inkedCells().isEmpty)
    }

    @Test func `the view opens at the origin if there is ink`() {
        var desk = Desk()
        let ben = AuthorID(rawValue: 2)
        desk.enter(next, generation: 3, .adopted)
        let before = desk.board.viewport
        var pen = Pen(author: ben)
        let near = [Dot(x: 10, y: 10), Dot(x: 40, y: 20)]
        for (index, body) in pen.draw(near, style: InkStyle(), on: Canvas()).bodies.enumerated() {
            desk.act(.entry(next, EntryID(author: ben, index: UInt32(index)), body))
        }
        desk.wait(1000)
        #expect(desk.board.viewport == before)
    }

    @Test func `nothing is drawn before there is a session`() {
        var desk = Desk(isInSession: false)
        desk.drag([(20, 10), (25, 10)])
        desk.press(" ll ")
        desk.press("thi")
        desk.press(.escape)
        desk.press("n")
        #expect(desk.entries.isEmpty)
        #expect(desk.screen().count == 24)
    }
}

extension Effect {
    var isNewCanvas: Bool {
        if case .newCanvas = self { return true }
        return false
    }
}
