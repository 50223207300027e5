/// What people in one room see of each other, all of them on this machine.
enum RoomFigures {
    static func measure() throws -> [Figure] {
        try others() + lateJoiner()
    }

    /// The first report of a stroke, a while after the last one, until the other's screen shows it.
    private static func others() throws -> [Figure] {
        let room = "bench-two"
        var script: Program? = try Program.script(in: room)
        let (ana, ben) = (
            try Program(room: room, name: "Ana"), try Program(room: room, name: "Ben")
        )
        for program in [ana, ben] { program.rest(1500) }
        try require(script != nil && ana.bottomLine.contains("pen"), "the drawing is not there")
        script = nil
        ana.write(Program.handsColor)
        // On a full canvas the sign of who draws stands on its ink.
        ben.write("\\")
        for program in [ana, ben] { program.rest(1500) }
        var times: [Double] = []
        for number in 0..<60 {
            let (column, row) = (30 + 2 * number, 8 + (number * 7) % 35)
            let start = Stopwatch.now
            ana.write(Mouse.press(column, row) + Mouse.drag(column + 2, row + 1))
            let end = try ben.wait("ink", within: 3000) { $0.isInked((column, row)) }
            times.append(end - start)
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
        let donor = try Program.script(in: "bench-late", strokes: strokes)
        donor.settle(2000)
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
