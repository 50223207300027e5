import Foundation
import Testing

/// What a reviewer would otherwise have to say again and again.
@Suite struct FormTests {
    static let sources = SourceTree.files(below: "Sources") + SourceTree.files(below: "Tests")

    @Test(arguments: sources)
    func `a file has at most 500 lines`(file: SourceTree.File) {
        #expect(file.lines.count <= 500)
    }

    @Test(arguments: sources)
    func `nothing is left to be done`(file: SourceTree.File) {
        for word in ["FIX" + "ME", "TO" + "DO", "XX" + "X"] {
            #expect(!file.text.contains(word), "\(word)")
        }
    }

    @Test(arguments: sources)
    func `what the compiler cannot check is given a reason`(file: SourceTree.File) {
        let lines = file.lines
        for (number, line) in lines.enumerated()
        where line.contains("@unchecked " + "Sendable") || line.contains("nonisolated(" + "unsafe)")
        {
            let isExplained = number > 0 && lines[number - 1].contains("//")
            #expect(isExplained, "line \(number + 1)")
        }
    }

    @Test(arguments: SourceTree.files(below: "Tests").filter { $0.target != "TidyTests" })
    func `no test sleeps or uses XCTest`(file: SourceTree.File) {
        #expect(!file.imports.contains("XC" + "Test"))
        for word in ["Task.sl" + "eep(", "Thread.sl" + "eep("] {
            #expect(!file.text.contains(word), "\(word)")
        }
    }

    @Test func `the readme is short`() throws {
        let path = SourceTree.root.appending(path: "README.md")
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
    }
}
