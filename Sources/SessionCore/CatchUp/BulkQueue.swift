/// What was asked for in bulk and has not been sent yet.
///
/// It waits as a decision, not as bytes, and goes out at a pace that leaves room for ink.
struct BulkQueue: Sendable {
    /// For one participant each, by unicast.
    var single = OrderedMap<ParticipantID, Serving>()
    /// For all, where several ask.
    var group: Serving?
    /// What all were sent since the last parities, and those that are still to be sent.
    var sources: ParityEncoder?
    var parities: [Parity] = []
    var pace: TokenBucket
    var groupPace: TokenBucket
    /// Who asked of late, and when last.
    private var askers = OrderedMap<ParticipantID, Instant>()

    /// What one asker is still to get.
    struct Serving: Sendable {
        /// Who asked last; chunks name them.
        var asker: ParticipantID
        var session: SessionID
        var entries = OrderedMap<ParticipantID, RunList>()
        var pieces = OrderedMap<BlobID, RunList>()
        /// Datagrams that may still be sent for what was asked.
        var chunksLeft: Int

        var isEmpty: Bool { (entries.isEmpty && pieces.isEmpty) || chunksLeft <= 0 }
    }

    struct Parity: Sendable {
        var session: SessionID
        var frame: ParityFrame
    }

    init(depth: Int64, at now: Instant) {
        pace = TokenBucket(depth: depth, at: now)
        groupPace = TokenBucket(depth: depth, at: now)
    }

    var isEmpty: Bool { single.isEmpty && !hasShared }
    var hasShared: Bool { group != nil || !parities.isEmpty }

    /// Notes who asks; how many others asked a moment ago.
    mutating func noteAsker(
        _ asker: ParticipantID, within interval: Interval, at now: Instant
    ) -> Int {
        askers[asker] = now
        for index in askers.indices.reversed() where now - askers.values[index] > interval {
            askers.remove(at: index)
        }
        return askers.count - 1
    }

    /// Changes what an asker, or everybody, is to get; one asker is served from one session at a
    /// time.
    mutating func serve(
        _ asker: ParticipantID, in session: SessionID, forAll: Bool, chunksMax: Int,
        _ change: (inout Serving) -> Void
    ) {
        let isForAll = forAll && group.map { $0.session == session } ?? true
        var serving = isForAll ? group : single[asker]
        if serving?.session != session { serving = nil }
        var changed = serving ?? Serving(asker: asker, session: session, chunksLeft: 0)
        changed.asker = asker
        changed.chunksLeft = chunksMax
        change(&changed)
        let kept = changed.isEmpty ? nil : changed
        if isForAll { group = kept } else { single[asker] = kept }
    }

    /// Entries are sent to all; false if no parity can make up for their loss.
    mutating func addSource(_ runs: [ChunkRun], in session: SessionID) -> Bool {
        if sources?.session != session { closeSources() }
        var encoder = sources ?? ParityEncoder(session: session)
        if !encoder.add(runs) {
            closeSources()
            encoder = ParityEncoder(session: session)
            guard encoder.add(runs) else { return false }
        }
        sources = encoder
        if encoder.isFull { closeSources() }
        return true
    }

    /// What all were sent so far is to be followed by its parities.
    mutating func closeSources() {
        guard let sources else { return }
        parities += sources.parities.map { Parity(session: sources.session, frame: $0) }
        self.sources = nil
    }

    /// Somebody was heard sending entries to all.
    mutating func forget(_ runs: [ChunkRun], in session: SessionID) {
        guard var serving = group, serving.session == session else { return }
        for run in runs {
            guard let place = serving.entries.index(of: run.origin) else { continue }
            serving.entries.values[place].remove(run.indices)
            if serving.entries.values[place].isEmpty { serving.entries.remove(at: place) }
        }
        group = serving.isEmpty ? nil : serving
    }

    /// Somebody was heard sending a piece to all.
    mutating func forget(_ index: UInt32, of blob: BlobID) {
        guard var serving = group, let place = serving.pieces.index(of: blob) else { return }
        serving.pieces.values[place].remove(index)
        if serving.pieces.values[place].isEmpty { serving.pieces.remove(at: place) }
        group = serving.isEmpty ? nil : serving
    }
}
