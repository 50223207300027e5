import InkCanvas
import SessionCore

/// Somebody in the room who knows its key and wishes it ill.
///
/// It speaks under its own id, and everybody may come to confirm it, since it echoes their clocks.
/// What it never does is to write in another's name: REPAIRs and CHUNKs of others' entries are
/// believed from anybody, two entries of its own under one index tell replicas apart for good, and
/// an author entry with another's person makes it that person. Against a member that forges these
/// an open room has no protection.
struct Hostile {
    let id: ParticipantID
    let profile: Profile
    private(set) var isSilent = false
    private var generator: Generator
    private var counter: UInt64 = 0
    private var heard: [Heard] = []
    /// The sessions in which it has heard others, and what they do there.
    private var sessions: [(id: SessionID, activity: Activity)] = []
    private var written: [SessionID: Set<UInt32>] = [:]

    /// Another participant's clock, where it was last heard.
    private struct Heard {
        var id: ParticipantID
        var sendTime: UInt32
        var session: SessionID
        var at: Int64
    }

    /// A datagram, and the entry of its own log that it holds.
    struct Utterance {
        var bytes: [UInt8]
        var written: (session: SessionID, index: UInt32, content: Written)?
    }

    /// What an entry of its log holds.
    struct Written: Hashable {
        var channel: UInt8
        var milliseconds: UInt64
        var body: [UInt8]
    }

    init(id: ParticipantID, profile: Profile, using generator: inout Generator) {
        self.id = id
        self.profile = profile
        self.generator = generator.fork()
    }

    // MARK: - Listening

    mutating func hear(_ datagram: Datagram, at time: Int64) {
        var scope: SessionID?
        for frame in datagram.frames {
            switch frame {
            case .scope(let session): scope = session
            case .state(let state):
                guard let scope else { continue }
                heard.removeAll { $0.id == datagram.sender }
                heard.append(
                    Heard(
                        id: datagram.sender, sendTime: state.sendTime, session: scope, at: time))
                if !sessions.contains(where: { $0.id == scope }) {
                    sessions.append((scope, state.activity))
                }
            case .entry, .repair, .high, .nack, .vector, .hello, .welcome, .leave, .probe,
                .probeAcknowledgement, .ephemeral, .offer, .pull, .chunk, .blobPull, .blobChunk,
                .parity:
                continue
            }
        }
    }

    // MARK: - Speaking

    private enum Trick: CaseIterable {
        case presence, ink, farInk, message, high, madeUpSession, falseDigest, earlier, nackAll
        case pullAll, vector, hollowVector, offer, welcome, probe, profile, ephemeral, lies
        case otherVersion, mustUnderstand, malformed
    }

    /// The next mischief; nil where there is nobody yet to harm.
    mutating func speak(at time: Int64) -> Utterance? {
        guard !isSilent, let victim = heard.last, let trick = generator.pick(Trick.allCases) else {
            return nil
        }
        let session = generator.chance(8_000) ? victim.session : place
        switch trick {
        case .presence: return datagram(presence(in: victim.session, at: time))
        case .ink: return write(UInt32(generator.below(12)), .log, in: session)
        case .farInk: return write(farIndex, .log, in: session)
        case .message:
            return write(
                generator.chance(5_000) ? farIndex : UInt32(generator.below(9)), .messages,
                in: session)
        case .madeUpSession:
            let madeUp = SessionID(rawValue: generator.next())
            return datagram([.scope(madeUp), state(at: time, founding: founding)])
        case .falseDigest, .earlier:
            return datagram([.scope(session), state(at: time, founding: founding)])
        case .lies: return generator.chance(500) ? bid() : nil
        case .otherVersion: return otherVersion(in: session)
        case .mustUnderstand: return raw([0xF3, 2, 1, 2])
        case .malformed: return raw(malformed)
        case .high, .nackAll, .pullAll, .vector, .hollowVector, .offer, .welcome, .probe, .profile,
            .ephemeral:
            return datagram([.scope(session)] + claims(trick))
        }
    }

    /// It stops in mid-sentence, or says good-bye with a last lie.
    mutating func bid() -> Utterance {
        isSilent = true
        let end = WireLimit.entryIndexMax + 1
        return datagram([.scope(place), .leave(HighFrame(log: end, messages: end))])
    }

    /// Somebody who is there: hello, and everybody's clock sent back.
    private mutating func presence(in session: SessionID, at time: Int64) -> [Frame] {
        [.scope(session), state(at: time, founding: session), hello]
            + heard.map { .welcome($0.id, nextMessage: 0) }
    }

    private var hello: Frame {
        .hello(HelloFrame(profile: profile, versions: 1...1, sendTime: 0, isStarting: false))
    }

    private mutating func claims(_ trick: Trick) -> [Frame] {
        let end = WireLimit.entryIndexMax + 1
        let everything = heard.flatMap { other in
            [Stream.log, .messages].map {
                MissingRanges(origin: other.id, stream: $0, ranges: [0..<end])
            }
        }.prefix(40)
        let other = generator.pick(heard)?.id ?? id
        switch trick {
        case .high:
            let lowest = generator.chance(5_000) ? end : 0
            return [.high(HighFrame(log: end, messages: end, lowestMessage: lowest))]
        case .nackAll: return [.nack(Array(everything))]
        case .pullAll: return [.pull(other, Array(everything))]
        case .vector, .hollowVector:
            let isHollow = trick == .hollowVector
            let holdings = heard.prefix(60).map {
                VectorFrame.Holding(origin: $0.id, contiguous: isHollow ? 0 : end, ranges: [])
            }.sorted { $0.origin < $1.origin }
            return [
                .vector(
                    VectorFrame(
                        first: ParticipantID(rawValue: 0), last: ParticipantID(rawValue: .max),
                        holdings: isHollow ? [] : holdings, asks: generator.chance(5_000)))
            ]
        case .offer: return [.offer(other, entries: .max)]
        case .welcome: return [.welcome(other, nextMessage: WireLimit.entryIndexMax)]
        case .probe:
            return [.probe(other, token: .max), .probeAcknowledgement(other, token: .max)]
        case .profile:
            var changed = profile
            changed.name = "\u{1B}[2J" + String(repeating: "x", count: generator.below(60))
            return [
                .hello(
                    HelloFrame(
                        profile: changed, versions: 0...255, sendTime: .max,
                        isStarting: generator.chance(5_000)))
            ]
        case .ephemeral:
            return (0..<3).map { _ in
                .ephemeral(
                    EphemeralFrame(
                        channel: Artist.channel, key: UInt32(generator.below(200)), version: .max,
                        timeToLive: .seconds(60), body: generator.bytes(200)))
            }
        case .presence, .ink, .farInk, .message, .madeUpSession, .falseDigest, .earlier, .lies,
            .otherVersion, .mustUnderstand, .malformed:
            return []
        }
    }

    /// A heartbeat of false counts, and true echoes.
    private mutating func state(at time: Int64, founding: SessionID) -> Frame {
        let echoes = heard.suffix(WireLimit.echoesMax).map {
            StateFrame.Echo(
                participant: $0.id, sendTime: $0.sendTime,
                hold: generator.chance(8_000) ? UInt32(clamping: time - $0.at) : .max,
                isWelcomed: generator.chance(5_000))
        }
        let earlier = StateFrame.Earlier(session: place, digest: generator.next())
        let activity =
            sessions.last?.activity ?? Activity(identifier: "whiteboard", payload: [])
        return .state(
            StateFrame(
                sendTime: UInt32(truncatingIfNeeded: time), founding: founding, generation: .max,
                opener: generator.pick(heard)?.id ?? id, flags: .written, people: .max,
                digest: generator.next(), entries: .max, multicasts: .max, echoes: echoes,
                earlier: generator.chance(3_000) ? earlier : nil, activity: activity,
                roomName: nil))
    }

    /// The lowest of all, or somebody's.
    private var founding: SessionID {
        mutating get { generator.chance(5_000) ? SessionID(rawValue: 0) : place }
    }

    /// A session that others are or were in.
    private var place: SessionID {
        mutating get { generator.pick(sessions)?.id ?? SessionID(rawValue: generator.next()) }
    }

    private var farIndex: UInt32 {
        mutating get {
            generator.chance(3_000)
                ? WireLimit.entryIndexMax
                : UInt32(generator.within(5_000...Int64(WireLimit.entryIndexMax) - 1))
        }
    }

    // MARK: - Datagrams

    private mutating func datagram(_ frames: [Frame]) -> Utterance {
        counter += 1
        let bytes = Datagram(sender: id, counter: counter, frames: frames).encoded(
            for: Simulation.room)
        return Utterance(bytes: bytes)
    }

    private mutating func raw(_ frames: [UInt8]) -> Utterance {
        counter += 1
        return Utterance(
            bytes: Datagram.sealed(
                frames, sender: id, counter: counter, room: Simulation.room))
    }

    private mutating func otherVersion(in session: SessionID) -> Utterance {
        var utterance = datagram([.scope(session)])
        utterance.bytes[2] = UInt8(2 + generator.below(200))
        return utterance
    }

    /// A known kind with a body of noise.
    private var malformed: [UInt8] {
        mutating get {
            let body = generator.bytes(generator.below(60))
            let kind = UInt8(1 + generator.below(17))
            return [kind == 1 ? 0x81 : kind, UInt8(body.count)] + body
        }
    }

    /// An entry of its own: each index once, for what it wrote cannot be unwritten.
    private mutating func write(_ index: UInt32, _ stream: Stream, in session: SessionID)
        -> Utterance?
    {
        if stream == .log, !written[session, default: []].insert(index).inserted { return nil }
        let isAuthor = stream == .log && index == 0
        let body = isAuthor ? authorBody : hostileInk
        let channel: UInt8 = isAuthor ? 0 : Artist.channel
        let milliseconds = generator.chance(5_000) ? UInt64.max : 5
        var envelope = ByteWriter()
        envelope.write(channel)
        envelope.writeVarint(milliseconds)
        envelope.writeBlock(body)
        envelope.writeVarint(UInt(0))
        let sequenced = SequencedEntry(stream: stream, index: index, envelope: envelope.bytes)
        var utterance = datagram([.scope(session), .entry(sequenced)])
        if stream == .log {
            let content = Written(channel: channel, milliseconds: milliseconds, body: body)
            utterance.written = (session, index, content)
        }
        return utterance
    }

    private var authorBody: [UInt8] {
        var writer = ByteWriter()
        writer.write(1)
        writer.writeInteger(profile.person.high)
        writer.writeInteger(profile.person.low)
        writer.write(profile.color)
        writer.writeText(profile.name)
        return writer.bytes
    }

    /// Canvas entries with stamps at and beyond the end, of objects that never were.
    private var hostileInk: [UInt8] {
        mutating get {
            let stamp: UInt64 =
                generator.pick([0, 1 << 48, 1 << 48 - 1, 1 << 48 + 1, UInt64.max]) ?? 0
            let other = AuthorID(rawValue: generator.pick(heard)?.id.rawValue ?? 0)
            let dot = Dot(x: 1 << 30, y: -1 << 30)
            let style = InkStyle(color: 255, width: 255, isSmoothed: true)
            let operations: [Operation] = [
                .opaque(kind: 250, body: generator.bytes(generator.below(300))),
                .undo(ActionID(author: other, number: UInt32(generator.below(9))), isUndone: true),
                .text(.max, position: dot, string: "\u{202E}\u{0}", style: style),
                .segment(.max, offset: 0, style: style, points: [dot, dot], isLast: true),
                .segment(5, offset: 1 << 23, style: nil, points: [dot], isLast: false),
                .set(ObjectID(author: other, number: .max), .position(dot)),
            ]
            let operation = generator.pick(operations) ?? operations[0]
            let entry = CanvasEntry(stamp: 0, action: .max, operation: operation).encoded()
            var writer = ByteWriter()
            writer.write(entry[0])
            writer.writeVarint(stamp)
            writer.write(Array(entry[2...]))
            return writer.bytes
        }
    }
}
