/// The sums of many runs.
package struct Totals: Sendable {
    package private(set) var runs = 0
    private var participants = 0
    private var entries = 0
    private var messages = 0
    private var datagrams = 0
    private var faults = FaultCounts()
    private var nacks = 0
    private var repairs = 0
    private var wronglyLost = 0
    private var groupRateMax = 0
    private var allocationMax = 0
    private var cost = Cost()

    /// What lost datagrams cost in gentle runs.
    private struct Cost {
        var runs = 0
        var lost = 0
        var nacks = 0
        var repairs = 0
        var nacksMax = 0.0
        var repairsMax = 0.0

        mutating func add(_ cost: (lost: Int, nacks: Int, repairs: Int)) {
            runs += 1
            lost += cost.lost
            nacks += cost.nacks
            repairs += cost.repairs
            guard cost.lost >= Simulation.lostMin else { return }
            nacksMax = max(nacksMax, Double(cost.nacks) / Double(cost.lost))
            repairsMax = max(repairsMax, Double(cost.repairs) / Double(cost.lost))
        }
    }
    private var reached = [Int](repeating: 0, count: Probe.names.count)

    package init() {}

    package mutating func add(_ outcome: Outcome) {
        runs += 1
        participants += outcome.participants
        entries += outcome.entries
        messages += outcome.messages
        datagrams += outcome.datagrams
        faults += outcome.faults
        nacks += outcome.nacks
        repairs += outcome.repairs
        wronglyLost += outcome.wronglyLost
        groupRateMax = max(groupRateMax, outcome.groupRateMax)
        allocationMax = max(allocationMax, outcome.allocationMax)
        if let outcome = outcome.cost { cost.add(outcome) }
        for index in reached.indices { reached[index] += outcome.reached[index] }
    }

    /// One line: counts of all runs, and means of one.
    ///
    /// - Parameter milliseconds: how long the runs took.
    package func line(milliseconds: Int) -> String {
        let perMinute = runs * 60_000 / max(milliseconds, 1)
        return "\(runs) seeds, \(perMinute) seeds/min; per seed: \(mean(participants)) participants"
            + ", \(mean(entries)) entries, \(mean(messages)) messages"
            + ", \(mean(datagrams)) datagrams, \(mean(faults.planned)) faults"
            + " (and of single datagrams \(mean(faults.lost)) lost, \(mean(faults.cut)) cut off"
            + ", \(mean(faults.duplicated)) doubled, \(mean(faults.damaged)) damaged"
            + ", \(mean(faults.overflowed)) overflowed)"
            + ", \(mean(nacks)) NACKs, \(mean(repairs)) repairs"
            + ", \(mean(wronglyLost)) taken for lost"
            + "; at most \(groupRateMax) multicasts of all in a second"
            + ", \(allocationMax) B at once for one datagram"
            + "; \(cost.runs) gentle runs: \(cost.lost) lost, \(cost.nacks) NACKs and "
            + "\(cost.repairs) repairs, at most \(cost.nacksMax) and \(cost.repairsMax) for one"
            + "; in all: "
            + zip(Probe.names, reached).map { "\($0) \($1)" }.joined(separator: ", ")
    }

    /// The rare branches that no run reached, though there were enough runs: either the faults are
    /// too tame, or a rule is dead.
    package var unreached: [String] {
        guard runs >= Self.runsForAll else { return [] }
        return zip(Probe.names, reached).filter { $0.1 == 0 }.map { $0.0 }
    }

    private static let runsForAll = 300

    /// The mean of a run, to a tenth.
    private func mean(_ sum: Int) -> String {
        let tenths = sum * 10 / max(runs, 1)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
