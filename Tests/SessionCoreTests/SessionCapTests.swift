import Testing

@testable import SessionCore

/// What a session may hold binds its authors, and nobody else.
struct SessionCapTests {
    private func stage(entries: Int = 200_000, bytes: Int = 64 << 20) -> Stage {
        var configuration = Configuration()
        configuration.sessionEntriesMax = entries
        configuration.sessionBytesMax = bytes
        return Stage.entered(configuration: configuration)
    }

    @Test func `a session holds 200,000 entries and 64 MiB, and eight earlier ones are kept`() {
        let configuration = Configuration()
        #expect(configuration.sessionEntriesMax == 200_000)
        #expect(configuration.sessionBytesMax == 67_108_864)
        #expect(configuration.earlierSessionsMax == 8)
    }

    @Test func `an author is refused where the session holds as many entries as it may`() throws {
        var stage = stage(entries: 10)
        // The author's own entry is the first of the ten.
        for _ in 0..<9 { try stage.append([1]) }
        #expect(throws: SessionError.sessionFull) { try stage.append([1]) }
        #expect(stage.node.entryCount == 10)
    }

    @Test func `others' entries count too`() throws {
        var stage = stage(entries: 10)
        for index in 0..<10 as Range<UInt32> { stage.say(0, .ink([1], at: index)) }
        #expect(throws: SessionError.sessionFull) { try stage.append([1]) }
    }

    @Test func `an author is refused where the session holds as many bytes as it may`() throws {
        var stage = stage(bytes: 9_900)
        let body = Array(repeating: UInt8(7), count: 900)
        for _ in 0..<11 { try stage.append(body) }
        #expect(throws: SessionError.sessionFull) { try stage.append([1]) }
    }

    @Test func `at four fifths of the entries one is told, once`() throws {
        var stage = stage(entries: 10)
        for _ in 0..<6 { try stage.append([1]) }
        #expect(stage.notices.isEmpty)
        for _ in 0..<3 { try stage.append([1]) }
        #expect(stage.notices == [.sessionNearlyFull])
    }

    @Test func `at four fifths of the bytes one is told, once`() throws {
        var stage = stage(bytes: 10_000)
        let body = Array(repeating: UInt8(7), count: 900)
        for _ in 0..<8 { try stage.append(body) }
        #expect(stage.notices.isEmpty)
        for _ in 0..<2 { try stage.append(body) }
        #expect(stage.notices == [.sessionNearlyFull])
    }

    @Test func `in the next session one is told again`() throws {
        var stage = stage(entries: 10)
        for _ in 0..<9 { try stage.append([1]) }
        let full = stage.node.session.id
        stage.with { $0.rotate(from: full, to: Stage.activity, at: $1) }
        for _ in 0..<9 { try stage.append([1]) }
        #expect(stage.notices == [.sessionNearlyFull, .sessionNearlyFull])
    }

    @Test func `what takes back or away has room in a full session, for a while`() throws {
        var configuration = Configuration()
        configuration.sessionEntriesMax = 10
        configuration.reservedEntries = 3
        var stage = Stage.entered(configuration: configuration)
        for _ in 0..<9 { try stage.append([1]) }
        for _ in 0..<3 {
            #expect(throws: SessionError.sessionFull) { try stage.append([1]) }
            _ = try stage.with { (node, now) throws(SessionError) in
                try node.append([2], channel: 1, isEssential: true, at: now)
            }
        }
        #expect(throws: SessionError.sessionFull) {
            try stage.with { (node, now) throws(SessionError) in
                try node.append([2], channel: 1, isEssential: true, at: now)
            }
        }
        #expect(stage.node.entryCount == 13)
    }

    @Test func `a full session can be ended`() throws {
        var stage = stage(entries: 3)
        for _ in 0..<2 { try stage.append([1]) }
        stage.with { $0.end(at: $1) }
        #expect(stage.endings == [Stage.home])
        #expect(stage.node.entryCount == 4)
    }

    @Test func `from a full session one gets on to a new one`() throws {
        var stage = stage(entries: 3)
        for _ in 0..<2 { try stage.append([1]) }
        stage.with { $0.rotate(from: Stage.home, to: Stage.activity, at: $1) }
        try stage.append([2])
        #expect(stage.node.entryCount == 2)
    }

    @Test func `in a full session messages go on`() throws {
        var stage = stage(entries: 3)
        for _ in 0..<2 { try stage.append([1]) }
        try stage.with { (node, now) throws(SessionError) in
            try node.send([9], channel: 1, at: now)
        }
        #expect(stage.entries.contains { $0.part.stream == .messages })
    }

    @Test func `whoever receives takes entries beyond the limits`() {
        var stage = stage(entries: 10, bytes: 100)
        for index in 0..<200 as Range<UInt32> { stage.say(0, .ink([1, 2, 3], at: index)) }
        #expect(stage.bodies(in: Stage.home).count == 200)
        #expect(stage.node.entryCount == 200)
        #expect(stage.node.statistics.entriesRefused == 0)
    }

    @Test func `a body has at most 900 bytes`() throws {
        var stage = stage()
        try stage.append(Array(repeating: 1, count: 900))
        #expect(throws: SessionError.tooLarge(actual: 901, limit: 900)) {
            try stage.append(Array(repeating: 1, count: 901))
        }
    }

    @Test func `what others send beyond the index limit is refused`() {
        var stage = stage()
        stage.say(0, .ink([1], at: (1 << 20) - 1))
        #expect(stage.node.entryCount == 1)
        stage.say(0, .ink([1], at: 1 << 20))
        #expect(stage.node.entryCount == 1)
    }

    @Test func `a session has so many authors, and entries of more are refused`() {
        var configuration = Configuration()
        #expect(configuration.originsMax == 65_536)
        configuration.originsMax = 3
        var circle = Circle(peers: 1, configuration: configuration)
        for origin in 50..<55 as Range<UInt64> { circle.hear(1, Circle.repair(origin, 0)) }
        #expect(circle.node.entryCount == 3)
        #expect(circle.node.statistics.originsRefused >= 2)
    }
}
