/// What the application is told again of a session that the node comes back to: read as it is
/// taken, for it may be much.
struct Retelling: Sendable {
    private let session: SessionID
    /// So many outputs come before it.
    let place: Int
    /// As they were then: what comes later is told as new.
    private let logs: OrderedMap<ParticipantID, OriginStream>
    private var position = 0
    private var index: UInt32 = 0
    /// Its author has just been told.
    private var introduced: LogEntry?

    init(of replica: Replica, after place: Int) {
        session = replica.id
        logs = replica.logs
        self.place = place
    }

    /// The next event; nil after the last.
    mutating func next() -> Event? {
        if let entry = introduced {
            introduced = nil
            return .entry(session, entry)
        }
        while position < logs.count {
            let origin = logs.keys[position]
            guard index < logs.values[position].store.end else {
                position += 1
                index = 0
                continue
            }
            defer { index += 1 }
            guard let envelope = logs.values[position].store[index],
                let entry = LogEntry(envelope, from: origin, at: index)
            else { continue }
            guard entry.channel == 0, case .author(let profile)? = ControlEntry(parsing: entry.body)
            else { return .entry(session, entry) }
            introduced = entry
            return .author(session, origin, profile.trimmed)
        }
        return nil
    }
}

extension Node {
    /// Tells the application again what the current session holds.
    mutating func retell() {
        retellings.append(Retelling(of: replica, after: outputs.count))
    }

    /// The next event that is told again, where it is its turn.
    mutating func nextRetold() -> Event? {
        while let first = retellings.first, first.place == outputsTaken {
            if let event = retellings[0].next() { return event }
            retellings.removeFirst()
        }
        return nil
    }
}
