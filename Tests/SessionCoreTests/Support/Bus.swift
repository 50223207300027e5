import SessionCore

/// A few nodes on one wire, driven by steps: every datagram takes `delay`, some are lost.
struct Bus {
    var now = Instant(microseconds: 1_000_000)
    var delay = Interval(microseconds: 200)
    /// Of a thousand datagrams so many are lost, for each receiver apart.
    var lossPermille: UInt64 = 0
    /// Parts that hear each other; a node in none of them hears everybody.
    var parts: [[Int]] = []
    private(set) var nodes: [Node] = []
    private(set) var events: [[Event]] = []
    private(set) var datagrams = 0
    private var silent: Set<Int> = []
    private var random: RandomSource
    private var flying: [(at: Instant, to: Int, from: Int, bytes: [UInt8])] = []

    static let activity = Activity(identifier: "test", payload: [1, 2, 3])

    /// - Parameter seed: draws what is lost.
    init(seed: UInt64 = 7) {
        random = RandomSource(seed: seed)
    }

    /// Adds a node, which starts at once.
    @discardableResult
    mutating func addNode(
        _ name: String = "Ana", id: UInt64? = nil, configuration: Configuration = Configuration(),
        room: String = "lobby"
    ) -> Int {
        let index = nodes.count
        let id = ParticipantID(rawValue: id ?? UInt64(index + 1) * 1000)
        nodes.append(
            Node(
                id: id,
                profile: Profile(
                    person: PersonID(high: 1, low: id.rawValue), name: name, color: 3),
                room: room, activity: Self.activity, seed: id.rawValue,
                configuration: configuration, at: now))
        events.append([])
        nodes[index].start(at: now)
        drain(index)
        return index
    }

    /// Gives a node a command, and sends what follows from it.
    mutating func with<Result>(_ index: Int, _ command: (inout Node, Instant) throws -> Result)
        rethrows -> Result
    {
        defer { drain(index) }
        return try command(&nodes[index], now)
    }

    /// The node says nothing and hears nothing from now on.
    mutating func kill(_ index: Int) {
        silent.insert(index)
    }

    mutating func inject(_ bytes: [UInt8], into index: Int, from address: UInt64) {
        nodes[index].receive(bytes, from: PeerAddress(rawValue: address), at: now)
        drain(index)
    }

    /// Lets time pass.
    mutating func run(for interval: Interval) {
        run(until: now + interval) { _ in false }
    }

    /// Lets time pass until a condition holds; false if the time is over before.
    @discardableResult
    mutating func run(within interval: Interval, until condition: (Bus) -> Bool) -> Bool {
        run(until: now + interval, condition)
        return condition(self)
    }

    private mutating func run(until end: Instant, _ condition: (Bus) -> Bool) {
        while !condition(self) {
            let arrival = flying.first?.at
            let timer = nodes.indices.compactMap { silent.contains($0) ? nil : nodes[$0].deadline }
                .min()
            guard let next = [arrival, timer].compactMap({ $0 }).min(), next <= end else { break }
            now = max(now, next)
            while let first = flying.first, first.at <= now {
                flying.removeFirst()
                guard !silent.contains(first.to) else { continue }
                nodes[first.to].receive(
                    first.bytes, from: PeerAddress(rawValue: UInt64(first.from)), at: now)
                drain(first.to)
            }
            for index in nodes.indices where !silent.contains(index) {
                guard let deadline = nodes[index].deadline, deadline <= now else { continue }
                nodes[index].advance(to: now)
                drain(index)
            }
        }
        if !condition(self) { now = max(now, end) }
    }

    private mutating func drain(_ index: Int) {
        while let output = nodes[index].nextOutput() {
            switch output {
            case .event(let event): events[index].append(event)
            case .transmit(let bytes, .group):
                datagrams += 1
                for other in nodes.indices where other != index { send(bytes, index, to: other) }
            case .transmit(let bytes, .peer(let address)):
                datagrams += 1
                send(bytes, index, to: Int(address.rawValue))
            }
        }
    }

    private mutating func send(_ bytes: [UInt8], _ sender: Int, to receiver: Int) {
        guard nodes.indices.contains(receiver), !silent.contains(sender),
            random.next() % 1000 >= lossPermille, hears(receiver, sender)
        else { return }
        flying.append((now + delay, receiver, sender, bytes))
    }

    private func hears(_ receiver: Int, _ sender: Int) -> Bool {
        guard let part = parts.first(where: { $0.contains(receiver) }) else { return true }
        return part.contains(sender)
    }
}

extension Bus {
    /// The application's bodies of a session that a node was told of, in the order of arrival.
    func bodies(at index: Int, in session: SessionID? = nil) -> [[UInt8]] {
        let session = session ?? nodes[index].session.id
        return events[index].compactMap { event in
            guard case .entry(session, let entry) = event, entry.channel > 0 else { return nil }
            return entry.body
        }
    }

    func messages(at index: Int) -> [[UInt8]] {
        events[index].compactMap { event in
            guard case .message(_, _, let body) = event else { return nil }
            return body
        }
    }

    func lostMessages(at index: Int) -> [Int] {
        events[index].compactMap { event in
            guard case .messagesLost(_, let count) = event else { return nil }
            return count
        }
    }

    var haveEqualLogs: Bool {
        Set(nodes.map(\.session.id)).count == 1 && Set(nodes.map(\.logDigest)).count == 1
    }
}
