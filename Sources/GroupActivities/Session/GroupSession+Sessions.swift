extension GroupSession {
    /// The sessions of an activity, one after another.
    public struct Sessions: AsyncSequence, Sendable {
        /// Each session as it comes.
        public typealias Element = GroupSession

        let runtime: Runtime

        /// Starts to listen; the session under way comes first.
        public func makeAsyncIterator() -> Iterator {
            Iterator(stream: runtime.sessions(of: ActivityType.self).makeAsyncIterator())
        }

        /// Waits for sessions.
        public struct Iterator: AsyncIteratorProtocol {
            var stream: AsyncStream<GroupSession>.Iterator

            /// The next session; nil when the runtime has stopped, or cannot listen at all.
            public mutating func next() async -> GroupSession? {
                await stream.next()
            }
        }
    }
}
