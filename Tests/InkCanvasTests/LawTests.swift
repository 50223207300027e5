import InkCanvas
import TerminalUI
import Testing
import Whiteboard

/// The canvas is a function of the set of its entries: whatever the order in which they come, the
/// picture is the one that the rules say.
struct LawTests {
    private static let historiesPerPart: UInt64 = 125

    @Test(arguments: UInt64(0)..<16)
    func `any history gives the picture that the rules say, in any order`(part: UInt64) {
        for number in 1...Self.historiesPerPart {
            let seed = part * Self.historiesPerPart + number
            let history = History(seed: seed)
            guard !isLawful(history, seed: seed) else { continue }
            let least = history.shrunk { !isLawful($0, seed: seed) }
            Issue.record("seed \(seed) breaks the law; so do\n\(least.description)")
            return
        }
    }

    /// Whether a canvas that takes in a history in several orders is what the rules say.
    private func isLawful(_ history: History, seed: UInt64, on empty: Canvas = Canvas()) -> Bool {
        let expected = history.canvas(empty)
        guard isAsTheRulesSay(expected, history) else { return false }
        let cells = Cells(of: expected)
        for (number, arrival) in history.arrivals(4, seed: seed).enumerated() {
            let canvas: Canvas
            if number == 1 {
                let updated = Cells(following: arrival, from: empty)
                guard updated.frame == cells.frame else { return false }
                canvas = updated.canvas
            } else {
                canvas = arrival.canvas(empty)
                if number == 2, Cells(of: canvas).frame != cells.frame { return false }
            }
            guard canvas.pictureDigest == expected.pictureDigest,
                canvas.entriesDigest == expected.entriesDigest,
                canvas.maximumStamp == expected.maximumStamp
            else { return false }
        }
        return true
    }

    private func isAsTheRulesSay(_ canvas: Canvas, _ history: History) -> Bool {
        let reference = Reference(history)
        let objects = canvas.visibleObjects
        return canvas.title == reference.title && canvas.visibleObjectCount == objects.count
            && objects.map(Reference.Object.init) == reference.objects
    }

    @Test(arguments: MergeRule.allCases)
    func `a canvas without one of the rules is found out, by a short history`(
        rule: MergeRule
    ) throws {
        let broken = Canvas(without: rule)
        let found = (UInt64(1)...400).first {
            !isLawful(History(seed: $0), seed: $0, on: broken)
        }
        let seed = try #require(found)
        let least = History(seed: seed).shrunk { !isLawful($0, seed: seed, on: broken) }
        #expect(least.events.count <= 6, "\(least.description)")
    }

    @Test func `the histories see to every kind of object, and to the undoing of each operation`() {
        var kinds: [CanvasObject.Kind: Int] = [:]
        var pictures: Set<UInt64> = []
        for seed in UInt64(1)...100 {
            let canvas = History(seed: seed).canvas()
            for object in canvas.visibleObjects { kinds[object.kind, default: 0] += 1 }
            pictures.insert(canvas.pictureDigest)
        }
        #expect(kinds.count == 5)
        #expect(kinds.values.allSatisfy { $0 >= 10 }, "\(kinds)")
        #expect(pictures.count > 95)
    }
}

/// A small view of a canvas.
private struct Cells {
    private(set) var canvas: Canvas
    private(set) var frame = Frame(columns: 16, rows: 7)
    private static let viewport = Viewport(origin: Dot(x: -2, y: -4), columns: 16, rows: 7)

    /// Painted at once.
    init(of canvas: Canvas) {
        self.canvas = canvas
        Raster(Self.viewport, of: canvas, columns: { $0 == "漢" ? 2 : 1 })
            .paint(into: &frame, glyphs: .braille)
    }

    /// Kept up to date event by event.
    init(following history: History, from empty: Canvas) {
        canvas = empty
        var raster = Raster(Self.viewport, of: canvas, columns: { $0 == "漢" ? 2 : 1 })
        for event in history.events {
            let change = canvas.take(event)
            raster.update(canvas, change)
        }
        raster.paintMore(canvas, pointsMax: 0)
        raster.paint(into: &frame, glyphs: .braille)
    }
}
