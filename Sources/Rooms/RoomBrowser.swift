import MulticastSocket
import SessionCore

/// Hears which rooms are about, without entering any.
public struct RoomBrowser {
    /// A room as it was last heard.
    public struct Room: Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// The identifier of what is done there.
        public var activity: String
        /// How many take part, as they count themselves.
        public var people: Int
        /// The names that those heard gave.
        public var names: [String]
    }

    private let link: any DatagramLink
    private var watcher: RoomWatcher
    private var poller = Poller()

    /// Opens a network to listen on; throws where that cannot be done.
    public init(_ network: RoomConfiguration.Network) throws(GroupSessionError) {
        link = try network.open(at: MonotonicClock.now())
        var random = SystemRandomNumberGenerator()
        watcher = RoomWatcher(id: ParticipantID(rawValue: random.next()))
    }

    /// Listens for a while, and gives the rooms heard in the last seconds, by name.
    ///
    /// Every participant names its room every two seconds.
    public mutating func listen(for duration: Duration) -> [Room] {
        var now = MonotonicClock.now()
        let end = now + Interval(duration)
        while now < end {
            let due = min(end, link.deadline ?? end)
            poller.wait(
                for: link.descriptors, microseconds: max((due - now).microseconds, 0))
            now = MonotonicClock.now()
            link.maintain(at: now, ready: poller.ready)
            var watcher = self.watcher
            _ = link.receive(at: now, ready: poller.ready) {
                watcher.receive($0, from: $1, at: now)
            }
            while let probe = watcher.nextProbe() {
                link.send(probe.bytes, to: .peer(probe.address), at: now)
            }
            self.watcher = watcher
        }
        return watcher.sightings(at: now).map {
            Room(name: $0.name, activity: $0.activity, people: $0.people, names: $0.names)
        }
    }
}
