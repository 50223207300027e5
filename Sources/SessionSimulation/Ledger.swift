import SessionCore

/// The truth of a run: who is who, and what each author wrote and said.
struct Ledger {
    struct Message {
        var session: SessionID
        var body: [UInt8]
        /// Whom it is for; empty for everybody.
        var recipients: [Int] = []

        func isFor(_ number: Int) -> Bool {
            recipients.isEmpty || recipients.contains(number)
        }
    }

    struct Carried {
        var author: Int
        /// The session it moved to.
        var place: Int
        var body: [UInt8]
    }

    /// Authors by participant number: what they wrote in one session, by index.
    private(set) var entries: [[[LogEntry]]] = []
    /// When they wrote it, likewise.
    private var times: [[[Int64]]] = []
    /// What has to come along to another session.
    private(set) var carried: [Carried] = []
    private(set) var messages: [[Message]] = []
    /// What each showed of themselves, the newest last.
    private var profiles: [[Profile]] = []
    /// By session: what the hostile wrote, by index, which may be anywhere.
    private var hostileEntries: [[UInt32: Hostile.Written]] = []
    private var hostileNumber = -1
    /// By session: what somebody set its activity to.
    private var activities: [SessionID: Set<[UInt8]>] = [:]
    /// What somebody attached to a session, whichever.
    var attached: [BlobID: [UInt8]] = [:]
    private var numbers: [ParticipantID: Int] = [:]
    private var sessions: [SessionID: Int] = [:]
    /// Where and when each author's application appended a body.
    private var appended: [[[UInt8]: [(place: Int, time: Int64)]]] = []
    private(set) var entryCount = 0
    var messageCount: Int { messages.reduce(0) { $0 + $1.count } }

    mutating func register(_ id: ParticipantID, _ profile: Profile) {
        numbers[id] = profiles.count
        profiles.append([profile])
        messages.append([])
        appended.append([:])
        for session in entries.indices {
            entries[session].append([])
            times[session].append([])
        }
    }

    mutating func setActivity(_ payload: [UInt8], of session: SessionID) {
        activities[session, default: []].insert(payload)
    }

    func hasActivity(_ payload: [UInt8], of session: SessionID) -> Bool {
        activities[session]?.contains(payload) ?? false
    }

    func hasActivity(of session: SessionID) -> Bool { activities[session] != nil }

    func profile(of number: Int) -> Profile {
        profiles[number][profiles[number].count - 1]
    }

    mutating func change(_ profile: Profile, of number: Int) {
        profiles[number].append(profile)
    }

    func hasShown(_ profile: Profile, _ number: Int) -> Bool {
        profiles[number].contains(profile)
    }

    func number(of id: ParticipantID) -> Int? { numbers[id] }

    /// Sessions are numbered in the order in which they were first heard of.
    mutating func place(of session: SessionID) -> Int {
        if let place = sessions[session] { return place }
        sessions[session] = entries.count
        entries.append([[LogEntry]](repeating: [], count: profiles.count))
        times.append([[Int64]](repeating: [], count: profiles.count))
        hostileEntries.append([:])
        return entries.count - 1
    }

    /// Every session there ever was, with its number.
    var sessionsInOrder: [(session: SessionID, place: Int)] {
        sessions.sorted { $0.value < $1.value }.map { ($0.key, $0.value) }
    }

    func knownPlace(of session: SessionID) -> Int? { sessions[session] }

    mutating func willAppend(_ body: [UInt8], by author: Int, in place: Int, at time: Int64) {
        appended[author][body, default: []].append((place, time))
    }

    /// What an author's own node says it wrote is the truth, if it is the author's: appended in
    /// this session, or carried there from the first seconds of a session that it founded.
    mutating func record(
        _ entry: LogEntry, by author: Int, in place: Int, at time: Int64,
        founded: (place: Int, until: Int64)?
    ) -> Bool {
        if holds(entry, by: author, in: place) { return true }
        guard entry.index == entries[place][author].count else { return false }
        if entry.channel != 0 {
            let known = appended[author][entry.body] ?? []
            let here = known.reduce(0) { $1.place == place ? $0 + 1 : $0 }
            let carried = known.reduce(0) {
                $1.place == founded?.place && $1.time < (founded?.until ?? 0) ? $0 + 1 : $0
            }
            let copies = entries[place][author].reduce(0) { $1.body == entry.body ? $0 + 1 : $0 }
            guard copies < here + (founded?.place == place ? 0 : carried) else { return false }
        }
        entries[place][author].append(entry)
        times[place][author].append(time)
        entryCount += 1
        return true
    }

    func holds(_ entry: LogEntry, by author: Int, in place: Int) -> Bool {
        if author == hostileNumber {
            return hostileEntries[place][entry.index]
                == Hostile.Written(
                    channel: entry.channel, milliseconds: entry.milliseconds, body: entry.body)
        }
        let log = entries[place][author]
        guard let index = Int(exactly: entry.index), index < log.count else { return false }
        return log[index] == entry
    }

    mutating func recordHostile(
        _ content: Hostile.Written, at index: UInt32, by number: Int, in place: Int
    ) {
        hostileNumber = number
        hostileEntries[place][index] = content
    }

    /// Where the hostile's entries of a session are.
    func hostileIndices(in place: Int) -> [Int] {
        hostileEntries[place].keys.map(Int.init).sorted()
    }

    /// A founder moves to strangers: what it drew before `end` has to come along.
    mutating func expectCarrying(by author: Int, from: Int, to: Int, before end: Int64) {
        for (entry, time) in zip(entries[from][author], times[from][author])
        where time < end && entry.channel != 0 {
            carried.append(Carried(author: author, place: to, body: entry.body))
        }
    }

    mutating func say(_ message: Message, by sender: Int) {
        messages[sender].append(message)
    }
}
