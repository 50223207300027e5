import Glibc
import SessionCore
import Synchronization
import Testing
@testable import Rooms

struct SessionHostTests {
    @Test func `what several threads ask for keeps each one's order, and is told on one thread`()
        async throws
    {
        let witness = Witness()
        let threads = Mutex<[pthread_t]>([])
        let connection = try RoomConnection(
            RoomConfiguration(
                profile: RoomProfile(name: "Anna"), network: .loopback(LoopbackNetwork())),
            activity: RoomActivity(identifier: "test", payload: [1])
        ) { event in
            threads.withLock { $0.append(pthread_self()) }
            witness.note(event)
        }
        try await witness.wait("settled") { $0.isSettled }
        let session = try #require(witness.session).id
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<300 {
                        let body = Array("\(writer) \(number)".utf8)
                        try connection.append(body, channel: 7, to: session)
                        if number % 10 == 0 { await Task.yield() }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await witness.wait("the entries") {
            $0.texts(in: session)[connection.participant]?.count == 1200
        }
        let entries = witness.events.compactMap { event -> RoomEntry? in
            if case .entry(session, let entry) = event, entry.channel == 7 { entry } else { nil }
        }
        #expect(entries.map(\.index) == entries.map(\.index).sorted())
        let texts = entries.map { String(decoding: $0.body, as: UTF8.self) }
        for writer in 0..<4 {
            let own = texts.filter { $0.hasPrefix("\(writer) ") }
            #expect(own == (0..<300).map { "\(writer) \($0)" })
        }
        threads.withLock { threads in
            #expect(threads.allSatisfy { pthread_equal($0, threads[0]) != 0 })
            #expect(threads.allSatisfy { pthread_equal($0, pthread_self()) == 0 })
        }
    }

    @Test func `the handler may ask for more`() async throws {
        let (witness, box) = (Witness(), ConnectionBox())
        let connection = try RoomConnection(
            RoomConfiguration(profile: RoomProfile(name: "Anna"), network: .solo),
            activity: RoomActivity(identifier: "test", payload: [1])
        ) { event in
            witness.note(event)
            guard case .entry(let session, let entry) = event, entry.channel == 7,
                let number = Int(String(decoding: entry.body, as: UTF8.self)), number < 100
            else { return }
            try? box.connection?.append(Array("\(number + 1)".utf8), channel: 7, to: session)
        }
        box.connection = connection
        try await witness.wait("settled") { $0.isSettled }
        let session = try #require(witness.session).id
        try connection.append(Array("0".utf8), channel: 7, to: session)
        try await witness.wait("the entries") {
            $0.texts(in: session)[connection.participant] == (0...100).map { "\($0)" }
        }
        box.connection = nil
        connection.leave()
    }

    @Test func `what is said while the session thread waits goes out on the thread that says it`()
        async throws
    {
        let (network, observation, witness) = (
            LoopbackNetwork(), ObservedLink.Observation(), Witness()
        )
        let connection = try RoomConnection.observed(observation, on: network, witness)
        let ben = try Peer("Ben", on: network)
        try await witness.wait("Ben there") { $0.isSettled && $0.present == [ben.id] }
        var said = 0
        try await eventually("sent from here") {
            let before = observation.sendsHere
            guard (try? connection.send([1], channel: 9)) != nil else { return false }
            said += 1
            return observation.sendsHere > before
        }
        try await ben.witness.wait("the messages") { witness in
            witness.events.count { if case .message = $0 { true } else { false } } == said
        }
    }

    @Test func `an earlier deadline wakes the session thread when it comes`() async throws {
        let (observation, witness) = (ObservedLink.Observation(), Witness())
        let connection = try RoomConnection.observed(
            observation, on: LoopbackNetwork(), witness)
        try await witness.wait("settled") { $0.isSettled }
        var soon = 0
        for _ in 0..<20 {
            let deadline = MonotonicClock.now() + Interval.milliseconds(5)
            observation.contents.withLock { $0.deadline = deadline }
            try connection.request { _ in }
            try await eventually("the deadline seen to") {
                observation.contents.withLock { $0.deadline == nil }
            }
            let late = MonotonicClock.now() - deadline
            #expect(late >= .zero)
            if late < .milliseconds(50) { soon += 1 }
        }
        // The thread wakes of itself only every second or so: by chance one would be met so soon.
        #expect(soon >= 5)
    }
}
