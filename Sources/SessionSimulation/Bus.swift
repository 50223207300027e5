package import SessionCore

/// A few nodes on one wire, driven by steps: every datagram takes `delay`, some are lost.
package struct Bus {
    package var now = Instant(microseconds: 1_000_000)
    package var delay = Interval(microseconds: 200)
    /// Of a thousand datagrams so many are lost, for each receiver apart.
    package var lossPermille: UInt64 = 0
    /// Parts that hear each other; a node in none of them hears everybody.
    package var parts: [[Int]] = []
    package private(set) var nodes: [Node] = []
    package private(set) var events: [[Event]] = []
    /// What was sent: a multicast counts once.
    package private(set) var datagrams = 0
    package private(set) var bytesSent = 0
    /// Whether events are kept; those of much that happens take much room.
    package var keepsEvents = true
    private var silent: Set<Int> = []
    private var random: RandomSource
    private var flying = EventQueue<(to: Int, from: Int, bytes: [UInt8])>()

    package static let activity = Activity(identifier: "test", payload: [1, 2, 3])

    /// - Parameter seed: draws what is lost.
    package init(seed: UInt64 = 7) {
        random = RandomSource(seed: seed)
    }

    /// Adds a node, which starts at once.
    @discardableResult
    package mutating func addNode(
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
    package mutating func with<Result>(
        _ index: Int, _ command: (inout Node, Instant) throws -> Result
    )
        rethrows -> Result
    {
        defer { drain(index) }
        return try command(&nodes[index], now)
    }

    /// The node says nothing and hears nothing from now on.
    package mutating func kill(_ index: Int) {
        silent.insert(index)
    }

    package mutating func inject(_ bytes: [UInt8], into index: Int, from address: UInt64) {
        nodes[index].receive(bytes, from: PeerAddress(rawValue: address), at: now)
        drain(index)
    }

    /// Lets time pass.
    package mutating func run(for interval: Interval) {
        run(until: now + interval) { _ in false }
    }

    /// Lets time pass until a condition holds; false if the time is over before.
    @discardableResult
    package mutating func run(within interval: Interval, until condition: (Bus) -> Bool) -> Bool {
        run(until: now + interval, condition)
        return condition(self)
    }

    private mutating func run(until end: Instant, _ condition: (Bus) -> Bool) {
        while !condition(self) {
            let arrival = flying.nextTime.map(Instant.init)
            let timer = nodes.indices.compactMap { silent.contains($0) ? nil : nodes[$0].deadline }
                .min()
            guard let next = [arrival, timer].compactMap({ $0 }).min(), next <= end else { break }
            now = max(now, next)
            while let time = flying.nextTime, time <= now.microseconds,
                let (_, first) = flying.pop()
            {
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
            case .event(let event): if keepsEvents { events[index].append(event) }
            case .transmit(let bytes, .group):
                note(bytes)
                for other in nodes.indices where other != index { send(bytes, index, to: other) }
            case .transmit(let bytes, .peer(let address)):
                note(bytes)
                send(bytes, index, to: Int(address.rawValue))
            }
        }
    }

    private mutating func note(_ bytes: [UInt8]) {
        datagrams += 1
        bytesSent += bytes.count
    }

    private mutating func send(_ bytes: [UInt8], _ sender: Int, to receiver: Int) {
        guard nodes.indices.contains(receiver), !silent.contains(sender),
            random.next() % 1000 >= lossPermille, hears(receiver, sender)
        else { return }
        flying.push((receiver, sender, bytes), at: (now + delay).microseconds)
    }

    private func hears(_ receiver: Int, _ sender: Int) -> Bool {
        guard let part = parts.first(where: { $0.contains(receiver) }) else { return true }
        return part.contains(sender)
    }
}
