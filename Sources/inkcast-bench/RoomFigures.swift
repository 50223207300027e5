/// What people in one room see of each other, all of them on this machine.
enum RoomFigures {
    static func measure() throws -> [Figure] {
        try others() + lateJoiner()
    }

    /// The first report of a stroke, a while after the last one, until the other's screen shows it.
    private static func others() throws -> [Figure] {
        let ana = try Program(room: "bench-two", name: "Ana")
        let ben = try Program(room: "bench-two", name: "Ben")
        ana.settle(1500)
        ben.settle(1500)
        var times: [Double] = []
        for number in 0..<60 {
            let (column, row) = (30 + 2 * number, 8 + (number * 7) % 35)
            let start = Stopwatch.now
            ana.write(Mouse.press(column, row) + Mouse.drag(column + 2, row + 1))
            times.append(try ben.wait("the other's ink", within: 3000) { $0.hasInk } - start)
            ana.write(Mouse.release(column + 2, row + 1))
            ana.settle(50)
            ben.settle(Double(300 + number % 7 * 5))
        }
        return [
            Figure("report to the other's screen, median", times.median, "ms", bar: 4),
            Figure("report to the other's screen, 95 of 100", times.percentile(95), "ms", bar: 9),
        ]
    }

    private static func lateJoiner() throws -> [Figure] {
        let strokes = 2000
        let donor = try Program(pipe: "bench-late", name: "Ana")
        _ = try donor.wait("the room") { $0.says(#""event":"joined""#) }
        var dice = Dice()
        for _ in 0..<strokes {
            var (x, y) = (dice.roll(20...340), dice.roll(20...150))
            var points: [String] = []
            for _ in 0..<50 {
                points.append("[\(x),\(y)]")
                (x, y) = (x + dice.roll(-2...2), y + dice.roll(-2...2))
            }
            donor.write(#"{"do":"stroke","points":[\#(points.joined(separator: ","))]}"# + "\n")
            _ = donor.read(within: 0)
        }
        donor.write(#"{"do":"wait","for":"objects","count":\#(strokes)}"# + "\n")
        _ = try donor.wait("the drawing") { $0.says(#""for":"objects""#) }
        donor.settle(3000)
        var complete: [Double] = []
        var shown: [Double] = []
        for _ in 0..<5 {
            let pipe = try Program(pipe: "bench-late", name: "Ben")
            let end = try pipe.wait("all ink") { $0.hasCaughtUp(to: strokes) }
            complete.append(end - pipe.startedAt)
            donor.settle(500)
            let screen = try Program(room: "bench-late", name: "Chloe")
            shown.append(try lastInk(screen) - screen.startedAt)
            donor.settle(500)
        }
        return [
            Figure("joining 2,000 strokes: complete, median", complete.median, "ms", bar: 700),
            Figure("joining 2,000 strokes: on the screen, median", shown.median, "ms", bar: 700),
        ]
    }

    /// When a screen's ink came to rest.
    private static func lastInk(_ program: Program) throws -> Double {
        var last = try program.wait("ink") { $0.hasInk }
        while Stopwatch.now < last + 1000 {
            program.forget()
            if program.read(within: 100), program.hasInk { last = program.lastReadAt }
        }
        return last
    }
}

extension Program {
    /// Whether a pipe has said that it caught up with so many entries or more.
    fileprivate func hasCaughtUp(to count: Int) -> Bool {
        let lines = String(decoding: bytes.suffix(2000), as: UTF8.self).split(separator: "\n")
        return lines.contains { line in
            guard line.hasPrefix(#"{"event":"caught-up""#),
                let field = line.split(separator: ",").first(where: { $0.hasPrefix(#""entries":"#) }
                ),
                let entries = field.split(separator: ":").last
            else { return false }
            return Int(entries) ?? 0 >= count
        }
    }
}
