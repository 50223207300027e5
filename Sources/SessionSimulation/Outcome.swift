import SessionCore

/// What came of one run.
package struct Outcome: Sendable {
    package var seed: UInt64
    package var violation: Violation?
    /// Equal for equal runs.
    package var traceHash: UInt64
    package var participants: Int
    package var entries: Int
    package var messages: Int
    package var datagrams: Int
    package var faults: FaultCounts
    package var nacks: Int
    package var repairs: Int
    package var wronglyLost: Int
    /// How often each of `Probe.names` was reached.
    var reached: [Int]
}

extension Simulation {
    func outcome(_ violation: Violation?) -> Outcome {
        var faults = network.faults
        faults.planned = counts.planned
        faults.overflowed = counts.overflowed
        return Outcome(
            seed: seed, violation: violation, traceHash: trace.hash, participants: peers.count,
            entries: ledger.entryCount, messages: ledger.messageCount,
            datagrams: counts.datagrams, faults: faults, nacks: total(\.nacksSent),
            repairs: total(\.entriesRepaired),
            wronglyLost: counts.wronglyLost,
            reached: Probe.all.map { probe in
                switch probe.source {
                case .nodes(let count): peers.reduce(0) { $0 + count($1.node.statistics) }
                case .run(let count): count(counts)
                }
            })
    }
}
