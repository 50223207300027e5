import Testing
@testable import Rooms

struct RoomConnectionTests {
    @Test func `alone, one is in a session at once, and draws in it`() async throws {
        let witness = Witness()
        let configuration = RoomConfiguration(
            profile: RoomProfile(name: "Anna"), network: .solo)
        let activity = RoomActivity(identifier: "test", payload: [1])
        let connection = try RoomConnection(configuration, activity: activity) {
            witness.note($0)
        }
        try await witness.wait("settled") { $0.isSettled }
        let session = try #require(witness.session)
        #expect(witness.sessions.map(\.cause) == [.founded])
        #expect(session.activity == activity)
        for number in 0..<100 {
            try connection.append(Array("\(number)".utf8), channel: 7, to: session.id)
        }
        try await witness.wait("entries") {
            $0.texts(in: session.id)[connection.participant]?.count == 100
        }
        let written = witness.texts(in: session.id)[connection.participant]
        #expect(written == (0..<100).map { "\($0)" })
        let isOffline = witness.events.contains {
            if case .link(.offline) = $0 { true } else { false }
        }
        #expect(isOffline)
        connection.leave()
        #expect(throws: GroupSessionError.left) {
            try connection.append([1], channel: 7, to: session.id)
        }
    }

    @Test func `peers share a session, its log, messages and cursors`() async throws {
        let network = LoopbackNetwork()
        let anna = try Peer("Anna", on: network)
        try await anna.witness.wait("Anna's start") { $0.isSettled }
        try anna.append("before Ben")
        let ben = try Peer("Ben", on: network)
        try await ben.witness.wait("Ben's start") { $0.isSettled }
        let session = try #require(anna.witness.session).id
        #expect(ben.witness.session?.id == session)
        #expect(ben.witness.sessions.last?.cause == .adopted)

        try await ben.witness.wait("Anna there") { $0.present == [anna.id] }
        try await anna.witness.wait("Ben there") { $0.present == [ben.id] }
        try ben.append("from Ben")
        for peer in [anna, ben] {
            try await peer.witness.wait("the log") {
                $0.texts(in: session) == [anna.id: ["before Ben"], ben.id: ["from Ben"]]
            }
        }

        try anna.connection.send([1, 2], channel: 9)
        try anna.connection.send([3], channel: 9)
        try ben.connection.setEphemeral([4], channel: 8, key: 5, timeToLive: .seconds(1))
        try await ben.witness.wait("messages") { witness in
            let bodies = witness.events.compactMap { event -> [UInt8]? in
                if case .message(anna.id, 9, let body) = event { body } else { nil }
            }
            return bodies == [[1, 2], [3]]
        }
        try await anna.witness.wait("the cursor") { witness in
            witness.events.contains {
                if case .ephemeral(ben.id, 8, 5, .seconds(1), [4]) = $0 { true } else { false }
            }
        }

        ben.connection.leave()
        try await anna.witness.wait("Ben gone") { $0.present.isEmpty }
        let farewells = anna.witness.events.compactMap { event -> RoomDeparture? in
            if case .participantLeft(ben.id, let how) = event { how } else { nil }
        }
        #expect(farewells == [.left])
        anna.connection.leave()
    }

    @Test func `rooms do not hear each other`() async throws {
        let network = LoopbackNetwork()
        let anna = try Peer("Anna", on: network, room: "one")
        let ben = try Peer("Ben", on: network, room: "two")
        let carl = try Peer("Carl", on: network, room: "two")
        try await carl.witness.wait("Ben there") { $0.present == [ben.id] }
        #expect(anna.witness.present.isEmpty)
    }

    @Test func `a new session takes everybody along, and refuses what was for the old`()
        async throws
    {
        let network = LoopbackNetwork()
        let peers = try ["Anna", "Ben", "Carl"].map { try Peer($0, on: network) }
        for peer in peers {
            try await peer.witness.wait("company") { $0.isSettled && $0.present.count == 2 }
        }
        let old = try #require(peers[0].witness.session).id
        let next = RoomActivity(identifier: "test", payload: [2])
        try peers[0].connection.openSuccessor(of: old, activity: next)
        for peer in peers {
            try await peer.witness.wait("the successor") { $0.session?.activity == next }
            // By whom it was first heard of: the opener, or somebody who had followed already.
            guard case .rotated(let by?) = peer.witness.sessions.last?.cause else {
                Issue.record("not a rotation")
                continue
            }
            #expect(peers.contains { $0.id == by })
            #expect(peer.witness.session?.parent == old)
        }
        #expect(Set(peers.map { $0.witness.session?.id }).count == 1)

        try peers[1].connection.append([5], channel: 7, to: old)
        try await peers[1].witness.wait("the refusal") { witness in
            let new = witness.session?.id
            return witness.events.contains { event in
                guard case .appendRefused(old, 7, [5], .superseded) = event else { return false }
                return new != old
            }
        }
        try peers[2].connection.openSuccessor(of: old, activity: next)
        try peers[2].append("here")
        let new = try #require(peers[0].witness.session).id
        try await peers[0].witness.wait("the entry") {
            $0.texts(in: new) == [peers[2].id: ["here"]]
        }
        #expect(peers[0].witness.session?.id == new)
    }

    @Test func `an overlong entry is refused with both numbers`() async throws {
        let anna = try Peer("Anna", on: LoopbackNetwork())
        try await anna.witness.wait("the session") { $0.session != nil }
        try anna.append(String(repeating: "x", count: 901))
        try await anna.witness.wait("the refusal") { witness in
            witness.events.contains {
                if case .appendRefused(_, _, _, .tooLarge(901, 900)) = $0 { true } else { false }
            }
        }
    }

    @Test func `with patience, what was said arrives before one has gone`() async throws {
        let network = LoopbackNetwork()
        let (anna, ben) = (try Peer("Anna", on: network), try Peer("Ben", on: network))
        try await anna.witness.wait("Ben there") { $0.isSettled && $0.present == [ben.id] }
        try await ben.witness.wait("Anna there") { $0.isSettled && $0.present == [anna.id] }
        let session = try #require(anna.witness.session).id
        for number in 0..<500 { try anna.append("\(number)") }
        anna.connection.leave(patience: .seconds(10))
        let written = ben.witness.texts(in: session)[anna.id]
        #expect(written == (0..<500).map { "\($0)" })
    }

    @Test func `figures come when asked for`() async throws {
        let anna = try Peer("Anna", on: LoopbackNetwork())
        try await anna.witness.wait("settled") { $0.isSettled }
        try anna.append("one")
        try anna.connection.requestStatus()
        try await anna.witness.wait("the status") { witness in
            witness.events.contains {
                if case .status(let status) = $0 {
                    status.isComplete && status.entryCount >= 1 && status.logDigest != 0
                } else {
                    false
                }
            }
        }
    }

    @Test func `the handler may leave the room itself`() async throws {
        let witness = Witness()
        let box = ConnectionBox()
        let connection = try RoomConnection(
            RoomConfiguration(
                profile: RoomProfile(name: "Anna"), network: .loopback(LoopbackNetwork())),
            activity: RoomActivity(identifier: "test", payload: [1])
        ) { event in
            witness.note(event)
            if case .settled = event { box.connection?.leave() }
        }
        box.connection = connection
        try await witness.wait("settled") { $0.isSettled }
        try await eventually("closed") {
            do throws(GroupSessionError) {
                try connection.requestStatus()
                return false
            } catch {
                return error == .left
            }
        }
    }

    @Test func `what is asked for is bounded`() async throws {
        let anna = try Peer("Anna", on: LoopbackNetwork())
        try await anna.witness.wait("the session") { $0.session != nil }
        let gate = Gate()
        try anna.connection.perform { _ in gate.waitUntilOpen() }
        #expect(throws: GroupSessionError.tooManyRequests) {
            for _ in 0..<10_000 { try anna.connection.requestStatus() }
        }
        gate.open()
        anna.connection.leave()
    }
}
