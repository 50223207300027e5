/// Much at once: how soon all of it is there, and what somebody else's ink suffers meanwhile.
enum BulkFigures {
    private static let messages = 20_000
    private static let loss = 5
    private static let strokes = 500
    private static let period = 10.0
    private static let largeMessages = 20
    private static let largeLoss = 20
    private static let largePeriod = 1500.0

    static func measure() throws -> [Figure] {
        try small() + large() + attachment()
    }

    private static let attachmentBytes = 100 << 20

    /// An attachment of the largest size, and what two others' ink suffers while it is loaded.
    private static func attachment() throws -> [Figure] {
        let lan = try Lan()
        let stations = try (0..<4).map { _ in try lan.station() }
        try Gathering.gather(stations, in: "attachment")
        let (artist, viewer) = (stations[2], stations[3])
        let calm = try draw(artist, at: Stopwatch.now + 100, for: [viewer]).flatMap(\.latencies)
        for station in stations { _ = try station.child.ask("forget") }
        guard try stations[0].child.ask("attach", attachmentBytes, within: 60) == ["attached"]
        else { throw Failure(description: "bulk: nothing is attached") }
        Stopwatch.sleep(until: Stopwatch.now + 1000)
        stations[1].child.tell("load", attachmentBytes, Stopwatch.now + 200_000)
        let drawn = try draw(artist, at: Stopwatch.now + 3000, for: [viewer])
        let answer = try stations[1].child.hear(within: 210).compactMap { Double($0) }
        guard answer.count == 2 else { throw Failure(description: "bulk: nothing is loaded") }
        return [
            Figure("attachment of 100 MiB: loaded", (answer[1] - answer[0]) / 1000, "s"),
            Figure("others' ink alone, 95 of 100", calm.percentile(95), "ms"),
            Figure(
                "others' ink meanwhile, 95 of 100",
                drawn.flatMap(\.latencies).percentile(95), "ms", bar: calm.percentile(95) + 20),
        ]
    }

    /// One message of the largest size after the other, each to all receivers.
    private static func large() throws -> [Figure] {
        let lan = try Lan()
        let stations = try (0..<3).map { _ in try lan.station() }
        try Gathering.gather(stations, in: "large")
        for station in stations { try lan.lose(percent: largeLoss, at: station) }
        let start = Stopwatch.now + 100
        stations[0].child.tell("send", largeMessages, 256 << 10, largePeriod, start)
        _ = try stations[0].child.hear(within: 60)
        let times = try stations.dropFirst().flatMap { station in
            let answer = try station.child.ask("messages", largeMessages, Stopwatch.now + 10_000)
            let arrived = try Gathering.Arrived(answer)
            guard arrived.numbers == Array(0..<largeMessages) else {
                throw Failure(description: "bulk: not all large messages came in order")
            }
            return arrived.latencies
        }
        let name = "256 KiB at \(largeLoss) % loss"
        return [
            Figure("\(name): median", times.median / 1000, "s"),
            Figure(
                "\(name): worst of \(times.count)", times.percentile(100) / 1000, "s", bar: 1),
        ]
    }

    private static func small() throws -> [Figure] {
        let lan = try Lan()
        let stations = try (0..<4).map { _ in try lan.station() }
        let (sender, artist, receivers) = (stations[0], stations[1], Array(stations[2...]))
        for station in stations { try lan.lose(percent: loss, at: station) }

        try Gathering.gather(stations, in: "calm")
        let alone = try draw(artist, at: Stopwatch.now + 100, for: receivers).flatMap(\.latencies)
        try Gathering.dismiss(stations)

        try Gathering.gather(stations, in: "bulk")
        let start = Stopwatch.now + 100
        sender.child.tell("send", messages, 20, 0, start)
        let drawn = try draw(artist, at: start, for: receivers)
        _ = try sender.child.hear(within: 60)
        var end = start
        for receiver in receivers {
            let limit = Stopwatch.now + 30_000
            let arrived = try Gathering.Arrived(
                receiver.child.ask("messages", messages, limit, within: 40))
            guard arrived.numbers == Array(0..<messages) else {
                let count = arrived.numbers.count
                throw Failure(description: "bulk: \(count) of \(messages) messages came")
            }
            end = max(end, arrived.last)
        }
        // Only what was drawn while the messages went.
        let meanwhile = drawn.flatMap { arrived in
            zip(arrived.numbers, arrived.latencies)
                .filter { start + Double($0.0) * period < end }.map(\.1)
        }
        let (before, during) = (alone.percentile(95), meanwhile.percentile(95))
        return [
            Figure(
                "20,000 messages at once, 5 % loss: all there", (end - start) / 1000, "s", bar: 5),
            Figure("another's ink alone, 95 of 100", before, "ms"),
            Figure("another's ink meanwhile, 95 of 100", during, "ms", bar: before + 20),
        ]
    }

    /// Lets somebody append entries; when they came to each of the others.
    private static func draw(
        _ artist: Station, at start: Double, for receivers: [Station]
    ) throws -> [Gathering.Arrived] {
        try artist.child.ask("append", strokes, 100, period, start)
        return try receivers.map { receiver in
            let answer = try receiver.child.ask("entries", strokes, Stopwatch.now + 10_000)
            let arrived = try Gathering.Arrived(answer)
            guard arrived.numbers.count == strokes else {
                throw Failure(description: "bulk: not all entries came")
            }
            return arrived
        }
    }
}
