extension Node {
    /// When `advance(to:)` wants to be called, whatever else happens.
    package var deadline: Instant? {
        var earliest: Instant?
        func consider(_ instant: Instant?) {
            guard let instant else { return }
            earliest = earliest.map { min($0, instant) } ?? instant
        }
        switch phase {
        case .idle, .left: return nil
        case .leaving(_, let due): return due
        case .listening(let sent, let until, _):
            let times = configuration.helloTimes
            consider(sent < times.count ? startedAt + times[sent] : nil)
            consider(until)
        case .settled:
            consider(heartbeat.due)
        }
        consider(sendDeadline)
        consider(pendingMove?.due)
        for offer in offers.values { consider(offer.due) }
        for place in blobs.indices {
            consider(blobs.values[place].pull?.stallsAt)
            consider(blobs.values[place].repairs.nextDue)
        }
        if !roster.peers.isEmpty { consider(roster.census.watchDue) }
        // By index, since this is asked after every datagram, and an iterator copies what it gives.
        for position in replicas.indices {
            consider(replicas.values[position].nextDue)
            consider(replicas.values[position].catchUp.deadline)
        }
        return earliest
    }

    /// Lets time pass: does what fell due.
    package mutating func advance(to now: Instant) {
        pass(to: now)
        switch phase {
        case .idle, .left: return
        case .leaving:
            sayGoodbye()
            return
        case .listening: listen()
        case .settled: beat()
        }
        watchPeers()
        fireHoles()
        fireRepairs()
        fireBlobRepairs()
        resumeBlobs()
        forgetBlobs()
        fireOffers()
        advanceCatchUp()
        reconsiderMove()
        updateLink()
    }

    /// The machine slept, or this process was not run for long: nobody is dead, ask anew.
    ///
    /// Drain the sockets first, then call this instead of `advance(to:)`.
    package mutating func wake(at now: Instant) {
        guard !configuration.defects.contains(.noWaking) else { return advance(to: now) }
        pass(to: now)
        roster.wake(at: self.now)
        guard case .settled = phase else { return }
        hurryHeartbeat(within: .zero)
        requestHello()
    }
}

extension Peer {
    mutating func refreshSightings(at now: Instant) {
        guard !sessions.isEmpty else { return }
        sessions[0].at = now
    }
}
