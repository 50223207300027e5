/// Reliable messages between namespaces, at several rates of loss, beside bare multicast.
enum DeliveryFigures {
    private static let messages = 1000
    private static let bytes = 64
    private static let period = 10.0
    private static let bars: [(loss: Int, bar: Double)] = [(0, 0.3), (1, 10), (5, 12), (20, 40)]

    static func measure() throws -> [Figure] {
        let lan = try Lan()
        let stations = try (0..<3).map { _ in try lan.station() }
        let neighbors = try stations.map { try lan.neighbor(of: $0) }
        return try bars.flatMap { loss, bar in
            let runs = try (1...3).map { number in
                try run("delivery-\(loss)-\(number)", loss, stations, neighbors, on: lan)
            }.sorted { $0.messages.percentile(99) < $1.messages.percentile(99) }
            let (messages, pings) = runs[1]
            let name = "delivery at \(loss) %:"
            return [
                Figure("\(name) median", messages.median, "ms", bar: 0.15),
                Figure("\(name) 99 of 100", messages.percentile(99), "ms", bar: bar),
                Figure("\(name) longest", messages.percentile(100), "ms"),
                Figure("\(name) bare multicast, median", pings.median, "ms"),
                Figure("\(name) bare multicast, 99 of 100", pings.percentile(99), "ms"),
            ]
        }
    }

    /// One sends, two receive; all of what took how long, of messages and of bare datagrams.
    private static func run(
        _ room: String, _ loss: Int, _ stations: [Station], _ neighbors: [Station], on lan: Lan
    ) throws -> (messages: [Double], pings: [Double]) {
        try Gathering.gather(stations, in: room)
        for station in stations { try lan.lose(percent: loss, at: station) }
        for neighbor in neighbors.dropFirst() { neighbor.child.tell("listen", neighbor.address) }
        let start = Stopwatch.now + 200
        stations[0].child.tell("send", messages, bytes, period, start)
        // Half a period later, so that the two do not want the processor at once.
        neighbors[0].child.tell(
            "ping", neighbors[0].address, messages, bytes, period, start + period / 2)
        for station in [stations[0], neighbors[0]] { _ = try station.child.hear() }
        let end = Stopwatch.now + 10_000
        let arrived = try stations.dropFirst().flatMap { station in
            let answer = try station.child.ask("messages", messages, end)
            let arrived = try Gathering.Arrived(answer)
            guard arrived.numbers == Array(0..<messages) else {
                throw Failure(description: "\(room): not all messages came in order")
            }
            return arrived.latencies
        }
        let pings = try neighbors.dropFirst().flatMap { neighbor in
            try Gathering.Arrived(neighbor.child.ask("stop")).latencies
        }
        for neighbor in neighbors.dropFirst() { _ = try neighbor.child.hear() }
        for station in stations { try lan.lose(percent: 0, at: station) }
        try Gathering.dismiss(stations)
        return (arrived, pings)
    }
}
