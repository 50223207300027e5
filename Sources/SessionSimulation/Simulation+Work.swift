import SessionCore

extension Simulation {
    /// Lets a person do the next thing.
    mutating func act(_ number: Int) throws(Violation) {
        let peer = peers[number]
        guard peer.isConnected, now < plan.workEnd else { return }
        queue.push(.act(number), at: now + generator.within(10_000...pace))
        guard peer.isRunning else { return }
        switch generator.below(100) {
        case ..<45: try draw(peer)
        case ..<84: try point(peer)
        case 84: try changeProfile(of: peer)
        case 85: try setActivity(peer)
        case 86 where peer.isOfLaterVersion: try drawOfLater(peer)
        case 87 where generator.chance(3_000): try attach(peer)
        case 88: try loadSomething(peer)
        default: try say(peer)
        }
    }

    /// Large rooms have many who look on.
    private var pace: Int64 { 45_000 * Int64(max(connected.count, 4)) }

    /// Appends what the peer's artist does next; now and then bytes that mean nothing.
    mutating func draw(_ peer: Peer, _ deed: Artist.Deed? = nil) throws(Violation) {
        if deed == nil, generator.chance(300) {
            let body = generator.bytes(generator.below(901))
            return try append(body, Artist.otherChannel, by: peer)
        }
        for body in bodies(of: peer, deed) {
            try append(body, Artist.channel, by: peer, isEssential: deed != nil)
        }
    }

    private mutating func bodies(of peer: Peer, _ deed: Artist.Deed?) -> [[UInt8]] {
        let session = peer.node.session.id
        let picture = peer.witness.picture(in: ledger.place(of: session)) ?? Picture()
        return peer.artist.draw(on: picture.canvas, in: session, deed)
    }

    mutating func append(
        _ body: [UInt8], _ channel: UInt8, by peer: Peer, isEssential: Bool = false
    ) throws(Violation) {
        let session = peer.node.session.id
        let index: UInt32
        do throws(SessionError) {
            index = try peer.node.append(
                body, channel: channel, isEssential: isEssential,
                at: peer.clock.reading(at: now))
        } catch {
            if error == .sessionFull, !isEssential,
                peer.node.entryCount >= options.configuration.sessionEntriesMax
            {
                counts.refusedFull += 1
                return
            }
            throw violation(.nothingLost, "p\(peer.number) may not append: \(error)")
        }
        ledger.willAppend(body, by: peer.number, in: ledger.place(of: session), at: now)
        trace.note(now, peer.number, UInt64(index), "appends entry \(index), \(body.count) B")
        try drain(peer)
        let place = ledger.place(of: session)
        guard peer.witness.holds(Int(index), by: peer.number, in: place),
            ledger.entries[place][peer.number][Int(index)].body == body
        else {
            throw violation(.nothingLost, "p\(peer.number) was not told of its entry \(index)")
        }
    }

    /// Moves the peer's cursor.
    private mutating func point(_ peer: Peer) throws(Violation) {
        ephemeralCount += 1
        let key = UInt32(generator.below(3))
        let body = EphemeralBody(sender: peer.number, count: ephemeralCount, key: key).bytes
        do throws(SessionError) {
            try peer.node.setEphemeral(
                body, channel: Artist.channel, key: key, timeToLive: .seconds(5),
                at: peer.clock.reading(at: now))
        } catch {
            throw violation(.delivered, "p\(peer.number) may not point: \(error)")
        }
        try drain(peer)
    }

    /// A message can name no more.
    private static let recipientsMax = 64

    /// Says something to all, or to some; now and then something long.
    mutating func say(_ peer: Peer, toAll: Bool = false, length longer: Int? = nil)
        throws(Violation)
    {
        let count = ledger.messages[peer.number].count
        var length = generator.below(120)
        if generator.chance(800) { length = generator.below(8_000) }
        if generator.chance(20) { length = generator.below(60_000) }
        if let longer { length = longer }
        let body =
            MessageBody(sender: peer.number, count: count).bytes + generator.bytes(length)
        var recipients: [ParticipantID] = []
        if !toAll, generator.chance(2_000) {
            let some = peer.node.participants.map(\.id).filter { _ in generator.chance(5_000) }
            recipients = Array(some.prefix(Self.recipientsMax))
        }
        ledger.say(
            Ledger.Message(
                session: peer.node.session.id, body: body,
                recipients: recipients.compactMap { ledger.number(of: $0) }), by: peer.number)
        trace.note(
            now, peer.number, UInt64(count),
            "says message \(count), \(body.count) B, to \(recipients.count)")
        do throws(SessionError) {
            try peer.node.send(
                body, channel: Artist.channel, to: recipients, at: peer.clock.reading(at: now))
        } catch {
            throw violation(.delivered, "p\(peer.number) may not speak: \(error)")
        }
        try drain(peer)
    }

    /// Changes what all do together.
    private mutating func setActivity(_ peer: Peer) throws(Violation) {
        let payload = generator.bytes(generator.below(40))
        ledger.setActivity(payload, of: peer.node.session.id)
        do throws(SessionError) {
            try peer.node.setActivity(payload, at: peer.clock.reading(at: now))
        } catch {
            throw violation(.delivered, "p\(peer.number) may not change the activity: \(error)")
        }
        try drain(peer)
    }

    /// Takes another name and colour.
    private mutating func changeProfile(of peer: Peer) throws(Violation) {
        var profile = ledger.profile(of: peer.number)
        profile.name = "person \(peer.number) alias \(generator.below(1_000))"
        profile.color = UInt8(1 + generator.below(64))
        ledger.change(profile, of: peer.number)
        trace.note(now, peer.number, UInt64(profile.color), "is now \(profile.name)")
        peer.node.setProfile(profile, at: peer.clock.reading(at: now))
        try drain(peer)
    }

    /// Somebody ends the session for all.
    mutating func endSession() throws(Violation) {
        guard let peer = generator.pick(running) else { return }
        trace.note(now, peer.number, 10, "ends the session")
        ender = peer.number
        counts.ended += 1
        peer.node.end(at: peer.clock.reading(at: now))
        try drain(peer)
    }

    /// When all is settled, everybody says and draws one thing more, and nobody hears it at first:
    /// the heartbeats after it have to tell of it.
    mutating func sayLastWords() throws(Violation) {
        network.mute(until: now + 15_000)
        for peer in connected {
            finalMessages[peer.number] = ledger.messages[peer.number].count
            try say(peer, toAll: true)
            try draw(peer)
            try loadWhatIsHeld(peer)
        }
    }
}

/// What a message begins with: who sent it, and its place among the sender's.
struct MessageBody {
    var sender: Int
    var count: Int

    var bytes: [UInt8] {
        [
            UInt8(truncatingIfNeeded: sender), UInt8(truncatingIfNeeded: sender >> 8),
            UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8),
        ]
    }

    init(sender: Int, count: Int) {
        self.sender = sender
        self.count = count
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        sender = Int(bytes[0]) | Int(bytes[1]) << 8
        count = Int(bytes[2]) | Int(bytes[3]) << 8
    }
}

/// An ephemeral value: its place among all of the run, and what proves that it is whole.
struct EphemeralBody {
    var sender: Int
    var count: UInt32
    var key: UInt32

    var bytes: [UInt8] {
        var generator = Generator(seed: UInt64(sender) << 32 | UInt64(key))
        let proof = generator.next() ^ UInt64(count)
        return (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
            + (0..<8).map { UInt8(truncatingIfNeeded: proof >> ($0 * 8)) }
    }

    init(sender: Int, count: UInt32, key: UInt32) {
        self.sender = sender
        self.count = count
        self.key = key
    }

    /// Nil where the bytes are not what this sender set for the key.
    init?(_ bytes: [UInt8], sender: Int, key: UInt32) {
        guard bytes.count == 12 else { return nil }
        let count = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[$1]) << (UInt32($1) * 8) }
        self.init(sender: sender, count: count, key: key)
        guard self.bytes == bytes else { return nil }
    }
}
