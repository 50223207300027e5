import SessionCore

/// What one node told its application: checks each event, and remembers for the end.
struct Witness {
    let number: Int
    private(set) var session: SessionDescription?
    /// The session that this one founded at its start, and when.
    private(set) var founded: (session: SessionID, time: Int64)?
    private(set) var link: LinkState?
    private(set) var endedSession: SessionID?
    /// Attachments whose bytes came.
    var loaded: Set<BlobID> = []
    /// By participant: who is said to be there.
    private(set) var present: [Bool] = []
    /// By session and author: which indices were delivered.
    private var delivered: [[Delivered]] = []
    /// By session: how many entries were delivered, and the canvas they make.
    private var deliveredCounts: [Int] = []
    private var pictures: [Picture] = []
    /// Sessions with an application's entry.
    private(set) var written: Set<Int> = []
    /// By sender: its messages in the current session, and in those before.
    private var streams: [Stream] = []
    private var earlierStreams: [SessionID: [Stream]] = [:]
    /// By sender: the newest ephemeral count of each key.
    private var newest: [[UInt32: UInt32]] = []

    /// Which indices of one author were delivered: most near the beginning, a few anywhere.
    private struct Delivered {
        private var near: [Bool] = []
        private var far: Set<Int> = []
        private static let nearMax = 4_096

        func contains(_ index: Int) -> Bool {
            index < Self.nearMax ? index < near.count && near[index] : far.contains(index)
        }

        mutating func insert(_ index: Int) {
            guard index < Self.nearMax else {
                far.insert(index)
                return
            }
            while near.count <= index { near.append(false) }
            near[index] = true
        }
    }

    /// What came of one sender's messages.
    private struct Stream {
        /// The number of the last one of this session.
        var last = -1
        /// From `last` on nothing may be missing without a word.
        var isContinuous = false
    }

    init(number: Int) {
        self.number = number
    }

    mutating func makeRoom(peers: Int) {
        while present.count < peers {
            present.append(false)
            streams.append(Stream())
            newest.append([:])
        }
    }

    private mutating func makeRoom(place: Int) {
        while delivered.count <= place {
            delivered.append([])
            deliveredCounts.append(0)
            pictures.append(Picture())
        }
    }

    // MARK: - Sessions and people

    /// Whatever the session holds is told from here on, also to those who come back to it.
    mutating func entered(
        _ description: SessionDescription, in place: Int, _ cause: EntryCause, at time: Int64
    ) {
        if let session { earlierStreams[session.id] = streams }
        let earlier = earlierStreams[description.id]
        if cause == .founded { founded = (description.id, time) }
        session = description
        makeRoom(place: place)
        delivered[place] = []
        deliveredCounts[place] = 0
        pictures[place] = Picture()
        for sender in streams.indices {
            let last = earlier.flatMap { sender < $0.count ? $0[sender].last : nil }
            streams[sender] = Stream(last: last ?? -1)
        }
    }

    mutating func joined(_ peer: Int) -> Bool {
        guard !present[peer], peer != number else { return false }
        present[peer] = true
        return true
    }

    mutating func left(_ peer: Int) -> Bool {
        guard present[peer] else { return false }
        present[peer] = false
        streams[peer].isContinuous = false
        return true
    }

    mutating func introduced(_ author: ParticipantID, as person: PersonID, in place: Int) {
        makeRoom(place: place)
        pictures[place].introduce(author, as: person)
    }

    mutating func ended(_ session: SessionID) { endedSession = session }

    mutating func linked(_ state: LinkState) { link = state }

    // MARK: - Entries

    /// False if the entry was delivered before.
    mutating func received(_ entry: LogEntry, by author: Int, in place: Int) -> Bool {
        makeRoom(place: place)
        while delivered[place].count <= author { delivered[place].append(Delivered()) }
        let index = Int(entry.index)
        guard !delivered[place][author].contains(index) else { return false }
        delivered[place][author].insert(index)
        deliveredCounts[place] += 1
        if entry.channel != 0 { written.insert(place) }
        pictures[place].apply(entry)
        return true
    }

    func holds(_ index: Int, by author: Int, in place: Int) -> Bool {
        guard place < delivered.count, author < delivered[place].count else { return false }
        return delivered[place][author].contains(index)
    }

    func deliveredCount(in place: Int) -> Int {
        place < deliveredCounts.count ? deliveredCounts[place] : 0
    }

    func picture(in place: Int) -> Picture? {
        place < pictures.count ? pictures[place] : nil
    }

    // MARK: - Messages

    /// What is wrong with the delivery of a message, if anything is.
    mutating func received(message count: Int, by sender: Int, of all: [Ledger.Message])
        -> String?
    {
        let stream = streams[sender]
        guard count > stream.last else {
            return "message \(count) of p\(sender) at p\(number) after \(stream.last)"
        }
        let here = all[count].session
        if stream.isContinuous {
            for between in (stream.last + 1)..<count
            where all[between].session == here && all[between].isFor(number) {
                return "message \(between) of p\(sender) was passed over in silence at p\(number)"
            }
        }
        streams[sender] = Stream(last: count, isContinuous: true)
        return nil
    }

    mutating func lostMessages(of sender: Int) {
        streams[sender].isContinuous = false
    }

    /// A message that should have come after those that did.
    func missingMessage(of sender: Int, in session: SessionID, of all: [Ledger.Message]) -> Int? {
        let stream = streams[sender]
        guard stream.isContinuous, stream.last >= 0 else {
            return nil
        }
        return ((stream.last + 1)..<all.count).first {
            all[$0].session == session && all[$0].isFor(number)
        }
    }

    func hasReceived(message count: Int, by sender: Int) -> Bool {
        streams[sender].last >= count
    }

    // MARK: - Ephemerals

    /// False if something newer of this key was there already.
    mutating func received(ephemeral count: UInt32, key: UInt32, by sender: Int) -> Bool {
        if let former = newest[sender][key], former > count { return false }
        newest[sender][key] = count
        return true
    }
}
