import InkCanvas
import Testing

/// Strokes of a pointer that was seen seldom.
@Suite struct LeapTests {
    private let author = AuthorID(rawValue: 1)

    private func ink(through points: [Dot], isSmoothed: Bool) -> [FineDot] {
        var canvas = Canvas()
        var pen = Pen(author: author)
        let drawn = pen.draw(points, style: InkStyle(isSmoothed: isSmoothed), on: canvas)
        for (index, body) in drawn.bodies.enumerated() {
            _ = canvas.apply(body, as: EntryID(author: author, index: UInt32(index)))
        }
        return canvas.ink(of: drawn.object).flatMap { $0 }
    }

    @Test func `the corners of a box of four points stay near where they were drawn`() {
        let corners = [
            Dot(x: 0, y: 0), Dot(x: 80, y: 0), Dot(x: 80, y: 44), Dot(x: 0, y: 44),
        ]
        let ink = ink(through: corners, isSmoothed: true)
        for corner in corners {
            let distance = ink.map { max(abs($0.dot.x - corner.x), abs($0.dot.y - corner.y)) }.min()
            #expect(distance ?? .max <= 2)
        }
    }

    @Test func `what is not smoothed gets no points of its own`() {
        let corners = [Dot(x: 0, y: 0), Dot(x: 500, y: 0)]
        #expect(ink(through: corners, isSmoothed: false).map(\.dot) == corners)
    }

    @Test func `a leap across the whole canvas adds only a few points`() {
        let far = Dot(x: CanvasLimit.coordinateMax, y: -CanvasLimit.coordinateMax)
        var pen = Pen(author: author)
        _ = pen.beginStroke(style: InkStyle(isSmoothed: true))
        _ = pen.extendStroke(to: [Dot(x: -far.x, y: -far.y), far], on: Canvas())
        #expect(pen.openStroke?.tail.count == 8)
    }
}
