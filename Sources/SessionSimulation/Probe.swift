import SessionCore

/// A rare branch, counted to prove that runs reach it.
enum Probe {
    enum Source: Sendable {
        /// What each node counts.
        case nodes(@Sendable (Statistics) -> Int)
        /// What the simulation counts.
        case run(@Sendable (Simulation.Counts) -> Int)
    }

    static let all: [(name: String, source: Source)] = [
        ("repaired for others", .nodes { $0.entriesRepairedForOthers }),
        ("repairs suppressed", .nodes { $0.repairsSuppressed }),
        ("NACKs suppressed", .nodes { $0.nacksSuppressed }),
        ("vectors", .nodes { $0.vectorsSent }),
        ("offers", .nodes { $0.offersSent }),
        ("offers suppressed", .nodes { $0.offersSuppressed }),
        ("pulls", .nodes { $0.pullsSent }),
        ("chunks", .nodes { $0.chunksSent }),
        ("chunks multicast", .nodes { $0.chunksMulticast }),
        ("parities", .nodes { $0.paritiesSent }),
        ("entries from parities", .nodes { $0.entriesFromParities }),
        ("orphans", .nodes { $0.entriesOrphaned }),
        ("messages lost", .nodes { $0.messagesLost }),
        ("rotations", .nodes { $0.rotations }),
        ("rotation races", .nodes { $0.rotationRaces }),
        ("chains met", .nodes { $0.chainsMet }),
        ("moves called off", .nodes { $0.movesCalledOff }),
        ("entries carried", .nodes { $0.entriesCarried }),
        ("blobs pulled", .nodes { $0.blobPullsSent }),
        ("blobs pulled from others", .nodes { $0.blobsPulledFromOthers }),
        ("attachments loaded", .run { $0.attachmentsLoaded }),
        ("back-offs", .nodes { $0.backOffs }),
        ("signs of life asked for", .run { $0.probes }),
        ("crying baby present", .run { $0.cryingBabies }),
        ("hostile refused", .run { $0.hostileRefused }),
        ("earlier session completed late", .run { $0.lateEntries }),
        ("sessions ended", .run { $0.ended }),
        ("donors struck", .run { $0.donorsStruck }),
        ("splits with a bridge", .run { $0.bridges }),
        ("multicast or unicast dead", .run { $0.deafPaths }),
        ("crowds joining", .run { $0.crowds }),
        ("later version spoken", .run { $0.amended }),
        ("refused by a full session", .run { $0.refusedFull }),
    ]

    static let names = all.map(\.name)
}
