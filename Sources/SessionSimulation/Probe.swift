import SessionCore

/// A rare branch of a node, counted to prove that runs reach it.
enum Probe {
    static let all: [(name: String, count: @Sendable (Statistics) -> Int)] = [
        ("repaired for others", { $0.entriesRepairedForOthers }),
        ("repairs suppressed", { $0.repairsSuppressed }),
        ("NACKs suppressed", { $0.nacksSuppressed }),
        ("vectors", { $0.vectorsSent }),
        ("offers", { $0.offersSent }),
        ("offers suppressed", { $0.offersSuppressed }),
        ("pulls", { $0.pullsSent }),
        ("chunks", { $0.chunksSent }),
        ("chunks multicast", { $0.chunksMulticast }),
        ("orphans", { $0.entriesOrphaned }),
        ("messages lost", { $0.messagesLost }),
        ("rotations", { $0.rotations }),
        ("rotation races", { $0.rotationRaces }),
        ("chains met", { $0.chainsMet }),
        ("moves called off", { $0.movesCalledOff }),
        ("entries carried", { $0.entriesCarried }),
    ]

    static let names = all.map(\.name) + ["signs of life asked for"]
}
