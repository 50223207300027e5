import TerminalUI

/// Much that comes from the terminal at once: how soon all of it is shown, and nothing else.
enum BurstFigures {
    private static let times = 20

    static func measure(_ program: Program) throws -> [Figure] {
        [try wheel(program), try hovers(program), try paste(program), try keys(program)]
    }

    /// How long it takes from some input to a bottom line.
    private static func time(
        _ program: Program, _ input: String, until line: String
    ) throws -> Double {
        let start = Stopwatch.now
        program.write(input)
        let end = try program.wait("\(line) after much input") { $0.bottomLine == line }
        program.rest(200)
        return end - start
    }

    private static func wheel(_ program: Program) throws -> Figure {
        program.write(Mouse.hover(100, 25))
        program.rest()
        let (home, homeLine) = (program.frame, program.bottomLine)
        let turns = [false, true].map { isUp in
            String(repeating: Mouse.wheel(100, 25, isUp: isUp), count: 10)
        }
        program.write(turns[0])
        program.rest()
        let awayLine = program.bottomLine
        program.write(turns[1])
        program.rest()
        let worst = try (0..<times).map { number in
            try time(program, turns[number % 2], until: number % 2 == 0 ? awayLine : homeLine)
        }
        try program.mustShow(home, after: "turns of the wheel")
        return Figure(
            "ten turns of the wheel until shown: worst", worst.percentile(100), "ms", bar: 50)
    }

    private static func hovers(_ program: Program) throws -> Figure {
        var dice = Dice()
        let places = [(100, 25), (60, 12)].map { Mouse.hover($0.0, $0.1) }
        let lines = places.map { place in
            program.write(place)
            program.rest()
            return program.bottomLine
        }
        let before = program.frame
        let worst = try (0..<times).map { number in
            let burst = (1..<600).map { _ in Mouse.hover(dice.roll(1...200), dice.roll(1...50)) }
            return try time(
                program, burst.joined() + places[number % 2], until: lines[number % 2])
        }
        try program.mustShow(before, after: "hovers")
        return Figure(
            "600 hovers until the last is shown: worst", worst.percentile(100), "ms", bar: 50)
    }

    private static let pasted = String(
        repeating: "the quick brown fox jumps over it\r", count: 2942)

    private static func paste(_ program: Program) throws -> Figure {
        let input = "\u{1B}[200~\(pasted)\u{1B}[201~"
        let times = try (0..<5).map { _ in try type(program, input) }
        return Figure(
            "100 kB pasted into a text: longest silence", times.percentile(100), "ms", bar: 50)
    }

    /// From a terminal that knows no pasting.
    private static func keys(_ program: Program) throws -> Figure {
        let times = try (0..<3).map { _ in try type(program, pasted) }
        return Figure("the same, key by key: longest silence", times.percentile(100), "ms", bar: 50)
    }

    /// A text that gets too much, kept and then taken back; for how long nothing was shown.
    private static func type(_ program: Program, _ input: String) throws -> Double {
        program.write(Mouse.hover(60, 5))
        // Over the last notice.
        program.settle(4000)
        let before = program.frame
        program.write("t")
        program.rest()
        let rest = "\(pasted.utf8.count - 800) characters were left out"
        let silence = try program.write(input) { $0.topLine.contains(rest) }
        program.write("\u{1B}")
        program.rest()
        program.write("u")
        program.rest()
        try program.mustShow(before, after: "a text that was taken back")
        return silence
    }
}
