import CAllocation
import Glibc
import InkCanvas
import SessionCore
import Testing

/// What a session's log takes, measured in a process of its own.
@Suite struct LogMemoryTests {
    @Test func `a million points of live strokes, 24 an entry, take less than 12 MB`() async throws
    {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            print("bytes: \(try Hand.bytesOfLog(points: 1_000_000, perEntry: 24))")
            fflush(nil)
        }
        let bytes = try Self.number(in: result.standardOutputContent)
        #expect(bytes > 1_000_000 && bytes < 12_000_000)
        print("a million points, 24 an entry: \(bytes) bytes")
    }

    private static func number(in output: [UInt8]) throws -> Int {
        let line = try #require(
            String(decoding: output, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix("bytes: ") })
        return try #require(Int(line.dropFirst(7)))
    }
}

/// Somebody who draws, and a reader who hears all of it.
private struct Hand {
    private var now = Instant(microseconds: 0)
    private var nodes: [Node] = []

    private init() {
        for id in 1...2 as ClosedRange<UInt64> {
            let profile = Profile(person: PersonID(high: 0, low: id), name: "P\(id)", color: 1)
            nodes.append(
                Node(
                    id: ParticipantID(rawValue: id), profile: profile, room: "memory",
                    activity: Activity(identifier: "memory", payload: []), seed: id, at: now))
            nodes[nodes.count - 1].start(at: now)
        }
        run(for: 3_000)
    }

    /// What the reader's or the writer's node grows by, the larger of them.
    static func bytesOfLog(points: Int, perEntry: Int) throws -> Int {
        var hand = Hand()
        precondition(hand.nodes[0].participants.count == 1, "they have not met")
        let before = bytesInUse
        try hand.draw(points: points, perEntry: perEntry)
        hand.run(for: 5_000)
        precondition(hand.nodes[0].logDigest == hand.nodes[1].logDigest, "the reader lacks some")
        precondition(hand.nodes[1].entryCount >= points / perEntry, "too few entries")
        let both = bytesInUse - before
        // The one that is let go shows what it took.
        hand.nodes.removeLast()
        let writer = bytesInUse - before
        return max(writer, both - writer)
    }

    /// Strokes of 480 points each, a few dots apart, flushed as a pointer that is seldom at rest.
    private mutating func draw(points: Int, perEntry: Int) throws {
        let canvas = Canvas()
        var pen = Pen(author: AuthorID(rawValue: 1))
        var state: UInt64 = 1
        func step() -> Int32 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int32(state >> 33 & 7) - 3
        }
        var (x, y) = (Int32(0), Int32(0))
        for point in 0..<points {
            if point % 480 == 0 { _ = pen.beginStroke(style: InkStyle(isSmoothed: true)) }
            (x, y) = (x + step(), y + step())
            var bodies = pen.extendStroke(to: [Dot(x: x, y: y)], on: canvas)
            if point % 480 == 479 {
                bodies += pen.endStroke(on: canvas)
            } else if point % perEntry == perEntry - 1 {
                bodies += pen.flushStroke(on: canvas)
            }
            for body in bodies {
                let index = try nodes[0].append(body, channel: 1, at: now)
                if index % 8 == 0 { run(for: 4) }
            }
        }
    }

    /// Lets so many milliseconds pass; what is sent arrives at once.
    private mutating func run(for milliseconds: Int64) {
        for _ in 0..<milliseconds {
            now = now + .milliseconds(1)
            for index in nodes.indices {
                if let due = nodes[index].deadline, due <= now { nodes[index].advance(to: now) }
            }
            for _ in 0..<4 {
                for index in nodes.indices {
                    while let output = nodes[index].nextOutput() {
                        guard case .transmit(let bytes, _) = output else { continue }
                        nodes[1 - index].receive(
                            bytes, from: PeerAddress(rawValue: UInt64(index)), at: now)
                    }
                }
            }
        }
    }

    private static var bytesInUse: Int { inkcast_allocation_in_use() }
}
