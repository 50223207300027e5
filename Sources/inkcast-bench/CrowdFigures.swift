/// Many receivers that all miss the same datagrams: how often they ask, and are answered.
enum CrowdFigures {
    private static let messages = 1000
    private static let receivers = 30
    private static let loss = 5
    private static let period = 10.0

    static func measure() throws -> [Figure] {
        let lan = try Lan()
        let (sender, crowd) = (try lan.station(), try lan.station())
        try Gathering.gather([sender, crowd], in: "crowd", each: [1, receivers])
        let before = try counts(sender, crowd)
        try lan.lose(percent: loss, from: sender)
        let start = Stopwatch.now + 100
        try sender.child.ask("send", messages, 64, period, start)
        let answer = try crowd.child.ask("messages", messages, Stopwatch.now + 10_000)
        var late = 0
        for part in answer.split(separator: "/") {
            let arrived = try Gathering.Arrived(part)
            guard arrived.numbers == Array(0..<messages) else {
                throw Failure(description: "crowd: not all messages came in order")
            }
            late = arrived.latencies.count { $0 > 1 }
        }
        let after = try counts(sender, crowd)
        let name = "30 receivers, 5 % lost by all:"
        return [
            Figure("\(name) came late", Double(late), ""),
            Figure("\(name) requests", after[0] - before[0], "", bar: 10),
            Figure("\(name) repairs", after[1] - before[1], "", bar: 10),
        ]
    }

    private static func counts(_ stations: Station...) throws -> [Double] {
        let counts = try stations.map { try $0.child.ask("counts").compactMap { Double($0) } }
        guard counts.allSatisfy({ $0.count == 3 }) else {
            throw Failure(description: "a process of the network does not know its figures")
        }
        return (0..<3).map { index in counts.map { $0[index] }.reduce(0, +) }
    }
}
