/// Hears which rooms are about, without being in any of them.
///
/// Every second heartbeat of a participant names its room. Whoever is heard is probed once, and
/// answers with its name.
package struct RoomWatcher: Sendable {
    /// A room as it was last heard.
    package struct Sighting: Hashable, Sendable {
        package var name: String
        package var activity: String
        /// Participants in the session that counts most, as its members count them.
        package var people: Int
        /// Those heard themselves, by the names they gave.
        package var names: [String]
    }

    private struct Heard: Sendable {
        var room: Room
        var activity: String
        var participants = OrderedMap<ParticipantID, Participant>()
    }

    private struct Participant: Sendable {
        var people: Int
        var profile: Profile?
        var isProbed = false
        var at: Instant
    }

    private let id: ParticipantID
    private var counter: UInt64 = 0
    private var rooms = OrderedMap<UInt32, Heard>()
    private var probes: [(bytes: [UInt8], address: PeerAddress)] = []

    private static let roomsMax = 256
    private static let participantsMax = 256
    private static let presenceInterval = Interval.milliseconds(4500)

    /// - Parameter id: random, and never used before.
    package init(id: ParticipantID) {
        self.id = id
    }

    /// Takes a datagram of any room; call `nextProbe()` until it returns nil afterwards.
    package mutating func receive(_ bytes: [UInt8], from source: PeerAddress, at now: Instant) {
        guard let header = try? DatagramHeader(parsing: bytes), header.sender != id else { return }
        if rooms[header.roomTag] == nil { learnRoom(header, bytes) }
        guard let index = rooms.index(of: header.roomTag),
            let datagram = try? Datagram(parsing: bytes, room: rooms.values[index].room)
        else { return }
        for frame in datagram.frames {
            note(frame, of: datagram.sender, from: source, in: index, at: now)
        }
    }

    /// A datagram to send to one participant.
    package mutating func nextProbe() -> (bytes: [UInt8], address: PeerAddress)? {
        probes.isEmpty ? nil : probes.removeFirst()
    }

    /// The rooms heard of late, by name.
    package func sightings(at now: Instant) -> [Sighting] {
        rooms.values.compactMap { heard in
            let present = heard.participants.values.filter {
                now - $0.at <= Self.presenceInterval
            }
            guard !present.isEmpty else { return nil }
            let people = max(present.reduce(0) { max($0, $1.people) }, present.count)
            return Sighting(
                name: heard.room.name, activity: heard.activity, people: people,
                names: present.compactMap { $0.profile?.name })
        }.sorted { $0.name < $1.name }
    }

    /// A heartbeat names its room, and so the key that its own tag is held against.
    private mutating func learnRoom(_ header: DatagramHeader, _ bytes: [UInt8]) {
        let body = Datagram.headerBytes..<max(bytes.count - Datagram.tagBytes, Datagram.headerBytes)
        guard rooms.count < Self.roomsMax, let frames = try? Frame.parse(ByteReader(bytes, body))
        else { return }
        for case .state(let state) in frames {
            guard let name = state.roomName else { continue }
            let room = Room(name: name)
            guard room.tag == header.roomTag, (try? header.checkTag(of: bytes, room: room)) != nil
            else { return }
            rooms[room.tag] = Heard(room: room, activity: state.activity.identifier)
        }
    }

    private mutating func note(
        _ frame: Frame, of sender: ParticipantID, from source: PeerAddress, in index: Int,
        at now: Instant
    ) {
        switch frame {
        case .state(let state):
            forgetSilent(in: index, at: now)
            guard
                rooms.values[index].participants.index(of: sender) != nil
                    || rooms.values[index].participants.count < Self.participantsMax
            else { return }
            let position = rooms.values[index].participants.index(
                of: sender, inserting: Participant(people: 0, at: now))
            rooms.values[index].participants.values[position].people = Int(min(state.people, 999))
            rooms.values[index].participants.values[position].at = now
            probe(sender, position, at: source, in: index)
        case .hello(let hello):
            guard let position = rooms.values[index].participants.index(of: sender) else { return }
            rooms.values[index].participants.values[position].profile = hello.profile.trimmed
        case .leave:
            rooms.values[index].participants[sender] = nil
        case .scope, .entry, .repair, .high, .nack, .vector, .welcome, .probe,
            .probeAcknowledgement, .ephemeral, .offer, .pull, .chunk, .blobPull, .blobChunk,
            .parity:
            break
        }
    }

    private mutating func forgetSilent(in index: Int, at now: Instant) {
        for place in rooms.values[index].participants.indices.reversed()
        where now - rooms.values[index].participants.values[place].at > Self.presenceInterval {
            rooms.values[index].participants.remove(at: place)
        }
    }

    private mutating func probe(
        _ participant: ParticipantID, _ position: Int, at address: PeerAddress, in index: Int
    ) {
        let known = rooms.values[index].participants.values[position]
        guard !known.isProbed, known.profile == nil else { return }
        rooms.values[index].participants.values[position].isProbed = true
        counter += 1
        let datagram = Datagram(
            sender: id, counter: counter, frames: [.probe(participant, token: 0)])
        probes.append((datagram.encoded(for: rooms.values[index].room), address))
    }
}
