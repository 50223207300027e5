import Glibc
import Rooms

/// What a process of the network does: for each line that it is told, something, and an answer.
struct Worker {
    static let argument = "--worker"

    private var members: [Member] = []

    mutating func run() throws {
        answer("ready")
        while let line = readLine() {
            let words = line.split(separator: " ")
            let numbers = words.dropFirst().map { Double($0) ?? 0 }
            switch words.first {
            case "join":
                members = try (0..<Int(numbers[1])).map { try Member("\(words[1])", number: $0) }
                answer("joined")
            case "meet": answer(meet(Int(numbers[0])) ? "met" : "alone")
            case "send": answer("sent", try send(Schedule(numbers)))
            case "append": answer("appended", try append(Schedule(numbers)))
            case "messages", "entries":
                let isLog = words.first == "entries"
                answer(arrivals(isLog, count: Int(numbers[0]), until: numbers[1]))
            case "forget":
                for member in members { member.forget() }
                answer("forgotten")
            case "ink": answer(try draw(points: Int(numbers[0]), seed: Int(numbers[1])))
            case "attach": answer(try attach(bytes: Int(numbers[0])))
            case "load": answer(try load(bytes: Int(numbers[0]), until: numbers[1]))
            case "inked": answer(inked(Int(numbers[0]), until: numbers[1]))
            case "counts": answer(try counts())
            case "given": answer(try given())
            case "ping":
                answer("pinged", try Ping(at: words[1]).send(Schedule(numbers.dropFirst())))
            case "listen": answer(try Ping(at: words[1]).listen())
            case "stop": answer("stopped")
            case "leave":
                members = []
                answer("left")
            default: answer("what?")
            }
        }
    }

    private func answer(_ words: Any...) {
        print(words.map { "\($0)" }.joined(separator: " "))
        fflush(nil)
    }

    private func meet(_ people: Int) -> Bool {
        wait(until: Stopwatch.now + 20_000) { members.allSatisfy { $0.isTogether(people) } }
    }

    /// Whether a condition holds in time.
    private func wait(until end: Double, _ condition: () throws -> Bool) rethrows -> Bool {
        while try !condition() {
            guard Stopwatch.now < end else { return false }
            poll(nil, 0, 10)
        }
        return true
    }

    /// Sends messages; how often a full mailbox made it wait.
    private func send(_ schedule: Schedule) throws -> Int {
        var waits = 0
        for body in schedule {
            waits += try insist { connection throws(GroupSessionError) in
                try connection.send(body, channel: 1)
            }
        }
        return waits
    }

    /// Asks the first member for something until there is room; how often there was none.
    private func insist(
        _ request: (RoomConnection) throws(GroupSessionError) -> Void
    ) throws(GroupSessionError) -> Int {
        var waits = 0
        while true {
            do throws(GroupSessionError) {
                try request(members[0].connection)
                return waits
            } catch {
                guard error == .tooManyRequests else { throw error }
                waits += 1
                poll(nil, 0, 1)
            }
        }
    }

    /// Draws as somebody else would in much more time; how many entries and bytes that made.
    private func draw(points: Int, seed: Int) throws -> String {
        guard let session = members[0].session else { return "0 0" }
        var hand = Hand(seed: seed)
        let bodies = hand.draw(points: points)
        for body in bodies {
            _ = try insist { connection throws(GroupSessionError) in
                try connection.append(body, channel: Hand.channel, to: session)
            }
        }
        return "\(bodies.count) \(bodies.reduce(0) { $0 + $1.count })"
    }

    /// Waits until everybody here holds so much drawn ink, and gives of the first when it entered
    /// and when the last came, and how much it holds.
    private func inked(_ entries: Int, until end: Double) -> String {
        _ = wait(until: end) { members.allSatisfy { $0.ink.entries >= entries } }
        let ink = members[0].ink
        let least = members.map(\.ink.entries).min() ?? 0
        return "\(ink.enteredAt) \(ink.last) \(least) \(ink.bytes)"
    }

    private static func picture(_ count: Int) -> [UInt8] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    /// Adds an attachment of so many bytes.
    private func attach(bytes: Int) throws -> String {
        guard let session = members[0].session else { return "nowhere" }
        let picture = Self.picture(bytes)
        let content = RoomContentID(of: picture)
        try members[0].connection.request { loop in
            _ = loop.attach(picture, as: content, metadata: [], to: session)
        }
        return "attached"
    }

    /// Loads the attachment of so many bytes; when it was asked for and when it was there.
    private func load(bytes: Int, until end: Double) throws -> String {
        let picture = Self.picture(bytes)
        let content = RoomContentID(of: picture)
        let start = Stopwatch.now
        try members[0].connection.request { loop in loop.load(content) }
        _ = wait(until: end) { members[0].loaded != nil }
        guard let loaded = members[0].loaded, loaded.bytes == picture else { return "not loaded" }
        return "\(start) \(loaded.at)"
    }

    private func append(_ schedule: Schedule) throws -> Int {
        guard let session = members[0].session else { return 0 }
        for body in schedule { try members[0].connection.append(body, channel: 1, to: session) }
        return 0
    }

    /// Waits until so much has come to everybody here, and gives of each `Arrivals.line`.
    private func arrivals(_ isLog: Bool, count: Int, until end: Double) -> String {
        _ = wait(until: end) {
            members.allSatisfy { $0.arrivals(isLog: isLog).latencies.count >= count }
        }
        return members.map { $0.arrivals(isLog: isLog).line }.joined(separator: " / ")
    }

    /// Requests and repairs of all here.
    private func counts() throws -> String {
        let all = try statuses()
        let sums = [all.map(\.nacksSent), all.map(\.entriesRepaired), all.map(\.datagramsSent)]
        return sums.map { "\($0.reduce(0, +))" }.joined(separator: " ")
    }

    /// Chunks that each here has sent.
    private func given() throws -> String {
        try statuses().map { "\($0.chunksSent)" }.joined(separator: " ")
    }

    private func statuses() throws -> [RoomStatus] {
        for member in members { try member.connection.requestStatus() }
        guard wait(until: Stopwatch.now + 5000, { members.allSatisfy { $0.status != nil } })
        else { return [] }
        return members.compactMap { $0.takeStatus() }
    }
}
