import TerminalEmulation
import TerminalUI

/// Ink by script, and ink on a terminal.
extension Program {
    /// The strokes of a full canvas, each of 50 points.
    static let strokesOfFullCanvas = 10_000

    /// An `inkcast pipe` alone in a room, where it has drawn so many strokes on 1,600 × 800 dots.
    static func script(in room: String, strokes: Int = strokesOfFullCanvas) throws -> Program {
        let script = try Program(pipe: room, name: "Ben")
        _ = try script.wait("the room") { $0.says(#""event":"joined""#) }
        var dice = Dice()
        for _ in 0..<strokes {
            script.write(stroke(&dice))
            _ = script.read(within: 0)
        }
        script.write(#"{"do":"wait","for":"objects","count":\#(strokes),"seconds":60}"# + "\n")
        _ = try script.wait("the drawing", within: 60_000) { $0.says(#""for":"objects""#) }
        script.rest()
        return script
    }

    /// In any colour but that of hands.
    private static func stroke(_ dice: inout Dice) -> String {
        var (x, y) = (dice.roll(0...1600), dice.roll(0...800))
        var points: [String] = []
        for _ in 0..<50 {
            points.append("[\(x),\(y)]")
            (x, y) = (x + dice.roll(-2...2), y + dice.roll(-2...2))
        }
        let (color, list) = (dice.roll(3...8), points.joined(separator: ","))
        return #"{"do":"stroke","color":\#(color),"points":[\#(list)]}"# + "\n"
    }

    /// The key for the colour of hands.
    static let handsColor = "2"

    /// Whether a cell, counted from 1 as in reports, shows ink in the colour of hands.
    func isInked(_ cell: (column: Int, row: Int)) -> Bool {
        let cell = picture[cell.column - 1, cell.row - 1]
        return 0x2801...0x28FF ~= cell.scalars.base && cell.style.foreground == .ink(2)
    }

    /// Fails where the canvas, between the top line and the bottom line, looks otherwise.
    func mustShow(_ frame: Frame, after occasion: String) throws {
        let differences = frame.differences(from: self.frame, inRows: 1..<frame.rows - 1)
        let wrong = (differences.prefix(5) + picture.unknown.prefix(5)).joined(separator: "\n")
        try require(wrong.isEmpty, "the picture is wrong after \(occasion):\n\(wrong)")
    }

    /// Where the pointer is on the canvas, as the bottom line says.
    func place() throws -> (x: Int, y: Int) {
        let numbers =
            bottomLine.split(separator: "┼").last?.prefix { $0 != "%" }
            .split { !"-0123456789".contains($0) }.compactMap { Int($0) } ?? []
        try require(numbers.count >= 2, "no place in «\(bottomLine)»")
        return (numbers[0], numbers[1])
    }

    var frame: Frame { picture.frame }
    /// What the top line says.
    var topLine: String { picture.text(ofRow: 0) }
    /// What the bottom line says.
    var bottomLine: String { picture.text(ofRow: picture.rows - 1) }
}
