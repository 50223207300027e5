import SessionCore

extension Simulation {
    var hostilePeer: Peer? { peers.first(where: \.isHostile) }

    /// Lets the hostile say the next thing, to all or to one.
    mutating func letHostileSpeak() throws(Violation) {
        guard !hasHealed else { return }
        if hostile == nil { enrollHostile() }
        queue.push(.hostileSpeaks, at: now + generator.within(5_000...150_000))
        if let utterance = hostile?.speak(at: now) { utter(utterance) }
    }

    private mutating func enrollHostile() {
        let profile = Profile(
            person: PersonID(high: generator.next(), low: generator.next()), name: "Mallory",
            color: 1)
        // Of racers and founders the lowest id is preferred: be it this one.
        let id = ParticipantID(rawValue: 1 + generator.next() % 1_000)
        let peer = enroll(id, profile, at: PeerAddress(rawValue: 666))
        peer.status = .hostile
        peer.isHostile = true
        hostile = Hostile(id: id, profile: profile, using: &generator)
        trace.note(now, peer.number, 9, "starts, and means ill")
    }

    private mutating func utter(_ utterance: Hostile.Utterance) {
        guard let peer = hostilePeer else { return }
        if let (session, index, content) = utterance.written {
            let place = ledger.place(of: session)
            ledger.recordHostile(content, at: index, by: peer.number, in: place)
        }
        trace.note(
            now, peer.number, Trace.hash(utterance.bytes),
            "to all or one: \(DatagramText(utterance.bytes, in: Self.room))")
        // Its state moves nobody's truth: what it says of sessions is not noted.
        var outline = DatagramOutline(utterance.bytes)
        outline.forgetState()
        if generator.chance(8_000) {
            send(utterance.bytes, outline, from: peer, to: peers)
        } else if let victim = generator.pick(connected) {
            send(utterance.bytes, outline, from: peer, to: victim)
        }
    }

    mutating func listenInAsHostile(_ bytes: [UInt8]) {
        guard let datagram = try? Datagram(parsing: bytes, room: Self.room) else { return }
        hostile?.hear(datagram, at: now)
    }

    /// It dies, or leaves with a lie.
    mutating func silenceHostile() throws(Violation) {
        guard let peer = hostilePeer else { return }
        if generator.chance(5_000), let last = hostile?.bid() { utter(last) }
        depart(peer)
    }
}
