import TerminalUI

/// A terminal that takes what it is sent slowly, or not at all for a while, on a canvas of 10,000
/// strokes: what others notice of it, and what it shows when it is read again.
final class SlowFigures {
    private static let period = 25.0

    private let slow: Program
    private let watcher: Program
    private let script: Program
    /// What the script says while it is read for something else.
    private var said: [UInt8] = []
    /// Where the script has drawn and the slow terminal does not show it yet.
    private var unseen: [(cell: (column: Int, row: Int), since: Double)] = []
    private var count = 0
    private var isAway = false
    /// The place that both screens show in the cell in column 100 of row 25.
    private let middle: (x: Int, y: Int)

    static func measure() throws -> [Figure] { try SlowFigures().figures() }

    private init() throws {
        let room = "bench-slow"
        script = try Program.script(in: room)
        slow = try Program(room: room, name: "Ana")
        watcher = try Program(room: room, name: "Chloe")
        slow.rest(1500)
        slow.write(Mouse.hover(100, 25))
        slow.rest()
        middle = try slow.place()
        for program in [slow, watcher] {
            program.rest(1500)
            // Signs of the others would be in the way.
            program.write("\\")
            program.rest()
        }
        script.rest()
    }

    private func figures() throws -> [Figure] {
        let calm = try trial(seconds: 4, bytesPerSecond: .infinity)
        let busy = try trial(seconds: 5, bytesPerSecond: 200_000)
        let stopped = try trial(seconds: 10, bytesPerSecond: 0)
        let resumed = Stopwatch.now
        while !unseen.isEmpty {
            try require(Stopwatch.now < resumed + 5000, "ink is missing after the stop")
            _ = slow.read(within: 10)
            look()
        }
        let shown = Stopwatch.now
        try compare()
        return [
            Figure("pointer to another's script: worst", calm.pointer, "ms", bar: 50),
            Figure("while the terminal takes 200 kB/s", busy.pointer, "ms", bar: 50),
            Figure("while it takes nothing for 10 s", stopped.pointer, "ms", bar: 50),
            Figure("ink of two others until seen: 95 of 100", calm.others, "ms", bar: 25),
            Figure("while a third's terminal takes 200 kB/s", busy.others, "ms", bar: 25),
            Figure("while that takes nothing for 10 s", stopped.others, "ms", bar: 25),
            Figure("others' ink on a terminal that takes 200 kB/s", busy.ink, "ms", bar: 2000),
            Figure("from 10 s of nothing to the last ink", shown - resumed, "ms", bar: 2000),
        ]
    }

    private struct Times {
        /// Of the slow one's pointer to the script, at worst.
        var pointer: Double
        /// Of the script's ink to the watcher, 95 of 100.
        var others: Double
        /// Of the script's ink to the slow terminal, at worst.
        var ink: Double
    }

    /// The slow one turns the wheel to and fro, and its pointer with it, while the script draws.
    private func trial(seconds: Double, bytesPerSecond: Double) throws -> Times {
        var (pointer, others): ([Double], [Double]) = ([], [])
        let start = Stopwatch.now
        var (taken, worstInk) = (0.0, 0.0)
        func pump() {
            let due = (Stopwatch.now - start) * bytesPerSecond / 1000
            if due > taken { taken += Double(slow.take(upTo: Int(min(due - taken, 65_536)))) }
            worstInk = max(worstInk, look())
        }
        while Stopwatch.now < start + seconds * 1000 {
            let begun = Stopwatch.now
            script.forget()
            isAway.toggle()
            slow.write(Mouse.sidewaysWheel(100, 25, isLeft: !isAway))
            let cell = draw()
            var (heard, seen): (Double?, Double?)
            while heard == nil || seen == nil || Stopwatch.now < begun + Self.period {
                try require(Stopwatch.now < begun + 5000, "the room stands still")
                if script.take(upTo: 65_536) > 0, heard == nil, script.says(#""cursor""#) {
                    heard = script.lastReadAt
                }
                if watcher.take(upTo: 65_536) > 0, seen == nil, watcher.isInked(cell) {
                    seen = watcher.lastReadAt
                }
                pump()
                Program.wait(for: [script, watcher] + (bytesPerSecond > 0 ? [slow] : []))
            }
            pointer.append((heard ?? 0) - begun)
            others.append((seen ?? 0) - begun)
            said += script.bytes
        }
        return Times(
            pointer: pointer.percentile(100), others: others.percentile(95), ink: worstInk)
    }

    /// A dot by script, each in a cell of its own, twelve columns from the next.
    private func draw() -> (column: Int, row: Int) {
        let cell = (column: 20 + count / 46 * 12, row: 3 + count % 46)
        count += 1
        let x = middle.x + (cell.column - 100) * 2
        let y = middle.y + (cell.row - 25) * 4
        unseen.append((cell, Stopwatch.now))
        script.write(
            #"{"do":"stroke","color":2,"points":[[\#(x),\#(y)],[\#(x - 1),\#(y)]]}"# + "\n")
        return cell
    }

    /// Crosses off what the slow terminal shows, wherever its wheel has turned the view to; how
    /// old the oldest of it was.
    @discardableResult private func look() -> Double {
        var oldest = 0.0
        unseen.removeAll { cell, since in
            guard slow.isInked(cell) || slow.isInked((cell.column - 6, cell.row)) else {
                return false
            }
            oldest = max(oldest, slow.lastReadAt - since)
            return true
        }
        return oldest
    }

    /// The picture that came bit by bit is the one that is painted anew, and the other's too.
    private func compare() throws {
        if isAway { slow.write(Mouse.sidewaysWheel(100, 25, isLeft: true)) }
        for program in [slow, watcher] { program.rest(1000) }
        let last = slow.frame
        try slow.mustShow(watcher.frame, after: "it was slow")
        slow.write("\u{0C}")
        slow.rest()
        try slow.mustShow(last, after: "it was slow and painted anew")
        watcher.write("\\")
        watcher.rest()
        try require(
            !said.contains("participant-left") && watcher.topLine.contains("3 here"),
            "a slow terminal made somebody lost: \(watcher.topLine)")
    }
}
