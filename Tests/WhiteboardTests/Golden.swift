import Foundation
import TerminalUI
import Testing

@testable import Whiteboard

/// Screens as they stand in `Tests/Fixtures/screens`.
///
/// To write them anew: `INKCAST_REGENERATE=1 swift test --filter Golden`.
enum Golden {
    static func compare(_ lines: [String], with name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/screens/\(name).txt")
        let text = lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["INKCAST_REGENERATE"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(text == golden)
    }
}

extension Frame {
    /// The style of each cell as a character: `.` for none, `!` bold, `~` reverse, `,` dim, the
    /// letter of an ink (a is ink 1).
    var styleLines: [String] {
        (0..<rows).map { row in
            var line = (0..<columns).map { self[$0, row].style.letter }
            while line.last == "." { line.removeLast() }
            return String(line)
        }
    }
}

extension Style {
    fileprivate var letter: Character {
        if attributes.contains(.reverse) { return "~" }
        if attributes.contains(.bold) { return "!" }
        if attributes.contains(.dim) { return "," }
        guard case .ink(let ink) = foreground else { return "." }
        return Character(Unicode.Scalar(0x60 + min(ink, 26)))
    }
}
