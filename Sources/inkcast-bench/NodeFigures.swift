import SessionCore

/// What an entry and a datagram cost the session thread, at most 20,000 entries on.
enum NodeFigures {
    private static let entries = 20_000
    private static let body = [UInt8](repeating: 7, count: 100)

    static func measure() throws -> [Figure] {
        var figures = try deliver()
        figures.append(try parse())
        return figures
    }

    private static func parse() throws -> Figure {
        let room = Room(name: "bench")
        let entry = SequencedEntry(
            stream: .log, index: 7, envelope: [UInt8](repeating: 7, count: 110))
        let datagram = Datagram(
            sender: ParticipantID(rawValue: 1), counter: 1,
            frames: [.scope(SessionID(rawValue: 1))] + Array(repeating: .entry(entry), count: 8))
        let bytes = datagram.encoded(for: room)
        let count = 20_000
        var frames = 0
        let time = try Stopwatch.time {
            for _ in 0..<count { frames += try Datagram(parsing: bytes, room: room).frames.count }
        }
        precondition(frames == 9 * count)
        return Figure("node: parse a datagram of 8 entries", time * 1000 / Double(count), "µs")
    }

    /// Company in one room; one of them draws, and each hears everybody.
    private static func deliver() throws -> [Figure] {
        try [2, 8, 32].flatMap { people in
            var company = Company(people)
            company.run(for: 3_000)
            precondition(company.isTogether, "the nodes have not met")
            let first = try company.draw(entries / 20, body)
            for _ in 0..<18 { _ = try company.draw(entries / 20, body) }
            let last = try company.draw(entries / 20, body)
            return [
                Figure("node: receive an entry, \(people) people, the first 1,000", first, "µs"),
                Figure("node: receive an entry, \(people) people, the last of 20,000", last, "µs"),
            ]
        }
    }
}

/// Nodes on a perfect wire, on a clock of their own.
private struct Company {
    private var nodes: [Node] = []
    private var now = Instant(microseconds: 0)
    private var wire: [(bytes: [UInt8], from: Int, to: Destination)] = []
    /// Milliseconds that node 1 has spent on datagrams, and on its deadline after each.
    private var spent = 0.0
    private var delivered = 0

    init(_ count: Int) {
        let activity = Activity(identifier: "bench", payload: [])
        for number in 0..<count {
            let id = UInt64(number) + 1
            let person = PersonID(high: 0, low: id)
            nodes.append(
                Node(
                    id: ParticipantID(rawValue: id),
                    profile: Profile(person: person, name: "P\(id)", color: 1), room: "bench",
                    activity: activity, seed: id, at: now))
        }
        for number in nodes.indices {
            nodes[number].start(at: now)
            collect(number)
        }
    }

    var isTogether: Bool { nodes.allSatisfy { $0.participants.count == nodes.count - 1 } }

    /// Draws so many entries, each by the next in turn; the microseconds that each cost node 1.
    mutating func draw(_ count: Int, _ body: [UInt8]) throws -> Double {
        (spent, delivered) = (0, 0)
        for number in 0..<count {
            let author = number % nodes.count
            _ = try nodes[author].append(body, channel: 1, at: now)
            collect(author)
            run(for: 2)
        }
        run(for: 200)
        return spent * 1000 / Double(max(delivered, 1))
    }

    /// Lets so many milliseconds pass.
    mutating func run(for milliseconds: Int64) {
        for _ in 0..<milliseconds {
            now = now + .milliseconds(1)
            for number in nodes.indices {
                guard let due = nodes[number].deadline, due <= now else { continue }
                nodes[number].advance(to: now)
                collect(number)
            }
            deliver()
        }
    }

    private mutating func deliver() {
        while !wire.isEmpty {
            let datagrams = wire
            wire = []
            for datagram in datagrams {
                for number in nodes.indices where number != datagram.from {
                    if case .peer(let address) = datagram.to, address.rawValue != number + 1 {
                        continue
                    }
                    hand(datagram.bytes, from: datagram.from, to: number)
                }
            }
        }
    }

    private mutating func hand(_ bytes: [UInt8], from sender: Int, to number: Int) {
        let start = number == 1 ? Stopwatch.processorTime : 0
        nodes[number].receive(
            bytes, from: PeerAddress(rawValue: UInt64(sender) + 1), at: now)
        collect(number)
        _ = nodes[number].deadline
        if number == 1 { spent += Stopwatch.processorTime - start }
    }

    private mutating func collect(_ number: Int) {
        while let output = nodes[number].nextOutput() {
            switch output {
            case .transmit(let bytes, let destination): wire.append((bytes, number, destination))
            case .event(.entry(_, let entry)):
                if number == 1, entry.origin != nodes[1].id { delivered += 1 }
            case .event: break
            }
        }
    }
}
