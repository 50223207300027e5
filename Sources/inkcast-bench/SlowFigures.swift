/// A terminal that takes what it is sent slowly, or not at all for a while: what others notice of it.
enum SlowFigures {
    private static let bytesPerSecond = 200_000.0
    private static let span = 6000.0
    private static let period = 20.0

    static func measure() throws -> [Figure] {
        let slow = try Program(room: "bench-slow", name: "Ana")
        let script = try Program(pipe: "bench-slow", name: "Ben")
        _ = try script.wait("the other") { $0.says(#""participant-joined""#) }
        slow.settle(1500)
        let calm = try move(slow, script, bytesPerSecond: .infinity, draws: false)
        let busy = try move(slow, script, bytesPerSecond: bytesPerSecond, draws: true)
        let stopped = try move(slow, script, bytesPerSecond: 0, draws: true)
        // All that was drawn meanwhile is shown when the terminal goes on.
        let resumed = Stopwatch.now
        script.write(#"{"do":"text","at":[80,40],"text":"the end"}"# + "\n")
        let shown = try slow.wait("the last word") { $0.says("the end") }
        return [
            Figure("pointer to another's script: worst", calm.percentile(100), "ms", bar: 50),
            Figure("while the terminal takes 200 kB/s", busy.percentile(100), "ms", bar: 50),
            Figure("while it takes nothing", stopped.percentile(100), "ms", bar: 50),
            Figure("from then on to the last frame", shown - resumed, "ms"),
        ]
    }

    /// Moves the pointer while the script draws; how long each move took to come to the script.
    private static func move(
        _ slow: Program, _ script: Program, bytesPerSecond: Double, draws: Bool
    ) throws -> [Double] {
        script.forget()
        var times: [Double] = []
        var dice = Dice()
        let start = Stopwatch.now
        var taken = 0.0
        var column = 30
        while Stopwatch.now < start + span {
            let begun = Stopwatch.now
            if draws { script.write(stroke(&dice)) }
            column = column == 30 ? 31 : 30
            let row = 3 + times.count % 40
            slow.write(Mouse.hover(column, row))
            while !script.says(#""event":"cursor""#) {
                guard Stopwatch.now < begun + 5000 else {
                    throw Failure(description: "slow: the pointer stands still")
                }
                _ = script.read(within: 1)
                let due = (Stopwatch.now - start) * bytesPerSecond / 1000
                if due > taken { taken += Double(slow.take(upTo: Int(min(due - taken, 65_536)))) }
            }
            times.append(script.lastReadAt - begun)
            script.forget()
            slow.forget()
            while Stopwatch.now < begun + period {
                let due = (Stopwatch.now - start) * bytesPerSecond / 1000
                if due > taken { taken += Double(slow.take(upTo: Int(min(due - taken, 65_536)))) }
                _ = script.read(within: 1)
            }
        }
        return times
    }

    private static func stroke(_ dice: inout Dice) -> String {
        var (x, y) = (dice.roll(20...340), dice.roll(20...150))
        var points: [String] = []
        for _ in 0..<50 {
            points.append("[\(x),\(y)]")
            (x, y) = (x + dice.roll(-6...6), y + dice.roll(-6...6))
        }
        return #"{"do":"stroke","points":[\#(points.joined(separator: ","))]}"# + "\n"
    }
}
