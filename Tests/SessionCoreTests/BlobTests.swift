import Testing

@testable import SessionCore

/// PROTOCOL 8, "Blobs", one datagram at a time.
@Suite struct BlobTests {
    static let g = Interval.milliseconds(10)
    /// Without progress for so long, 4g + 50 ms, a donor is asked again.
    static let patience = Interval.milliseconds(90)

    // MARK: - Giving

    /// A node that said something of twenty pieces, and the name of it.
    private func author(peers: Int = 2) throws -> (circle: Circle, blob: BlobID) {
        var circle = Circle(peers: peers)
        let body = LongMessageTests.bytes(20 * 1024)
        try circle.act { node, now in try node.send(body, channel: 1, at: now) }
        circle.run(for: .milliseconds(500), with: circle.peers)
        circle.forget()
        return (circle, BlobID(of: body))
    }

    /// A node that got such a thing of the first peer.
    private func holder(peers: Int = 2) -> (circle: Circle, blob: BlobID) {
        var circle = Circle(peers: peers)
        let body = LongMessageTests.bytes(20 * 1024)
        circle.hear(1, Circle.announcement(0, of: body))
        for piece in Circle.pieces(of: body) { circle.hear(1, .blobChunk(piece)) }
        circle.run(for: .milliseconds(500), with: circle.peers)
        circle.forget()
        return (circle, BlobID(of: body))
    }

    private func pull(_ blob: BlobID, _ range: Range<UInt32>, of donor: ParticipantID? = nil)
        -> Frame
    {
        .blobPull(
            BlobPullFrame(
                donor: donor ?? ParticipantID(rawValue: 0), blob: blob, ranges: [range]))
    }

    @Test func `the author gives what it is asked for at once, to the asker`() throws {
        var (circle, blob) = try author()
        circle.hear(1, pull(blob, 3..<9, of: Circle.nodeID))
        #expect(circle.pieces.map(\.value.index) == Array(3..<9))
        #expect(circle.pieces.allSatisfy { $0.at == circle.now })
        #expect(circle.pieces.allSatisfy { $0.to == .peer(PeerAddress(rawValue: 1)) })
    }

    @Test func `what anybody is asked for the author gives at once, to all`() throws {
        var (circle, blob) = try author()
        circle.hear(1, pull(blob, 3..<9))
        #expect(circle.pieces.map(\.value.index) == Array(3..<9))
        #expect(circle.pieces.allSatisfy { $0.at == circle.now && $0.to == .group })
    }

    @Test func `who has not echoed me gets no piece`() throws {
        var (circle, blob) = try author()
        circle.hear(9, pull(blob, 0..<20, of: Circle.nodeID), pull(blob, 0..<20))
        circle.run(for: .milliseconds(200))
        #expect(circle.pieces.isEmpty)
        #expect(circle.node.statistics.requestsRefused == 2)
    }

    @Test func `nothing is multicast again within g`() throws {
        var (circle, blob) = try author()
        circle.hear(1, pull(blob, 0..<10))
        circle.run(for: Interval(microseconds: 9_999))
        circle.hear(2, pull(blob, 5..<15))
        #expect(circle.pieces.map(\.value.index) == Array(0..<15))
        circle.run(for: Self.g)
        circle.hear(1, pull(blob, 5..<7))
        #expect(circle.pieces.suffix(2).map(\.value.index) == [5, 6])
    }

    @Test func `any other holder gives after 2g and a random spread of 4g, to all`() {
        let (base, blob) = holder()
        var sum = 0.0
        for seed in 0..<100 as Range<UInt64> {
            var circle = base
            circle.node.random = RandomSource(seed: seed)
            circle.hear(2, pull(blob, 0..<3))
            circle.run(for: .milliseconds(61))
            #expect(circle.pieces.map(\.value.index) == [0, 1, 2])
            #expect(circle.pieces.allSatisfy { $0.to == .group })
            let wait = ((circle.pieces.first?.at ?? base.now) - base.now).inMilliseconds
            #expect(wait >= 20 && wait <= 60)
            sum += (wait - 20) / 40
        }
        #expect(abs(sum / 100 - truncatedExponentialMean(groupSize: 3)) < 0.07)
    }

    @Test func `what somebody else was heard sending meanwhile is not given too`() {
        var (circle, blob) = holder()
        circle.hear(2, pull(blob, 0..<10))
        let body = LongMessageTests.bytes(20 * 1024)
        for piece in Circle.pieces(of: body)[2..<7] { circle.hear(1, .blobChunk(piece)) }
        circle.run(for: .milliseconds(100))
        #expect(circle.pieces.map(\.value.index) == [0, 1, 7, 8, 9])
    }

    @Test(arguments: [(34_000, true), (36_000, false)] as [(Int64, Bool)])
    func `others' blobs are given for 35 s`(age: Int64, isGiven: Bool) {
        var (circle, blob) = holder()
        circle.run(for: .milliseconds(age - 500), with: circle.peers)
        circle.forget()
        circle.hear(2, pull(blob, 0..<1))
        circle.run(for: .milliseconds(100))
        #expect(circle.pieces.count == (isGiven ? 1 : 0))
    }

    @Test func `of others' blobs at most 16 MiB are held, the oldest go first`() {
        var configuration = Configuration()
        #expect(configuration.blobBytesMax == 16 << 20)
        configuration.blobBytesMax = 25_000
        var circle = Circle(peers: 2, configuration: configuration)
        let bodies = (0..<3 as Range<UInt64>).map { LongMessageTests.bytes(10_000, seed: $0) }
        for (index, body) in bodies.enumerated() {
            circle.hear(1, Circle.announcement(UInt32(index), of: body))
            for piece in Circle.pieces(of: body) { circle.hear(1, .blobChunk(piece)) }
            circle.run(for: .seconds(1), with: circle.peers)
        }
        #expect(circle.messages == bodies)
        #expect(circle.node.blobs.keys == bodies[1...].map { BlobID(of: $0) }.sorted())
    }

    @Test func `of at most 1,024 blobs is anything known`() {
        var configuration = Configuration()
        #expect(configuration.blobsMax == 1024)
        configuration.blobsMax = 4
        var circle = Circle(peers: 1, configuration: configuration)
        for index in 1...6 as ClosedRange<UInt32> {
            let body = LongMessageTests.bytes(2000, seed: UInt64(index))
            circle.hear(1, Circle.announcement(index, of: body))
        }
        #expect(circle.node.blobs.count == 4)
        #expect(circle.node.statistics.blobsRefused == 2)
    }

    // MARK: - Getting

    /// A node that is to get so many pieces of the first peer's next message.
    private func asker(pieces: Int, peers: Int = 2) -> Circle {
        var circle = Circle(peers: peers)
        circle.hear(1, Circle.announcement(0, of: LongMessageTests.bytes(pieces * 1024)))
        return circle
    }

    @Test func `windows double from 32 pieces to 256, each as half of the last has come`() {
        let body = LongMessageTests.bytes(256 << 10)
        var circle = Circle(peers: 2)
        circle.hear(1, Circle.announcement(0, of: body))
        var windows: [Int] = []
        for piece in Circle.pieces(of: body) {
            guard let pull = circle.node.blobs.values.first?.pull else { break }
            if windows.last != pull.window { windows.append(pull.window) }
            circle.hear(1, .blobChunk(piece))
        }
        #expect(windows == [32, 64, 128, 256])
        #expect(circle.blobPulls.allSatisfy { $0.to == .peer(PeerAddress(rawValue: 1)) })
        // The rest of each window, when half of the one before was still to come.
        #expect(circle.blobPulls.map { $0.value.pieceCount } == [32, 48, 96, 80])
        #expect(circle.messages == [body])
    }

    @Test func `a stall halves the window, and not below 32`() {
        let body = LongMessageTests.bytes(200 << 10)
        var circle = Circle(peers: 1)
        circle.hear(1, Circle.announcement(0, of: body))
        for piece in Circle.pieces(of: body)[..<48] { circle.hear(1, .blobChunk(piece)) }
        var windows: [Int] = []
        for _ in 0..<3 {
            windows.append(circle.node.blobs.values.first?.pull?.window ?? 0)
            circle.run(for: .milliseconds(57), with: [1])
        }
        #expect(windows == [128, 64, 32])
    }

    @Test func `who does not answer is asked again after 4g + 10 ms, then ever later`() {
        var circle = asker(pieces: 10)
        let start = circle.now
        circle.run(for: .seconds(1), with: circle.peers)
        let times = circle.blobPulls.prefix(4).map { ($0.at - start).inMilliseconds }
        // The third question goes to anybody, who is given twice as long: 4g + 40 ms.
        #expect(times == [0, 50, 110, 270])
        #expect(circle.blobPulls.allSatisfy { $0.value.ranges == [0..<10] })
    }

    @Test func `every third time anybody is asked, by multicast`() {
        var circle = asker(pieces: 10)
        circle.run(for: .milliseconds(1_000), with: circle.peers)
        let pulls = circle.blobPulls.prefix(6)
        #expect(pulls.map(\.value.donor.rawValue) == [1, 1, 0, 1, 1, 0])
        #expect(pulls.map { $0.to == .group } == [false, false, true, false, false, true])
    }

    @Test(arguments: [(true, 12), (false, 6)])
    func `after 12 waits in vain, 6 if the author is gone, the message is lost`(
        isThere: Bool, waits: Int
    ) {
        var circle = asker(pieces: 10)
        if !isThere { circle.hear(1, .leave(HighFrame(log: 0, messages: 1))) }
        circle.run(for: .seconds(4), with: isThere ? circle.peers : [2])
        #expect(circle.blobPulls.count == waits)
        #expect(circle.node.statistics.blobsLost == 1)
        #expect(circle.node.statistics.messagesLost == 1)
        let later = circle.blobPulls.dropFirst()
        #expect(isThere || later.allSatisfy { $0.to == .group && $0.value.donor.rawValue == 0 })
    }

    @Test func `up to eight are got before their turn`() {
        var circle = Circle(peers: 1)
        for index in 1...10 as ClosedRange<UInt32> {
            let body = LongMessageTests.bytes(2000, seed: UInt64(index))
            circle.hear(1, Circle.announcement(index, of: body))
        }
        #expect(Set(circle.blobPulls.map(\.value.blob)).count == 8)
    }

    @Test func `pieces that are heard before they are asked for are kept`() {
        var circle = Circle(peers: 1)
        let body = LongMessageTests.bytes(10 * 1024)
        // More than can be got before their turn.
        for index in 1...8 as ClosedRange<UInt32> {
            let other = LongMessageTests.bytes(2000, seed: 100 + UInt64(index))
            circle.hear(1, Circle.announcement(index, of: other))
        }
        circle.hear(1, Circle.announcement(9, of: body))
        for piece in Circle.pieces(of: body)[..<7] { circle.hear(1, .blobChunk(piece)) }
        circle.forget()
        circle.hear(1, Circle.announcement(0, of: body))
        #expect(circle.blobPulls.map(\.value.ranges) == [[7..<10]])
    }

    @Test func `a message whose author holds it no more is lost, though pieces may still come`() {
        var circle = asker(pieces: 10)
        circle.hear(1, .high(HighFrame(log: 0, messages: 2, lowestMessage: 1)))
        #expect(circle.node.statistics.messagesLost == 1)
        circle.forget()
        circle.run(for: .seconds(2), with: circle.peers)
        #expect(circle.blobPulls.isEmpty)
        circle.hear(1, Circle.entry(1, .messages))
        #expect(circle.messages == [[1]])
    }
}

extension Circle {
    /// A message of a peer that announces a body.
    static func announcement(_ index: UInt32, of body: [UInt8]) -> Frame {
        let content = MessageContent.announced(
            channel: 1, to: [], blob: BlobID(of: body), size: UInt32(body.count))
        let (channel, carried) = content.encoded
        let envelope = Envelope(channel: channel, milliseconds: 0, body: carried).encoded
        return .entry(SequencedEntry(stream: .messages, index: index, envelope: envelope))
    }

    static func pieces(of body: [UInt8]) -> [BlobChunkFrame] {
        let length = WireLimit.blobPieceBytes
        return stride(from: 0, to: body.count, by: length).enumerated().map { index, start in
            BlobChunkFrame(
                blob: BlobID(of: body), index: UInt32(index),
                bytes: Array(body[start..<min(start + length, body.count)]))
        }
    }

    var pieces: [Said<BlobChunkFrame>] {
        said { if case .blobChunk(let piece) = $0 { piece } else { nil } }
    }

    var blobPulls: [Said<BlobPullFrame>] {
        said { if case .blobPull(let pull) = $0 { pull } else { nil } }
    }
}

extension BlobPullFrame {
    var pieceCount: Int { ranges.reduce(0) { $0 + $1.count } }
}
