// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func command(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// What `--version` says: the Makefile asks git.
let version = Context.environment["INKCAST_VERSION"] ?? "0 (commit unknown: built without make)"

let package = Package(
    name: "inkcast",
    products: [
        .library(name: "GroupActivities", targets: ["GroupActivities"]),
        .executable(name: "inkcast", targets: ["inkcast"]),
        .executable(name: "inkcast-manual", targets: ["inkcast-manual"]),
        .executable(name: "inkcast-sim", targets: ["inkcast-sim"]),
        .executable(name: "inkcast-bench", targets: ["inkcast-bench"]),
        .executable(name: "inkcast-fuzz", targets: ["inkcast-fuzz"]),
    ],
    targets: [
        // Pure: no Foundation, no Glibc, no clock, no randomness.
        library("InkCanvas"),
        library("SessionCore"),
        library("TerminalUI"),
        library("Whiteboard", ["InkCanvas", "TerminalUI"]),

        // Adapters to the machine.
        .target(
            name: "CPlatform",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        library("MulticastSocket", ["CPlatform"]),
        library("CursesTerminal", ["TerminalUI", "CPlatform"]),

        // The public library, rooms and what is done in them, and the application in a room.
        library("Rooms", ["SessionCore", "MulticastSocket"]),
        library("GroupActivities", ["Rooms"]),
        library(
            "InkcastApp",
            [
                "Whiteboard", "InkCanvas", "TerminalUI", "CursesTerminal", "Rooms",
                "CPlatform",
            ]),
        // Apart, as it changes with each commit.
        .target(name: "CBuild", cSettings: [.define("INKCAST_VERSION", to: "\"\(version)\"")]),
        command("inkcast", ["InkcastApp", "CBuild"]),
        command("inkcast-manual", ["InkcastApp"]),

        // Proof: the simulator, the figures, the fuzz entry, a terminal to look at.
        .target(name: "CAllocation"),
        library("TerminalEmulation", ["TerminalUI"]),
        library("SessionSimulation", ["SessionCore", "InkCanvas", "Whiteboard", "CAllocation"]),
        command("inkcast-sim", ["SessionSimulation"]),
        command(
            "inkcast-bench",
            [
                "SessionCore", "InkCanvas", "Whiteboard", "TerminalUI", "TerminalEmulation",
                "CPlatform", "Rooms",
            ]),
        command("inkcast-fuzz", ["SessionCore", "InkCanvas", "TerminalUI"]),

        tests("InkCanvasTests", ["InkCanvas", "Whiteboard", "TerminalUI"]),
        tests("SessionCoreTests", ["SessionCore", "SessionSimulation"]),
        tests("TerminalUITests", ["TerminalUI"]),
        tests("WhiteboardTests", ["Whiteboard", "InkCanvas", "TerminalUI"]),
        tests("MulticastSocketTests", ["MulticastSocket"]),
        tests(
            "CursesTerminalTests",
            ["CursesTerminal", "TerminalUI", "TerminalEmulation", "CPlatform"]),
        tests("GroupActivitiesTests", ["GroupActivities", "Rooms", "SessionCore"]),
        tests("InkcastAppTests", ["InkcastApp", "CursesTerminal", "Whiteboard"]),
        tests(
            "SimulationTests", ["SessionSimulation", "SessionCore", "InkCanvas", "CAllocation"]),
        tests("TidyTests", []),
        tests("EndToEndTests", ["SessionCore", "CPlatform"]),
    ]
)
