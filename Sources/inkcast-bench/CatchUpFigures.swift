/// Somebody who comes late to a drawing: how soon all of it is there, who gives it, and what
/// others' ink suffers meanwhile.
enum CatchUpFigures {
    private static let sizes: [(points: Int, bars: [(loss: Int, bar: Double)])] = [
        (100_000, [(0, 100), (5, 600)]), (1_000_000, [(0, 1000), (5, 3000)]),
    ]
    private static let joins = 9
    private static let period = 16.0
    private static let spanMin = 100.0

    static func measure() throws -> [Figure] {
        try [2, 8, 30].flatMap { people in
            let load = Figure("\(people) others: load of the machine before", Stopwatch.load, "")
            var company = try Company(people)
            return try [load] + company.measure()
        }
    }

    /// The people who are there before, two of whom draw, and the one who comes.
    private struct Company {
        let people: Int
        let lan: Lan
        let artists: [Station]
        let crowd: [Station]
        let late: Station
        let room: String
        var entries = 0
        var bytes = 0
        var points = 0

        var present: [Station] { artists + crowd }

        init(_ people: Int) throws {
            self.people = people
            room = "late-\(people)"
            lan = try Lan()
            artists = [try lan.station(), try lan.station()]
            crowd = people > 2 ? [try lan.station()] : []
            late = try lan.station()
            try Gathering.gather(present, in: room, each: people > 2 ? [1, 1, people - 2] : [])
        }

        mutating func measure() throws -> [Figure] {
            var figures: [Figure] = []
            for (points, bars) in CatchUpFigures.sizes {
                let name = "\(points) points, \(people) others:"
                try draw(upTo: points)
                figures.append(Figure("\(name) entries", Double(entries), ""))
                figures.append(Figure("\(name) bytes", Double(bytes), "B"))
                for (loss, bar) in bars { figures += try join("\(name) \(loss) %", loss, bar) }
                figures += try meanwhile(name)
            }
            return figures
        }

        /// Lets the two draw until there are so many points, and all have them.
        private mutating func draw(upTo points: Int) throws {
            for (number, artist) in artists.enumerated() {
                artist.child.tell("ink", (points - self.points) / 2, points + number)
            }
            for artist in artists {
                let answer = try artist.child.hear().compactMap { Int($0) }
                guard answer.count == 2 else { throw Failure(description: "\(room): no ink") }
                (entries, bytes) = (entries + answer[0], bytes + answer[1])
            }
            self.points = points
            for station in present { _ = try inked(station, within: 60) }
            Stopwatch.sleep(until: Stopwatch.now + 2000)
        }

        /// When a station's first member came and had all ink, in milliseconds.
        private func inked(_ station: Station, within seconds: Double) throws -> (Double, Double) {
            let end = Stopwatch.now + seconds * 1000
            let answer = try station.child.ask("inked", entries, end, within: seconds + 10)
                .compactMap { Double($0) }
            guard answer.count == 4, Int(answer[2]) == entries else {
                throw Failure(description: "\(room): of \(entries) entries came \(answer)")
            }
            return (answer[0], answer[1])
        }

        /// Comes and goes: how many milliseconds from the first word until all ink is there.
        ///
        /// The next one is no second asker of the same moment.
        private func come() throws -> Double {
            try late.child.ask("join", room, 1)
            let (start, end) = try inked(late, within: 30)
            try late.child.ask("leave")
            Stopwatch.sleep(until: Stopwatch.now + 1200)
            return end - start
        }

        private func join(_ name: String, _ loss: Int, _ bar: Double) throws -> [Figure] {
            for station in present + [late] { try lan.lose(percent: loss, at: station) }
            var times: [Double] = []
            var donors: [Double] = []
            for _ in 0..<CatchUpFigures.joins {
                let before = try given()
                times.append(try come())
                donors.append(Double(zip(before, try given()).count { $0 < $1 }))
            }
            for station in present + [late] { try lan.lose(percent: 0, at: station) }
            return [
                Figure("\(name): complete, median", times.median, "ms", bar: bar),
                Figure("\(name): complete, worst of \(times.count)", times.percentile(100), "ms"),
                Figure("\(name): donors, most", donors.percentile(100), "", bar: 1),
            ]
        }

        /// Chunks that each of those present has sent.
        private func given() throws -> [Int] {
            let counts = try present.flatMap { try $0.child.ask("given").compactMap { Int($0) } }
            guard counts.count == people else {
                throw Failure(description: "\(room): not all know their figures")
            }
            return counts
        }

        // MARK: - Others' ink

        private func meanwhile(_ name: String) throws -> [Figure] {
            let calm = try ink { start in
                Stopwatch.sleep(until: start + 4000)
                return [start..<start + 4000]
            }
            var times: [Double] = []
            let busy = try ink { start in
                Stopwatch.sleep(until: start)
                return try (0..<5).map { _ in
                    let start = Stopwatch.now
                    times.append(try come())
                    // A short one tells of more than what was written in it.
                    return start..<start + max(times[times.count - 1], CatchUpFigures.spanMin)
                }
            }
            let (before, during) = (calm.percentile(95), busy.percentile(95))
            return [
                Figure("\(name) complete while two draw, median", times.median, "ms"),
                Figure("\(name) ink alone, 95 of 100", before, "ms"),
                Figure("\(name) ink meanwhile, 95 of 100", during, "ms", bar: before + 5),
                Figure("\(name) ink meanwhile, pieces", Double(busy.count), ""),
            ]
        }

        /// Lets the two append at drawing pace while something happens; how long the entries took
        /// that were written in the spans that it names.
        private func ink(_ happen: (Double) throws -> [Range<Double>]) throws -> [Double] {
            for station in present { try station.child.ask("forget") }
            let start = Stopwatch.now + 100
            let count = 600
            for (number, artist) in artists.enumerated() {
                let offset = CatchUpFigures.period / 2 * Double(number)
                artist.child.tell("append", count, 100, CatchUpFigures.period, start + offset)
            }
            let spans = try happen(start)
            for artist in artists { _ = try artist.child.hear() }
            // The artists hear only each other.
            return try zip(present, [count, count, 2 * count]).flatMap { station, wanted in
                let end = Stopwatch.now + 10_000
                let answer = try station.child.ask("entries", wanted, end)
                return try answer.split(separator: "/").flatMap { words in
                    let arrived = try Gathering.Arrived(words)
                    guard arrived.numbers.count == wanted else {
                        throw Failure(description: "\(room): not all live ink came")
                    }
                    return zip(arrived.numbers, arrived.latencies).filter { number, _ in
                        let written = start + CatchUpFigures.period * Double(number)
                        return spans.contains { $0.contains(written) }
                    }.map(\.1)
                }
            }
        }
    }
}
