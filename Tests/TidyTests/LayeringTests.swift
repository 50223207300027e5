import Foundation
import Testing

/// The rules of docs/ARCHITECTURE.md that the compiler does not keep.
@Suite struct LayeringTests {
    /// What each target may import.
    static let allowedImports: [String: Set<String>] = [
        "InkCanvas": [],
        "SessionCore": [],
        "TerminalUI": [],
        "Whiteboard": ["InkCanvas", "TerminalUI"],
        "MulticastSocket": ["Glibc", "CPlatform"],
        "CursesTerminal": ["TerminalUI", "Glibc", "CPlatform"],
        "Rooms": [
            "FoundationEssentials", "Glibc", "Synchronization", "SessionCore", "MulticastSocket",
        ],
        "GroupActivities": ["FoundationEssentials", "Synchronization", "Rooms"],
        "InkcastApp": [
            "Whiteboard", "InkCanvas", "TerminalUI", "CursesTerminal", "Rooms",
            "CPlatform", "FoundationEssentials", "Glibc", "Synchronization",
        ],
        "inkcast": ["InkcastApp", "CBuild"],
        "inkcast-manual": ["InkcastApp"],
        "SessionSimulation": ["SessionCore", "InkCanvas", "Whiteboard", "CAllocation"],
        "inkcast-sim": ["SessionSimulation", "Glibc", "Synchronization"],
        "TerminalEmulation": ["TerminalUI"],
        "inkcast-bench": [
            "SessionCore", "InkCanvas", "Whiteboard", "TerminalUI", "TerminalEmulation",
            "CPlatform", "Glibc", "Rooms", "Synchronization",
        ],
        "inkcast-fuzz": ["SessionCore", "InkCanvas", "TerminalUI", "Glibc"],
    ]

    /// Those of the program that import Foundation at all; the rest of it would double the program.
    static let linkedTargets = ["Rooms", "InkcastApp"]

    static let pureTargets = ["InkCanvas", "SessionCore", "TerminalUI", "Whiteboard"]

    @Test(arguments: SourceTree.files(below: "Sources"))
    func `a file imports only what its target may`(file: SourceTree.File) throws {
        let allowed = try #require(Self.allowedImports[file.target], "a target without a rule")
        #expect(file.imports.filter { !allowed.contains($0) }.isEmpty)
    }

    @Test(arguments: SourceTree.files(below: "Sources").filter { pureTargets.contains($0.target) })
    func `a pure file has no clock, randomness or thread of its own`(file: SourceTree.File) {
        let banned = [
            "Date(", ".random(", ".shuffled()", ".randomElement(", "SystemRandomNumberGenerator",
            "ContinuousClock", "SuspendingClock", "Task {", "Task.detached", " actor ", "Mutex<",
            "Atomic<", "async ", "Hasher()", ".hashValue", "@MainActor",
        ]
        let code = file.lines.filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
        for word in banned { #expect(!code.contains { " \($0)".contains(word) }, "\(word)") }
    }

    @Test(
        arguments: SourceTree.files(below: "Sources").filter { linkedTargets.contains($0.target) })
    func `what is linked statically takes no more of Foundation than UUID`(file: SourceTree.File) {
        let banned = ["Data(", "URL(", "FileManager", "JSONDecoder", "JSONEncoder", "ProcessInfo"]
        for word in banned { #expect(!file.text.contains(word), "\(word)") }
    }

    @Test(
        arguments: SourceTree.files(below: "Sources").filter {
            !["Rooms", "GroupActivities"].contains($0.target)
        })
    func `only the library is public`(file: SourceTree.File) {
        #expect(!file.lines.contains { $0.trimmingPrefix(" ").hasPrefix("public ") })
    }

    @Test(arguments: ["InkCanvas", "SessionCore", "TerminalUI"])
    func `a pure target compiles where there is no library to lean on`(target: String) throws {
        let files = SourceTree.files(below: "Sources/" + target).map(\.path)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.currentDirectoryURL = SourceTree.root
        compiler.arguments =
            [
                "swiftc", "-wmo", "-enable-experimental-feature", "Embedded", "-swift-version", "6",
                "-package-name", "inkcast", "-parse-as-library", "-module-name", target,
                "-emit-object", "-o", "/dev/null",
            ] + files
        let output = Pipe()
        compiler.standardError = output
        compiler.standardOutput = output
        try compiler.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        #expect(compiler.terminationStatus == 0, "\(text)")
    }
}
