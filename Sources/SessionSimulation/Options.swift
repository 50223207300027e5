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
}
