package import SessionCore

/// How a run is set up beyond its seed.
package struct Options: Sendable {
    /// How many participants start; nil draws 2 to 8.
    package var participants: Int?
    package var configuration: Configuration

    package init(participants: Int? = nil, configuration: Configuration = Configuration()) {
        self.participants = participants
        self.configuration = configuration
    }

    /// Plants a defect, to prove that the checkers see it; false if none has this name.
    package mutating func plant(_ name: String) -> Bool {
        guard let found = Defects.named.first(where: { $0.name == name }) else { return false }
        configuration.defects.insert(found.defect)
        return true
    }

    /// What `plant` knows.
    package static var defectNames: [String] { Defects.named.map(\.name) }
}
