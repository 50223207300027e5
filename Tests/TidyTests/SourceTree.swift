import Foundation
import Testing

/// The sources of this package, as text.
struct SourceTree {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    struct File: Sendable, CustomTestStringConvertible {
        var path: String
        var text: String

        /// The folder below `Sources` or `Tests`.
        var target: String { String(path.split(separator: "/")[1]) }
        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
        var testDescription: String { path }

        var imports: [String] {
            lines.compactMap { line in
                var words = line.split(separator: " ").map(String.init)
                if let first = words.first,
                    first.hasPrefix("@") || first == "package"
                        || first == "public" || first == "internal" || first == "private"
                {
                    words.removeFirst()
                }
                guard words.first == "import", words.count >= 2 else { return nil }
                return words.last.map { String($0.prefix { $0 != "." }) }
            }
        }
    }

    /// All files below a folder with one of the given endings.
    static func files(below folder: String, endings: [String] = ["swift"]) -> [File] {
        let base = root.appending(path: folder)
        guard
            let paths = try? FileManager.default.subpathsOfDirectory(
                atPath: base.path(percentEncoded: false))
        else { return [] }
        return paths.sorted().filter { path in endings.contains { path.hasSuffix("." + $0) } }
            .compactMap { path in
                guard
                    let text = try? String(
                        contentsOf: base.appending(path: path), encoding: .utf8)
                else { return nil }
                return File(path: folder + "/" + path, text: text)
            }
    }
}
