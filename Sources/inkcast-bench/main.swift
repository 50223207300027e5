import Glibc

// Prints the figures, group by group; names of groups on the command line choose among them.
let groups: [(name: String, measure: () throws -> [Figure])] = [
    ("canvas", { try CanvasSizeFigures.measure() + CanvasFigures.measure() }),
    ("node", NodeFigures.measure),
    ("terminal", TerminalFigures.measure),
    ("room", RoomFigures.measure),
    ("slow", SlowFigures.measure),
    ("delivery", Lan.needed(by: DeliveryFigures.measure)),
    ("crowd", Lan.needed(by: CrowdFigures.measure)),
    ("bulk", Lan.needed(by: BulkFigures.measure)),
    ("catchup", Lan.needed(by: CatchUpFigures.measure)),
    ("idle", Lan.needed(by: IdleFigures.measure)),
]
if CommandLine.arguments.dropFirst().first == Worker.argument {
    var worker = Worker()
    try worker.run()
    exit(0)
}
let chosen = CommandLine.arguments.dropFirst()
do {
    print(Figure.heading)
    for group in groups where chosen.isEmpty || chosen.contains(group.name) {
        for figure in try group.measure() { print(figure.line) }
        fflush(nil)
    }
} catch {
    print("inkcast-bench: \(error)")
    exit(1)
}
