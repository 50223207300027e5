import Glibc

/// What one person alone at a terminal of 200 × 50 feels, on a canvas of 10,000 strokes.
enum TerminalFigures {
    static func measure() throws -> [Figure] {
        let room = "bench-terminal"
        var script: Program? = try Program.script(in: room)
        var figures = [try start(room)]
        let program = try Program(room: room, name: "Ana")
        program.rest(1000)
        try require(script != nil && program.bottomLine.contains("pen"), "the drawing is not there")
        script = nil
        program.write(Program.handsColor)
        program.rest()
        figures += try ink(program)
        figures.append(try bytesPerPoint(program))
        figures += try BurstFigures.measure(program)
        figures += idle(program)
        return figures
    }

    private static func start(_ room: String) throws -> Figure {
        let times = try (0..<10).map { number in
            let program = try Program(room: room, name: "Ana \(number)")
            return try program.wait("a frame") { $0.topLine.contains("inkcast") }
                - program.startedAt
        }
        return Figure("start to first frame, median", times.median, "ms", bar: 60)
    }

    /// A report that prolongs the line, until its cell is inked.
    private static func ink(_ program: Program) throws -> [Figure] {
        var times: [Double] = []
        for line in 0..<4 {
            let row = 10 + 8 * line
            program.write(Mouse.press(30, row))
            for step in 1...50 {
                program.settle(Double(20 + (step * 7) % 20))
                let start = Stopwatch.now
                let cell = (column: 30 + 3 * step, row: row + step % 5)
                program.write(Mouse.drag(cell.column, cell.row))
                times.append(try program.wait("ink", within: 2000) { $0.isInked(cell) } - start)
            }
            program.write(Mouse.release(180, row))
            program.settle(100)
        }
        return [
            Figure("mouse report to ink, alone, median", times.median, "ms", bar: 2),
            Figure("mouse report to ink, alone, 95 of 100", times.percentile(95), "ms", bar: 10),
        ]
    }

    /// A steady hand of 60 reports a second that writes loops; the cell of each report is inked.
    private static func bytesPerPoint(_ program: Program) throws -> Figure {
        var cells: [(column: Int, row: Int)] = []
        for step in 0..<4000 where cells.count <= 300 {
            let (turn, drift) = (Double(step) * 0.01, Double(step) * 0.02)
            let cell = (column: Int(40 + drift + 10 * cos(turn)), row: Int(25 + 8 * sin(turn)))
            if cells.last.map({ $0 != cell }) ?? true { cells.append(cell) }
        }
        program.write(Mouse.press(cells[0].column, cells[0].row))
        program.rest()
        for cell in cells.dropFirst() {
            let end = Stopwatch.now + 1000.0 / 60
            program.write(Mouse.drag(cell.column, cell.row))
            while Stopwatch.now < end { _ = program.read(within: end - Stopwatch.now) }
        }
        let bare = cells.filter { !program.isInked($0) }
        try require(bare.isEmpty, "no ink in the cells of the reports \(bare)")
        program.write(Mouse.release(cells[300].column, cells[300].row))
        while program.read(within: 200) {}
        let perPoint = Double(program.bytes.count) / Double(cells.count - 1)
        program.rest()
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
    /// A turn of the wheel, up or down.
    static func wheel(_ column: Int, _ row: Int, isUp: Bool) -> String {
        "\u{1B}[<\(isUp ? 64 : 65);\(column);\(row)M"
    }
    /// A turn of the wheel with Shift: six columns to the left or to the right.
    static func sidewaysWheel(_ column: Int, _ row: Int, isLeft: Bool) -> String {
        "\u{1B}[<\(isLeft ? 68 : 69);\(column);\(row)M"
    }
}
