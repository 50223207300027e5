import SessionCore

extension Simulation {
    /// Adds an attachment, or now and then removes one.
    mutating func attach(_ peer: Peer) throws(Violation) {
        let time = peer.clock.reading(at: now)
        let session = peer.node.session.id
        if generator.chance(2_000), let some = generator.pick(peer.node.attachments(of: session)) {
            trace.note(now, peer.number, 14, "removes an attachment")
            do throws(SessionError) {
                try peer.node.detach(some.entry, at: time)
            } catch {
                guard error == .sessionFull else {
                    throw violation(.delivered, "p\(peer.number) may not remove: \(error)")
                }
            }
            return try drain(peer)
        }
        let isLong = generator.chance(1_000)
        let bytes = generator.bytes(generator.below(isLong ? 40_000 : 3_000))
        let blob = BlobID(of: bytes)
        trace.note(now, peer.number, UInt64(bytes.count), "attaches \(bytes.count) B")
        do throws(SessionError) {
            _ = try peer.node.attach(
                bytes, as: blob, metadata: generator.bytes(generator.below(40)), at: time)
            ledger.attached[blob] = bytes
        } catch {
            guard error == .sessionFull else {
                throw violation(.delivered, "p\(peer.number) may not attach: \(error)")
            }
        }
        try drain(peer)
    }

    /// Loads one of the session's attachments.
    mutating func loadSomething(_ peer: Peer) throws(Violation) {
        let all = peer.node.attachments(of: peer.node.session.id)
        guard let some = generator.pick(all) else { return }
        try load(some, at: peer)
    }

    /// Loads an attachment that somebody holds, so that it must come.
    mutating func loadWhatIsHeld(_ peer: Peer) throws(Violation) {
        let held = peer.node.attachments(of: peer.node.session.id).filter { attachment in
            connected.contains { $0.node.holds(attachment) }
        }
        guard let some = generator.pick(held) else { return }
        finalLoads[peer.number] = some.blob
        try load(some, at: peer)
    }

    /// Whatever was lost on the way, it has come.
    func checkLoads() throws(Violation) {
        for peer in connected {
            guard let blob = finalLoads[peer.number], !peer.witness.loaded.contains(blob) else {
                continue
            }
            throw violation(.delivered, "an attachment that somebody holds, to p\(peer.number)")
        }
    }

    private mutating func load(_ attachment: Attachment, at peer: Peer) throws(Violation) {
        trace.note(now, peer.number, UInt64(attachment.size), "loads \(attachment.size) B")
        peer.node.load(attachment.blob, at: peer.clock.reading(at: now))
        try drain(peer)
    }
}
