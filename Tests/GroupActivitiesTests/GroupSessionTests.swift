import FoundationEssentials
import GroupActivities
import Synchronization
import Testing

struct Drawing: GroupActivity, Equatable {
    var title = "untitled"

    var metadata: GroupActivityMetadata {
        var metadata = GroupActivityMetadata()
        metadata.title = title
        metadata.type = .createTogether
        return metadata
    }
}

struct Chess: GroupActivity {
    var metadata: GroupActivityMetadata { GroupActivityMetadata() }
}

struct Move: Codable, Equatable {
    var square: String
}

/// A runtime of its own for everybody, and the sessions that it delivers.
struct Player: Sendable {
    let runtime: Runtime
    let network: LoopbackNetwork
    let sessions = Collected<GroupSession<Drawing>>()

    init(_ name: String, on network: LoopbackNetwork) {
        self.network = network
        runtime = Runtime(
            RoomConfiguration(profile: RoomProfile(name: name), network: .loopback(network)))
    }

    /// Asks for sessions, joins each, and keeps it.
    func listen() {
        Runtime.$current.withValue(runtime) {
            let (sequence, sessions) = (Drawing.sessions(), sessions)
            Task {
                for await session in sequence {
                    session.join()
                    sessions.add(session)
                }
            }
        }
    }

    func activate(_ title: String) async throws {
        _ = try await Runtime.$current.withValue(runtime) {
            try await Drawing(title: title).activate()
        }
    }

    func session(_ number: Int = 1) async throws -> GroupSession<Drawing> {
        try await eventually("session \(number)") { sessions.all.count >= number }
        return sessions.all[number - 1]
    }
}

/// Things that come one by one, from any thread.
final class Collected<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func add(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}

struct GroupSessionTests {
    /// Two who are in one joined session and know of each other.
    func pair() async throws -> [(player: Player, session: GroupSession<Drawing>)] {
        let network = LoopbackNetwork()
        let (anna, ben) = (Player("Anna", on: network), Player("Ben", on: network))
        anna.listen()
        ben.listen()
        try await anna.activate("ours")
        let pair = [(anna, try await anna.session()), (ben, try await ben.session())]
        for (_, session) in pair {
            try await eventually("two are there") { session.activeParticipants.count == 2 }
        }
        return pair
    }

    @Test func `an activity reaches those who only listen`() async throws {
        let pair = try await pair()
        #expect(pair[0].session.id == pair[1].session.id)
        #expect(pair.map(\.session.activity.title) == ["ours", "ours"])
        #expect(pair.map(\.session.isLocallyInitiated) == [true, false])
        #expect(pair[0].session.activeParticipants == pair[1].session.activeParticipants)
        let names = pair[0].session.activeParticipants.map(\.description).sorted()
        #expect(names == ["Anna", "Ben"])
    }

    @Test func `nothing is delivered where nobody activates`() async throws {
        let network = LoopbackNetwork()
        let (anna, ben) = (Player("Anna", on: network), Player("Ben", on: network))
        anna.listen()
        ben.listen()
        try await ben.activate("first")
        #expect(try await anna.session().activity.title == "first")
        #expect(anna.sessions.all.count == 1)
    }

    @Test func `messages reach whom they are for, in order, and not their sender`()
        async throws
    {
        let pair = try await pair()
        let (anna, ben) = (pair[0].session, pair[1].session)
        let sending = GroupSessionMessenger(session: anna)
        // Nobody reads yet: the messages are kept.
        for number in 0..<50 { try await sending.send(Move(square: "\(number)")) }
        try await sending.send(Move(square: "secret"), to: .only(anna.localParticipant))
        try await sending.send(Move(square: "for Ben"), to: .only(ben.localParticipant))
        try await sending.send(Data([1, 2, 3]))

        let receiving = GroupSessionMessenger(session: ben)
        var squares: [String] = []
        for await (move, context) in receiving.messages(of: Move.self) {
            #expect(context.source == anna.localParticipant)
            squares.append(move.square)
            if move.square == "for Ben" { break }
        }
        #expect(squares == (0..<50).map { "\($0)" } + ["for Ben"])
        for await (data, _) in receiving.messages(of: Data.self) {
            #expect(data == Data([1, 2, 3]))
            break
        }
    }

    @Test func `a message of 256 KiB arrives whole and in its turn`() async throws {
        let pair = try await pair()
        let sending = GroupSessionMessenger(session: pair[0].session)
        // The name's length, the name and the number of recipients travel along.
        let long = Data((0..<(256 << 10) - 2).map { UInt8(truncatingIfNeeded: $0 / 7) })
        for data in [Data([1]), long, Data([2])] { try await sending.send(data) }
        let receiving = GroupSessionMessenger(session: pair[1].session)
        var received: [Data] = []
        for await (data, _) in receiving.messages(of: Data.self) {
            received.append(data)
            if received.count == 3 { break }
        }
        let isWhole = received == [Data([1]), long, Data([2])]
        #expect(isWhole)
        let tooLong = Data(count: 256 << 10)
        await #expect(throws: GroupSessionError.self) { try await sending.send(tooLong) }
    }

    @Test func `what is done together changes for everybody, and for who comes late`()
        async throws
    {
        let pair = try await pair()
        try pair[1].session.setActivity(Drawing(title: "renamed"))
        for (_, session) in pair {
            try await eventually("renamed") { session.activity.title == "renamed" }
        }
        let late = Player("Cem", on: pair[0].player.network)
        late.listen()
        let session = try await late.session()
        try await eventually("renamed for the latecomer") { session.activity.title == "renamed" }
        #expect(session.id == pair[0].session.id)
        // Activating what goes on already joins it.
        try await late.activate("renamed")
        #expect(late.sessions.all.count == 1)
        let long = Drawing(title: String(repeating: "x", count: 600))
        #expect(throws: GroupSessionError.tooLarge(actual: 612, limit: 512)) {
            try session.setActivity(long)
        }
    }

    @Test func `an unreliable message is the newest of its type`() async throws {
        let pair = try await pair()
        let heard = Collected<String>()
        let receiving = GroupSessionMessenger(session: pair[1].session, deliveryMode: .unreliable)
        let reading = receiving.onMessage(of: Move.self) { move, _ in heard.add(move.square) }
        let sending = GroupSessionMessenger(session: pair[0].session, deliveryMode: .unreliable)
        for number in 0..<20 { try await sending.send(Move(square: "\(number)")) }
        try await eventually("the newest") { heard.all.last == "19" }
        reading.cancel()
    }

    @Test func `the log is whole for everybody, also for who comes late`() async throws {
        let pair = try await pair()
        let log = GroupSessionLog(session: pair[0].session)
        let indices = Collected<Int>()
        for number in 0..<100 {
            try log.append([UInt8(number)]) { result in
                if case .success(let index) = result { indices.add(index) }
            }
        }
        var bodies: [[UInt8]] = []
        for await entry in GroupSessionLog(session: pair[1].session).entries {
            #expect(entry.author == pair[0].session.localParticipant)
            bodies.append(entry.body)
            if bodies.count == 100 { break }
        }
        #expect(Set(bodies) == Set((0..<100).map { [UInt8($0)] }))
        #expect(indices.all == indices.all.sorted() && Set(indices.all).count == 100)

        // The author's own reader begins late, and gets what came before.
        let seen = Collected<Int>()
        let reading = log.onEntry { seen.add($0.index) }
        try await eventually("the replay") { seen.all.count == 100 }
        #expect(seen.all.sorted() == indices.all)
        reading.cancel()
    }

    @Test func `activating another value moves everybody on`() async throws {
        let pair = try await pair()
        try await pair[1].player.activate("next")
        let (anna, ben) = (try await pair[0].player.session(2), try await pair[1].player.session(2))
        #expect(anna.id == ben.id)
        #expect(anna.activity.title == "next")
        #expect([anna, ben].map(\.isLocallyInitiated) == [false, true])
        for (_, old) in pair {
            try await eventually("the old session is over") {
                old.state == .invalidated(reason: .superseded(by: anna.id))
            }
        }
        let late = GroupSessionMessenger(session: pair[0].session)
        await #expect(throws: GroupSessionError.superseded(by: anna.id)) {
            try await late.send(Move(square: "e4"))
        }
        // The same once more changes nothing.
        try await pair[0].player.activate("next")
        try GroupSessionLog(session: anna).append([1])
        #expect(pair[0].player.sessions.all.count == 2)
    }

    @Test func `who leaves is gone for the others, and can come again as somebody new`()
        async throws
    {
        let pair = try await pair()
        let before = pair[1].session.localParticipant
        pair[1].session.leave()
        #expect(throws: GroupSessionError.left) {
            try GroupSessionLog(session: pair[1].session).append([1])
        }
        try await eventually("Ben has gone") {
            pair[0].session.activeParticipants == [pair[0].session.localParticipant]
        }
        try await pair[1].player.activate("ours")
        let again = try await pair[1].player.session(2)
        #expect(again.id == pair[0].session.id)
        #expect(again.localParticipant != before)
    }

    @Test func `ending ends for all`() async throws {
        let pair = try await pair()
        try pair[0].session.end()
        for (_, session) in pair {
            try await eventually("ended") { session.state == .invalidated(reason: .ended) }
        }
    }

    @MainActor
    @Test func `a sink sees the new value while the property has the old`() async throws {
        let network = LoopbackNetwork()
        let (anna, ben) = (Player("Anna", on: network), Player("Ben", on: network))
        anna.listen()
        try await anna.activate("ours")
        let session = try await anna.session()
        let newcomers = Collected<Participant>()
        let following = session.$activeParticipants.sink { present in
            for newcomer in present.subtracting(session.activeParticipants) {
                newcomers.add(newcomer)
            }
        }
        ben.listen()
        try await eventually("Ben is new") { newcomers.all.map(\.description).contains("Ben") }
        following.cancel()
        for await state in session.$state.values {
            #expect(state == .joined)
            break
        }
    }

    @Test func `before joining nothing can be said`() async throws {
        let runtime = Runtime(RoomConfiguration(profile: RoomProfile(name: "A"), network: .solo))
        let sequence = Runtime.$current.withValue(runtime) { Drawing.sessions() }
        _ = try await Runtime.$current.withValue(runtime) { try await Drawing().activate() }
        for await session in sequence {
            #expect(session.activeParticipants.isEmpty)
            #expect(throws: GroupSessionError.notJoined) {
                try GroupSessionLog(session: session).append([1])
            }
            break
        }
        await #expect(throws: GroupSessionError.otherActivity(running: "Drawing")) {
            try await Runtime.$current.withValue(runtime) { try await Chess().activate() }
        }
        runtime.stop()
    }

    @Test func `a peer's address must be a number`() async throws {
        let configuration = RoomConfiguration(
            profile: RoomProfile(name: "A"), network: .lan(interfaces: ["lo"], peers: ["host"]))
        await #expect(throws: GroupSessionError.notAnAddress("host")) {
            try await Runtime.$current.withValue(Runtime(configuration)) {
                try await Drawing().activate()
            }
        }
    }
}
