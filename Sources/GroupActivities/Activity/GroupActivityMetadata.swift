public import FoundationEssentials

/// What people are shown of an activity.
public struct GroupActivityMetadata: Hashable, Sendable {
    /// What kind of thing is done together.
    public struct ActivityType: Hashable, Sendable {
        let name: String

        /// Anything; what an activity is unless it says otherwise.
        public static let generic = ActivityType(name: "generic")
        /// Making something.
        public static let createTogether = ActivityType(name: "createTogether")
        /// Looking around.
        public static let exploreTogether = ActivityType(name: "exploreTogether")
        /// Learning.
        public static let learnTogether = ActivityType(name: "learnTogether")
        /// Hearing the same.
        public static let listenTogether = ActivityType(name: "listenTogether")
        /// Reading the same.
        public static let readTogether = ActivityType(name: "readTogether")
        /// Buying.
        public static let shopTogether = ActivityType(name: "shopTogether")
        /// Seeing the same.
        public static let watchTogether = ActivityType(name: "watchTogether")
        /// Exercising.
        public static let workoutTogether = ActivityType(name: "workoutTogether")
    }

    /// A few words that name the activity.
    public var title: String?
    /// A few more words.
    public var subtitle: String?
    /// For people without the program.
    public var fallbackURL: URL?
    /// The kind of activity.
    public var type = ActivityType.generic

    /// Metadata that says nothing yet.
    public init() {}
}
