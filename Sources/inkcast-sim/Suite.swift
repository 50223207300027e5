import SessionSimulation

/// Rooms of all sizes: what every change must get through.
enum Suite {
    struct Part {
        var peers: Int?
        var seeds: UInt64
        var title: String { peers.map { "\($0) participants" } ?? "2 to 8 participants" }
    }

    /// How often each scenario is told.
    static let scenarioSeeds: UInt64 = 2

    /// Fewer of the large ones, since their work grows with the square of their size.
    static func parts(smallSeeds: UInt64) -> [Part] {
        [
            Part(peers: nil, seeds: smallSeeds), Part(peers: 32, seeds: 20),
            Part(peers: 128, seeds: 4),
        ]
    }
}
