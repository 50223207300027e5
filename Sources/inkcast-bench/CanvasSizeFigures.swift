import Glibc
import InkCanvas

/// What freehand strokes take, in an entry and in memory.
enum CanvasSizeFigures {
    private static let points = 1_000_000

    static func measure() throws -> [Figure] {
        let memory = residentBytesPerPoint(ofStrokesOf: [50, 480])
        let whole = bytes(perPointOf: entries(cutLive: false))
        let live = bytes(perPointOf: entries(cutLive: true))
        let (json, varints) = plain()
        return [
            Figure("canvas: a stroke's point in entries, cut whole", whole, "B", bar: 1.3),
            Figure("canvas: the same, cut every 24 points as live", live, "B", bar: 1.9),
            Figure("canvas: the same points as JSON", json, "B"),
            Figure("canvas: the same as varints of their steps", varints, "B"),
            Figure("canvas: a point in memory, strokes of 50", memory[0], "B", bar: 8),
            Figure("canvas: a point in memory, live strokes of 480", memory[1], "B", bar: 8),
        ]
    }

    private static func entries(cutLive: Bool) -> [[UInt8]] {
        var hand = Hand(seed: 3, isCutLive: cutLive)
        return hand.draw(points: points)
    }

    private static func bytes(perPointOf bodies: [[UInt8]]) -> Double {
        Double(bodies.reduce(0) { $0 + $1.count }) / Double(points)
    }

    /// Bytes a point of the strokes as lists of pairs of numbers, and of their steps as pairs of
    /// zigzag varints, both without anything around them.
    private static func plain() -> (json: Double, varints: Double) {
        var (json, varints) = (0, 0)
        for body in entries(cutLive: false) {
            guard
                case .segment(_, _, _, let points, _) = try? CanvasEntry(decoding: body).operation
            else { continue }
            var last = Dot(x: 0, y: 0)
            for point in points {
                json += "[\(point.x),\(point.y)],".utf8.count
                varints += varintBytes(point.x - last.x) + varintBytes(point.y - last.y)
                last = point
            }
        }
        return (Double(json) / Double(points), Double(varints) / Double(points))
    }

    private static func varintBytes(_ value: Int32) -> Int {
        let zigzag = UInt32(bitPattern: (value << 1) ^ (value >> 31))
        return max(1, (38 - zigzag.leadingZeroBitCount) / 7)
    }

    /// What canvases of a million points each add to this process, by the length of their strokes.
    ///
    /// First of all, and without freeing anything between: what was free before is not counted.
    private static func residentBytesPerPoint(ofStrokesOf lengths: [Int]) -> [Double] {
        let process = ProcessView(identifier: getpid())
        var kept: [(canvas: Canvas, bodies: [[UInt8]])] = []
        return lengths.map { length in
            var hand = Hand(seed: 5, isCutLive: length > 256, pointsPerStroke: length)
            kept.append((Canvas(), hand.draw(points: points)))
            let before = process.residentMegabytes
            for (index, body) in kept[kept.count - 1].bodies.enumerated() {
                let id = EntryID(author: AuthorID(rawValue: 5), index: UInt32(index))
                _ = kept[kept.count - 1].canvas.apply(body, as: id)
            }
            let after = process.residentMegabytes
            precondition(kept.allSatisfy { $0.canvas.visiblePointCount == points })
            return (after - before) * 1024 * 1024 / Double(points)
        }
    }
}
