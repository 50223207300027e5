/// What a room costs in which nothing happens.
enum IdleFigures {
    private static let people = 8

    static func measure() throws -> [Figure] {
        let lan = try Lan()
        let stations = try (0..<people).map { _ in try lan.station() }
        try Gathering.gather(stations, in: "idle")
        Stopwatch.sleep(until: Stopwatch.now + 8000)
        let before = try lan.traffic()
        Stopwatch.sleep(until: Stopwatch.now + 10_000)
        let after = try lan.traffic()
        try Gathering.dismiss(stations)

        let alone = stations[0]
        try Gathering.gather([alone], in: "alone")
        Stopwatch.sleep(until: Stopwatch.now + 3000)
        let view = ProcessView(identifier: alone.child.identifier)
        let wakeUps = view.wakeUps
        Stopwatch.sleep(until: Stopwatch.now + 10_000)
        let datagrams = Double(after.datagrams - before.datagrams) / 10
        let bytes = Double(after.bytes - before.bytes) / 10
        return [
            Figure("room of 8 at rest: datagrams a second", datagrams, "", bar: 9),
            Figure("room of 8 at rest: bytes a second", bytes, "B", bar: 1600),
            Figure("alone, at rest: wake-ups in 10 s", view.wakeUps - wakeUps, "", bar: 40),
        ]
    }
}
