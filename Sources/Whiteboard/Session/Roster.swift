package import InkCanvas
package import TerminalUI

/// Who is in the session, under which name, and where they point.
package struct Roster {
    /// Somebody in the session.
    package struct Participant {
        package let id: AuthorID
        package var person: Person
        /// The name, made safe to show; empty if they gave none.
        package var name: DisplayText
        package var cursor: Cursor?
        /// What they look at.
        var view: ViewMessage?
        /// How often they have brought everyone.
        var summons: UInt32 = 0

        /// They are typing somewhere in there.
        func isTyping(within box: DotRectangle) -> Bool {
            guard let cursor, cursor.activity == .typing else { return false }
            return box.contains(DotRectangle(cursor.position))
        }
    }

    package struct Cursor: Hashable, Sendable {
        package var position: Dot
        package var activity: CursorMessage.Activity
        package var expiry: Milliseconds
    }

    /// Everybody but oneself, in the order of their ids, which is the same for everybody.
    package private(set) var others: [Participant] = []
    package private(set) var me: Participant
    /// The one who was lost last, and when; nobody who is here again.
    package private(set) var lost: (person: PersonID, name: String, at: Milliseconds)?

    private let columns: @Sendable (Unicode.Scalar) -> Int
    /// When what is told of a loss changes.
    private var nextLostSecond: Milliseconds?
    private var markers: [AuthorID: Marker] = [:]
    private var departed: [AuthorID: DisplayText] = [:]
    /// How many names of people who have left are remembered.
    private static let departedMax = 1024

    init(
        me: AuthorID, _ person: Person, _ columns: @escaping @Sendable (Unicode.Scalar) -> Int
    ) {
        self.me = Participant(
            id: me, person: person, name: DisplayText(name: person.name, columns))
        self.columns = columns
        assignMarker(to: me, person)
    }

    /// How many are here, oneself included.
    package var count: Int { others.count + 1 }

    package func contains(_ id: AuthorID) -> Bool {
        id == me.id || others.contains { $0.id == id }
    }

    /// Who somebody is, unless they have left.
    func person(of id: AuthorID) -> Person? {
        (others + [me]).first { $0.id == id }?.person
    }

    /// What somebody is called; the second of two equal names gets a number.
    package func displayName(of id: AuthorID) -> String {
        let everybody = (others + [me]).sorted { $0.id < $1.id }
        guard let somebody = everybody.first(where: { $0.id == id }) else {
            return departed[id].map(plain) ?? "somebody"
        }
        let namesakes = everybody.filter { $0.name == somebody.name }
        let place = namesakes.firstIndex { $0.id == id } ?? 0
        return place == 0 ? plain(somebody.name) : "\(plain(somebody.name)) \(place + 1)"
    }

    private func plain(_ name: DisplayText) -> String {
        name.columns == 0 ? "somebody" : name.string
    }

    /// A sign, so that people of one colour differ in it: nearly always the same for everybody.
    package func marker(of id: AuthorID) -> Marker { markers[id] ?? Marker(of: id.rawValue &- 1) }

    /// Somebody takes the sign that the id prefers, or the next that is free, and keeps it; where none
    /// is free, one that nobody of the same colour has.
    private mutating func assignMarker(to id: AuthorID, _ person: Person) {
        let preferred = Marker(of: id.rawValue &- 1)
        let round = sequence(first: preferred, next: \.next).prefix(Marker.allCases.count)
        let everybody = (others + [me]).filter { $0.id != id }
        let taken = Set(everybody.compactMap { markers[$0.id] })
        let rivals = everybody.filter { $0.person.color == person.color }
        let takenInColor = Set(rivals.compactMap { markers[$0.id] })
        markers[id] =
            round.first { !taken.contains($0) } ?? round.first { !takenInColor.contains($0) }
            ?? preferred
    }

    // MARK: - Changes

    /// Somebody came, or is somebody else than thought; true if they are new.
    mutating func put(_ id: AuthorID, _ person: Person) -> Bool {
        guard id != me.id else { return false }
        let name = DisplayText(name: person.name, columns)
        if lost?.person == person.id { lost = nil }
        if let index = others.firstIndex(where: { $0.id == id }) {
            others[index].person = person
            others[index].name = name
            return false
        }
        let index = others.firstIndex { id < $0.id } ?? others.endIndex
        others.insert(Participant(id: id, person: person, name: name), at: index)
        assignMarker(to: id, person)
        return true
    }

    /// One has chosen another name or colour.
    mutating func changeMe(_ person: Person) {
        me.person = person
        me.name = DisplayText(name: person.name, columns)
    }

    /// Somebody who may have left long ago is behind a log.
    mutating func remember(_ id: AuthorID, _ person: Person) {
        guard departed.count < Self.departedMax || departed[id] != nil else { return }
        departed[id] = DisplayText(name: person.name, columns)
    }

    mutating func remove(_ id: AuthorID, _ departure: Departure, at now: Milliseconds) {
        guard let index = others.firstIndex(where: { $0.id == id }) else { return }
        let person = others[index].person
        if departure == .lost, !others.contains(where: { $0.id != id && $0.person.id == person.id })
        {
            lost = (person.id, displayName(of: id), now - Self.silenceMin)
            nextLostSecond = now + 1000
        }
        remember(id, person)
        others.remove(at: index)
        markers[id] = nil
    }

    mutating func point(_ id: AuthorID, _ message: CursorMessage, at now: Milliseconds) {
        guard let index = others.firstIndex(where: { $0.id == id }) else { return }
        others[index].cursor = Cursor(
            position: message.position, activity: message.activity,
            expiry: now + CursorMessage.timeToLive)
    }

    func view(of id: AuthorID) -> ViewMessage? { others.first { $0.id == id }?.view }

    mutating func look(_ id: AuthorID, at view: ViewMessage) {
        guard let index = others.firstIndex(where: { $0.id == id }) else { return }
        others[index].view = view
    }

    /// True if they have not asked everybody so before.
    mutating func takeSummons(_ number: UInt32, of id: AuthorID) -> Bool {
        guard let index = others.firstIndex(where: { $0.id == id }),
            number > others[index].summons
        else { return false }
        others[index].summons = number
        return true
    }

    /// Forgets where everybody pointed and looked.
    mutating func forgetCursors() {
        for index in others.indices {
            others[index].cursor = nil
            others[index].view = nil
        }
    }

    // MARK: - Time

    /// How long a loss is told.
    private static let lostShown: Milliseconds = 15_000
    /// How long somebody has been silent who is taken for lost.
    private static let silenceMin: Milliseconds = 4_000

    var deadline: Milliseconds? {
        let cursors = others.compactMap { $0.cursor?.expiry }
        return (cursors + (nextLostSecond.map { [$0] } ?? [])).min()
    }

    mutating func advance(to now: Milliseconds) {
        if let lost, now - lost.at >= Self.lostShown { self.lost = nil }
        nextLostSecond = lost.map { now + 1000 - (now - $0.at) % 1000 }
        for index in others.indices where others[index].cursor.map({ $0.expiry <= now }) == true {
            others[index].cursor = nil
        }
    }
}
