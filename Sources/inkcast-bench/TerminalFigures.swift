/// What one person alone at a terminal of 200 × 50 feels.
enum TerminalFigures {
    static func measure() throws -> [Figure] {
        var figures = [try start()]
        let program = try Program(room: "bench-alone", name: "Ana")
        program.settle(2000)
        figures += try ink(program)
        figures.append(try bytesPerPoint(program))
        figures += idle(program)
        return figures
    }

    private static func start() throws -> Figure {
        let times = try (0..<10).map { number in
            let program = try Program(room: "bench-start-\(number)", name: "Ana")
            return try program.wait("a frame") { $0.says("inkcast") || $0.bytes.count > 1000 }
                - program.startedAt
        }
        return Figure("start to first frame, median", times.median, "ms", bar: 60)
    }

    /// A report that prolongs the line, until the ink of it is on its way to the terminal.
    private static func ink(_ program: Program) throws -> [Figure] {
        var times: [Double] = []
        for line in 0..<4 {
            let row = 10 + 8 * line
            program.write(Mouse.press(30, row))
            for step in 1...50 {
                program.settle(Double(20 + (step * 7) % 20))
                let start = Stopwatch.now
                program.write(Mouse.drag(30 + 3 * step, row + step % 5))
                times.append(try program.wait("ink", within: 2000) { $0.hasInk } - start)
            }
            program.write(Mouse.release(180, row))
            program.settle(100)
        }
        return [
            Figure("mouse report to ink, alone, median", times.median, "ms", bar: 2),
            Figure("mouse report to ink, alone, 95 of 100", times.percentile(95), "ms", bar: 10),
        ]
    }

    /// A steady hand of 60 reports a second.
    private static func bytesPerPoint(_ program: Program) throws -> Figure {
        program.write(Mouse.press(30, 5))
        program.settle(500)
        let count = 300
        for step in 1...count {
            let end = Stopwatch.now + 1000.0 / 60
            program.write(Mouse.drag(30 + step % 140, 5 + step / 8))
            while Stopwatch.now < end { _ = program.read(within: end - Stopwatch.now) }
        }
        program.write(Mouse.release(30 + count % 140, 5 + count / 8))
        _ = program.read(within: 100)
        let perPoint = Double(program.bytes.count) / Double(count)
        program.settle(500)
        return Figure("bytes to the terminal for a drawn point", perPoint, "B", bar: 45)
    }

    private static func idle(_ program: Program) -> [Figure] {
        // What was said about the last stroke is repeated for a while.
        program.settle(5000)
        let (time, wakeUps) = (program.view.processorTime, program.view.wakeUps)
        program.settle(10_000)
        return [
            Figure(
                "processor in 10 idle seconds", program.view.processorTime - time, "ms", bar: 20),
            Figure(
                "wake-ups in 10 idle seconds, alone", program.view.wakeUps - wakeUps, "", bar: 40),
            Figure("resident memory", program.view.residentMegabytes, "MB", bar: 25),
        ]
    }
}

/// Reports of the left button, as a terminal sends them; cells count from 1.
enum Mouse {
    static func press(_ column: Int, _ row: Int) -> String { "\u{1B}[<0;\(column);\(row)M" }
    static func drag(_ column: Int, _ row: Int) -> String { "\u{1B}[<32;\(column);\(row)M" }
    static func hover(_ column: Int, _ row: Int) -> String { "\u{1B}[<35;\(column);\(row)M" }
    static func release(_ column: Int, _ row: Int) -> String { "\u{1B}[<0;\(column);\(row)m" }
}
