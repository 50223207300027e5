import InkCanvas

/// Somebody who draws: what the pen writes into the log while a pointer moves.
struct Hand {
    /// Apart from the entries of a schedule.
    static let channel: UInt8 = 2
    /// At 60 reports a second the tail of a stroke is put into the log every 400 ms.
    private static let pointsPerEntry = 24

    private var dice = Dice()
    private var pen: Pen
    private let canvas = Canvas()
    private let isCutLive: Bool
    private let pointsPerStroke: Int

    init(seed: Int, isCutLive: Bool = true, pointsPerStroke: Int = 480) {
        self.isCutLive = isCutLive
        self.pointsPerStroke = pointsPerStroke
        pen = Pen(author: AuthorID(rawValue: UInt64(seed)))
        for _ in 0..<seed { _ = dice.roll(0...1) }
    }

    /// The entries of strokes on 1,600 × 800 dots, of so many points in all.
    mutating func draw(points: Int) -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        var (x, y) = (0, 0)
        for number in 1...points {
            if pen.openStroke == nil {
                (x, y) = (dice.roll(0...1600), dice.roll(0...800))
                _ = pen.beginStroke(style: InkStyle(isSmoothed: true))
            }
            bodies += pen.extendStroke(to: [Dot(x: Int32(x), y: Int32(y))], on: canvas)
            if number % pointsPerStroke == 0 || number == points {
                bodies += pen.endStroke(on: canvas)
            } else if isCutLive, number % Self.pointsPerEntry == 0 {
                bodies += pen.flushStroke(on: canvas)
            }
            (x, y) = (x + dice.roll(-3...3), y + dice.roll(-3...3))
        }
        return bodies
    }
}
