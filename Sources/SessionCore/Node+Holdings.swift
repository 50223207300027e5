/// What a node keeps in memory, for those who check that it stays within bounds.
package struct Holdings: Sendable {
    /// One author's log of one session.
    package struct Log: Sendable {
        package var session: SessionID
        package var origin: ParticipantID
        /// All below is held.
        package var contiguous: UInt32
        /// Entries held, those behind a hole included.
        package var count: Int
        /// Entries asked for, or to be asked for.
        package var holes: Int
    }

    /// By session, then by origin.
    package var logs: [Log] = []
    package var sessions = 0
    package var peers = 0
    /// Of the messages of one sender, where they are most.
    package var messageBytes = 0

    package init() {}
}

extension Node {
    /// What the node keeps at this moment.
    package var holdings: Holdings {
        var holdings = Holdings()
        holdings.sessions = replicas.count
        holdings.peers = roster.peers.count
        for position in replicas.indices {
            let replica = replicas.values[position]
            for index in replica.logs.indices {
                let log = replica.logs.values[index]
                holdings.logs.append(
                    Holdings.Log(
                        session: replicas.keys[position], origin: replica.logs.keys[index],
                        contiguous: log.store.contiguous, count: log.store.count,
                        holes: log.holes.count))
            }
            for stream in replica.messages.values {
                holdings.messageBytes = max(holdings.messageBytes, stream.store.byteCount)
            }
        }
        return holdings
    }

    /// The session is the current one, or an earlier one that is still kept.
    package func keeps(_ session: SessionID) -> Bool { replicas.index(of: session) != nil }
}
