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
    /// Multicasts of all in the busiest second.
    package var groupRateMax: Int
    /// Bytes of the largest block that a node asked for when it took a datagram.
    package var allocationMax: Int
    /// Of a gentle run: datagrams lost with entries in them, and what that cost.
    package var cost: (lost: Int, nacks: Int, repairs: Int)?
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
            wronglyLost: counts.wronglyLost, groupRateMax: counts.groupRateMax,
            allocationMax: counts.allocationMax,
            cost: plan.isGentle
                ? (counts.entriesLost, total(\.nacksSent), total(\.entriesRepaired)) : nil,
            reached: Probe.all.map { probe in
                switch probe.source {
                case .nodes(let count): peers.reduce(0) { $0 + count($1.node.statistics) }
                case .run(let count): count(counts)
                }
            })
    }
}
