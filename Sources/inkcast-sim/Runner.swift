import SessionSimulation

/// Runs seeds on two threads.
enum Runner {
    /// Outcomes in the order of their seeds, up to the first that fails, and perhaps one beyond.
    ///
    /// - Parameter keepsGoing: runs them all, whatever fails.
    static func run(
        _ seeds: Range<UInt64>, _ options: Options, keepsGoing: Bool = false
    ) async -> [Outcome] {
        await withTaskGroup(of: Outcome.self) { group in
            var waiting = seeds
            var outcomes: [Outcome] = []
            for _ in 0..<2 {
                if let seed = waiting.popFirst() { group.addTask { Simulation.run(seed, options) } }
            }
            var hasFailed = false
            for await outcome in group {
                outcomes.append(outcome)
                if outcome.violation != nil, !keepsGoing { hasFailed = true }
                if !hasFailed, let seed = waiting.popFirst() {
                    group.addTask { Simulation.run(seed, options) }
                }
            }
            return outcomes.sorted { $0.seed < $1.seed }
        }
    }
}

extension Runner {
    /// Tells a scenario with each seed, two at a time.
    static func tell(
        _ scenario: Scenario, _ seeds: Range<UInt64>
    ) async -> [(seed: UInt64, outcome: Result<String, Scenario.Broken>)] {
        await withTaskGroup(of: (seed: UInt64, outcome: Result<String, Scenario.Broken>).self) {
            group in
            var waiting = seeds
            func next() {
                guard let seed = waiting.popFirst() else { return }
                group.addTask {
                    (
                        seed,
                        Result { () throws(Scenario.Broken) in try scenario.run(seed: seed) }
                    )
                }
            }
            next()
            next()
            var told: [(seed: UInt64, outcome: Result<String, Scenario.Broken>)] = []
            for await one in group {
                told.append(one)
                next()
            }
            return told.sorted { $0.seed < $1.seed }
        }
    }
}

/// Whether the checkers see a planted defect.
struct DefectReport {
    let name: String
    private let line: String
    let isFound: Bool

    /// Runs seeds with the defect until one fails; a branch that none reaches tells as well.
    init(of name: String, in seeds: Range<UInt64>) async {
        var options = Options()
        _ = options.plant(name)
        self.name = name
        let outcomes = await Runner.run(seeds, options)
        if let failed = outcomes.first(where: { $0.violation != nil }),
            let violation = failed.violation
        {
            isFound = true
            line = "seed \(failed.seed - seeds.lowerBound + 1): \(violation)"
            return
        }
        var totals = Totals()
        for outcome in outcomes { totals.add(outcome) }
        let unreached = totals.unreached
        isFound = !unreached.isEmpty
        line =
            isFound
            ? "never reached: \(unreached.joined(separator: ", "))"
            : "not found in \(outcomes.count) seeds"
    }

    /// A row of the table.
    var row: String {
        let pad = String(repeating: " ", count: max(24 - name.count, 1))
        return name + pad + line.prefix(140)
    }
}
