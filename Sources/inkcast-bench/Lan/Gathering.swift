/// Stations that are in one room.
enum Gathering {
    /// Lets all enter, so many each, and waits until all have met and are at rest.
    static func gather(_ stations: [Station], in room: String, each: [Int] = []) throws {
        let counts = stations.indices.map { each.isEmpty ? 1 : each[$0] }
        for (station, count) in zip(stations, counts) { station.child.tell("join", room, count) }
        for station in stations { _ = try station.child.hear() }
        let people = counts.reduce(0, +)
        for station in stations { station.child.tell("meet", people) }
        for station in stations {
            guard try station.child.hear() == ["met"] else {
                throw Failure(description: "\(room): the stations have not met")
            }
        }
        Stopwatch.sleep(until: Stopwatch.now + 2000)
    }

    static func dismiss(_ stations: [Station]) throws {
        for station in stations { station.child.tell("leave") }
        for station in stations { _ = try station.child.hear() }
    }

    /// What a worker says about what came to one member.
    struct Arrived {
        /// In milliseconds on the common clock.
        let last: Double
        private(set) var numbers: [Int] = []
        /// In milliseconds.
        private(set) var latencies: [Double] = []

        init(_ words: some Collection<Substring>) throws {
            guard let last = words.first.flatMap({ Double($0) }) else {
                throw Failure(description: "a process of the network answers in riddles")
            }
            self.last = last
            for word in words.dropFirst() {
                let parts = word.split(separator: ":")
                guard parts.count == 2, let number = Int(parts[0]), let time = Double(parts[1])
                else { continue }
                numbers.append(number)
                latencies.append(time / 1000)
            }
        }
    }
}
