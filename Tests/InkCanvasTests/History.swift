import InkCanvas

/// Entries of eight authors, honest or not, and who these are: what a canvas is a function of.
struct History {
    struct Event {
        var number: UInt64
        var content: Content

        enum Content {
            case entry(EntryID, CanvasEntry)
            case introduction(AuthorID, PersonID)
        }
    }

    var events: [Event] = []

    /// So many entries, all about a few objects, with stamps and numbers that often collide.
    init(seed: UInt64, entryCount: Int = 30) {
        var random = Seeded(seed: seed)
        let authors = (1...8).map { AuthorID(rawValue: $0 &* 0x1234_5678_9ABC_DEF1) }
        var writer = Writer(authors: authors, busy: Array(authors.prefix(3)))
        var contents = (0..<entryCount).map { _ in writer.entry(&random) }
        // The last two remain unknown, the others are four people.
        for (number, author) in authors.dropLast(2).enumerated() {
            let person = PersonID(high: 1, low: UInt64(number / 2))
            let place = Int.random(in: 0...contents.count, using: &random)
            contents.insert(.introduction(author, person), at: place)
        }
        events = contents.enumerated().map { Event(number: UInt64($0), content: $1) }
    }

    /// The canvas when the events come as they are.
    func canvas(_ canvas: Canvas = Canvas()) -> Canvas {
        var canvas = canvas
        for event in events { _ = canvas.take(event) }
        return canvas
    }

    /// The same in other orders, some of it more than once.
    ///
    /// What is left out of a history changes nothing of the order of the rest.
    func arrivals(_ count: UInt64, seed: UInt64) -> [History] {
        (0..<count).map { order in
            var other = self
            guard order > 0 else {
                other.events.reverse()
                return other
            }
            let arrivals = events.flatMap { event -> [(key: UInt64, event: Event)] in
                var random = Seeded(seed: seed << 32 | order << 16 | event.number)
                let times = random.one(in: 5) ? 2 : 1
                return (0..<times).map { _ in (random.next(), event) }
            }
            other.events = arrivals.sorted { $0.key < $1.key }.map(\.event)
            return other
        }
    }

    /// A part of the history that still fails, from which nothing more can be left out.
    func shrunk(failing: (History) -> Bool) -> History {
        var least = self
        var place = 0
        while place < least.events.count {
            var less = least
            less.events.remove(at: place)
            if failing(less) {
                least = less
                place = 0
            } else {
                place += 1
            }
        }
        return least
    }

    var description: String {
        events.map { "\($0.content)" }.joined(separator: "\n")
    }
}

extension Canvas {
    mutating func take(_ event: History.Event) -> Change {
        switch event.content {
        case .entry(let id, let entry): apply(entry.encoded(), as: id)
        case .introduction(let author, let person): introduce(author, as: person)
        }
    }
}

/// Makes up operations.
private struct Writer {
    let authors: [AuthorID]
    /// Those who write most, and about whose objects most is said.
    let busy: [AuthorID]
    var indices: [AuthorID: UInt32] = [:]
    var highestStamp: UInt64 = 1

    mutating func entry(_ random: inout Seeded) -> History.Event.Content {
        let author = author(&random)
        let index = (indices[author] ?? 0) + (random.one(in: 8) ? 2 : 1)
        indices[author] = index
        highestStamp += random.one(in: 2) ? 1 : 0
        let entry = CanvasEntry(
            stamp: random.one(in: 4) ? .random(in: 0...highestStamp, using: &random) : highestStamp,
            action: .random(in: 1...4, using: &random), operation: operation(by: author, &random))
        return .entry(EntryID(author: author, index: index), entry)
    }

    private func author(_ random: inout Seeded) -> AuthorID {
        (random.one(in: 3) ? authors : busy).randomElement(using: &random) ?? busy[0]
    }

    private func object(_ random: inout Seeded) -> ObjectID {
        ObjectID(author: author(&random), number: .random(in: 1...2, using: &random))
    }

    private func dot(_ random: inout Seeded) -> Dot {
        Dot(x: .random(in: 0...40, using: &random), y: .random(in: 0...32, using: &random))
    }

    private func style(_ random: inout Seeded) -> InkStyle {
        InkStyle(
            color: .random(in: 1...9, using: &random), width: .random(in: 1...3, using: &random),
            isSmoothed: random.one(in: 2))
    }

    private func operation(by author: AuthorID, _ random: inout Seeded) -> Operation {
        let number = UInt32.random(in: 1...2, using: &random)
        switch Int.random(in: 0..<24, using: &random) {
        case 0...5:
            let offset = UInt32(random.one(in: 3) ? Int.random(in: 0...6, using: &random) : 0)
            return .segment(
                number, offset: offset, style: offset == 0 ? style(&random) : nil,
                points: (0..<Int.random(in: 0...6, using: &random)).map { _ in dot(&random) },
                isLast: random.one(in: 2))
        case 6: return .text(number, position: dot(&random), string: "t\n漢", style: style(&random))
        case 7, 8: return .shape(number, shape(&random), style: style(&random))
        case 9:
            return .note(
                number, position: dot(&random), width: .random(in: 12...30, using: &random),
                string: "a note", style: style(&random))
        case 10, 11:
            let place: Stamp.Place = random.one(in: 3) ? .at(dot(&random)) : .on(object(&random))
            return .stamp(
                number, Stamp.allCases.randomElement(using: &random) ?? .star, place,
                style: style(&random))
        case 12...14: return .set(object(&random), field(&random))
        case 15: return .hide(object(&random), .whole)
        case 16:
            let start = UInt32.random(in: 0...40, using: &random)
            return .hide(object(&random), .ranges([0..<start, start + 5..<start + 70]))
        case 17, 18:
            return .clear(
                (0..<2).map { _ in
                    Operation.Slice(
                        author: self.author(&random), seen: .random(in: 0...6, using: &random))
                })
        case 19...21:
            let owner = random.one(in: 3) ? self.author(&random) : author
            let action = ActionID(author: owner, number: .random(in: 1...4, using: &random))
            return .undo(action, isUndone: !random.one(in: 3))
        case 22: return .title("title \(Int.random(in: 0...9, using: &random))")
        default: return .opaque(kind: 99, body: [1, 2, 3])
        }
    }

    private func shape(_ random: inout Seeded) -> Shape {
        Shape(
            Shape.Kind.allCases.randomElement(using: &random) ?? .line, from: dot(&random),
            to: dot(&random), look: random.one(in: 2) ? .dots : .cells,
            weight: Shape.Weight.allCases.randomElement(using: &random) ?? .light,
            isFilled: random.one(in: 2))
    }

    private func field(_ random: inout Seeded) -> Operation.Field {
        switch Int.random(in: 0..<12, using: &random) {
        case 10: .from(dot(&random))
        case 11: .to(dot(&random))
        case 0, 1: .position(dot(&random))
        case 8: .isFilled(random.one(in: 2))
        case 9: .weight(Shape.Weight.allCases.randomElement(using: &random) ?? .light)
        case 2: .color(.random(in: 1...9, using: &random))
        case 3: .text(random.one(in: 4) ? "" : "other")
        case 4: .width(.random(in: 1...4, using: &random))
        case 5: .noteWidth(.random(in: 12...30, using: &random))
        case 6: .isLocked(random.one(in: 2))
        default: .order(random.one(in: 2) ? .front : .back)
        }
    }
}

extension Seeded {
    /// True once in so many times.
    mutating func one(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }
}
