import SessionCore
import Testing

@Suite struct RoomWatcherTests {
    @Test func `a heartbeat that names its room tells who is there`() throws {
        var watcher = RoomWatcher(id: ParticipantID(rawValue: 9))
        let room = Room(name: "sketch")
        let now = Instant(microseconds: 5)
        let sender = ParticipantID(rawValue: 3)
        let beacon = Datagram(
            sender: sender, counter: 1,
            frames: [.scope(SessionID(rawValue: 1)), .state(Golden.state(room.name))])
        watcher.receive(beacon.encoded(for: room), from: PeerAddress(rawValue: 1), at: now)
        let next = watcher.nextProbe()
        let probe = try #require(next)
        let asked = try Datagram(parsing: probe.bytes, room: room)
        #expect(asked.frames == [.probe(sender, token: 0)])
        let answer = Datagram(sender: sender, counter: 2, frames: [.hello(Golden.hello)])
        watcher.receive(answer.encoded(for: room), from: PeerAddress(rawValue: 1), at: now)
        let sighting = try #require(watcher.sightings(at: now).first)
        #expect(sighting.name == "sketch")
        #expect(sighting.activity == "inkcast.whiteboard")
        #expect(sighting.people == 3)
        #expect(sighting.names == ["Chloé"])
    }

    @Test func `a beacon whose tag is not of the room it names is not believed`() {
        var watcher = RoomWatcher(id: ParticipantID(rawValue: 9))
        let beacon = Datagram(
            sender: ParticipantID(rawValue: 3), counter: 1,
            frames: [.state(Golden.state("another"))])
        watcher.receive(
            beacon.encoded(for: Room(name: "sketch")), from: PeerAddress(rawValue: 1),
            at: Instant(microseconds: 5))
        #expect(watcher.sightings(at: Instant(microseconds: 5)).isEmpty)
    }
}
