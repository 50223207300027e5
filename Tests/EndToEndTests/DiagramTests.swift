import Foundation
import Testing

/// A diagram of boxes, arrows and labels that a script draws: what is on the screen is what is
/// exported, and lines that meet are joined.
struct DiagramTests {
    private let sandbox: Sandbox
    private let pipe: PipeClient
    private let file: String
    private static let size = (columns: 76, rows: 16)

    init() throws {
        sandbox = try Sandbox()
        pipe = try PipeClient(sandbox, name: "Ana")
        file = sandbox.folder.appending(path: "diagram.txt").path(percentEncoded: false)
    }

    /// A box or an arrow, its corners in cells.
    private struct Part {
        var kind: String
        var from: (x: Int, y: Int)
        var to: (x: Int, y: Int)
        var line = "light"

        var command: String {
            let from = "[\(from.x * 2),\(from.y * 4)]"
            let to = "[\(to.x * 2),\(to.y * 4)]"
            return #"{"do":"\#(kind)","from":\#(from),"to":\#(to),"line":"\#(line)"}"#
        }

        /// Where it goes, corner by corner: an arrow goes the longer way last.
        var corners: [(x: Int, y: Int)] {
            guard kind == "arrow" else {
                return [from, (to.x, from.y), to, (from.x, to.y), from]
            }
            let isWide = abs(to.x - from.x) >= abs(to.y - from.y)
            return [from, isWide ? (from.x, to.y) : (to.x, from.y), to]
        }
    }

    /// Three rows of four boxes.
    private static let boxes = (0..<12).map { number in
        let (x, y) = (number % 4 * 20, number / 4 * 6)
        let line = [5: "heavy", 10: "double", 3: "dashed"][number] ?? "light"
        return Part(kind: "rectangle", from: (x, y), to: (x + 12, y + 2), line: line)
    }

    private static let arrows: [Part] =
        [0, 12].flatMap { y in
            (0..<3).map {
                Part(kind: "arrow", from: ($0 * 20 + 12, y + 1), to: ($0 * 20 + 19, y + 1))
            }
        }
        + [(6, 2), (26, 2), (66, 2), (6, 8), (26, 8), (46, 8)].map { x, y in
            Part(kind: "arrow", from: (x, y), to: (x, y + 3), line: x == 26 ? "heavy" : "light")
        }
        + [
            Part(kind: "arrow", from: (10, 2), to: (65, 4)),
            Part(kind: "arrow", from: (50, 8), to: (3, 10), line: "double"),
        ]

    private static let labels = [
        "lexer", "parser", "types", "lint", "driver", "IR 漢字", "opt", "cache", "linker", "emit",
        "asm", "run it",
    ].enumerated().map { number, text in
        let (x, y) = (number % 4 * 20 + 2, number / 4 * 6 + 1)
        return #"{"do":"text","at":[\#(x * 2),\#(y * 4)],"text":"\#(text)"}"#
    }

    private func draw() {
        for part in Self.boxes + Self.arrows { pipe.say(part.command) }
        for label in Self.labels { pipe.say(label) }
    }

    private func screen(_ glyphs: String = "braille", zoom: Double = 1) throws -> [String] {
        let count = pipe.events("screen").count
        let size = #""columns":\#(Self.size.columns),"rows":\#(Self.size.rows)"#
        pipe.say(#"{"do":"screen",\#(size),"glyphs":"\#(glyphs)","zoom":\#(zoom)}"#)
        return try pipe.next("screen", after: count)["lines"] as? [String] ?? []
    }

    private func exported(_ glyphs: String) throws -> [String] {
        pipe.say(#"{"do":"export","path":"\#(file)","glyphs":"\#(glyphs)"}"#)
        _ = try pipe.digest()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test(arguments: ["braille", "ascii"])
    func `screen and export are equal, and stay what they are`(glyphs: String) throws {
        draw()
        let picture = try screen(glyphs)
        let golden = Sandbox.root.appending(path: "Tests/Fixtures/screens/diagram-\(glyphs).txt")
        if ProcessInfo.processInfo.environment["INKCAST_REGENERATE"] != nil {
            try Data(picture.map { $0 + "\n" }.joined().utf8).write(to: golden)
        }
        let lines = try String(contentsOf: golden, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(picture + [""] == lines)
        let inked = picture.lastIndex { !$0.isEmpty } ?? 0
        #expect(try exported(glyphs) == picture[...inked] + [""])

        // Farther away it is another picture, and then the same again.
        #expect(try screen(glyphs, zoom: 0.5) != picture)
        #expect(try screen(glyphs) == picture)
        let objects = try objects()
        for (number, object) in objects.enumerated() where number % 5 == 0 {
            pipe.say(#"{"do":"set","object":"\#(object)","position":[10,14]}"#)
            #expect(try screen(glyphs) != picture)
            pipe.say(#"{"do":"undo"}"#)
            #expect(try screen(glyphs) == picture)
            for z in ["back", "front"] {
                pipe.say(#"{"do":"set","object":"\#(object)","z":"\#(z)"}"#)
                #expect(try screen(glyphs) == picture)
            }
        }
    }

    private func objects() throws -> [String] {
        let count = pipe.events("objects").count
        pipe.say(#"{"do":"objects"}"#)
        _ = try pipe.next("objects", after: count)
        return pipe.events("object").compactMap { $0["object"] as? String }
    }

    // MARK: - Joins

    private struct Place: Hashable {
        var x: Int
        var y: Int
    }

    /// The sides on which a line leaves a cell, of all boxes and arrows.
    private static func sides() -> [Place: Set<Character>] {
        var sides: [Place: Set<Character>] = [:]
        for part in boxes + arrows {
            let corners = part.corners
            for (from, to) in zip(corners, corners.dropFirst()) {
                var (x, y) = (from.x, from.y)
                while (x, y) != (to.x, to.y) {
                    let (right, down) = ((to.x - x).signum(), (to.y - y).signum())
                    sides[Place(x: x, y: y), default: []].insert(
                        right == 0 ? (down > 0 ? "d" : "u") : (right > 0 ? "r" : "l"))
                    (x, y) = (x + right, y + down)
                    sides[Place(x: x, y: y), default: []].insert(
                        right == 0 ? (down > 0 ? "u" : "d") : (right > 0 ? "l" : "r"))
                }
            }
        }
        return sides
    }

    /// The sides to which a box-drawing character has a line, by its name.
    private static func sides(of character: Unicode.Scalar) -> Set<Character>? {
        guard let name = character.properties.name, name.hasPrefix("BOX DRAWINGS") else {
            return nil
        }
        let known: [Substring: String] = [
            "UP": "u", "DOWN": "d", "LEFT": "l", "RIGHT": "r", "VERTICAL": "ud", "HORIZONTAL": "lr",
        ]
        return Set(name.split(separator: " ").compactMap { known[$0] }.joined())
    }

    @Test func `wherever lines meet they are joined`() throws {
        draw()
        let picture = try screen().map { Array($0.unicodeScalars) }
        let ascii = try screen("ascii").map { Array($0.unicodeScalars) }
        let heads = Set(Self.arrows.map { Place(x: $0.to.x, y: $0.to.y) })
        var checked = 0
        var crossings = 0
        for (place, sides) in Self.sides() where !heads.contains(place) {
            // A wide character of the label before is one character of two cells.
            let row = picture[place.y]
            let shift = row.prefix(place.x).count { $0 == "漢" || $0 == "字" }
            #expect(Self.sides(of: row[place.x - shift]) == sides, "\(place)")
            let isUpright = sides.contains("u") || sides.contains("d")
            let isLevel = sides.contains("l") || sides.contains("r")
            let likeness = ascii[place.y][place.x - shift]
            #expect((likeness == "+") == (isUpright && isLevel), "\(place)")
            #expect(["|", ":"].contains(likeness) == (isUpright && !isLevel), "\(place)")
            checked += 1
            if sides.count > 2 { crossings += 1 }
        }
        for place in heads {
            let shift = picture[place.y].prefix(place.x).count { $0 == "漢" || $0 == "字" }
            #expect("▶◀▲▼".unicodeScalars.contains(picture[place.y][place.x - shift]))
        }
        #expect(checked > 450)
        #expect(crossings >= 18)
    }
}
