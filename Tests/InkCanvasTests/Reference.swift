import InkCanvas

/// What the picture should be, straight from the rules: slow, and without anything to go stale.
struct Reference {
    /// What is compared of an object.
    struct Object: Equatable {
        var id: ObjectID
        var entry: EntryID
        var kind: CanvasObject.Kind
        var position: Dot
        var color: UInt8
        var width: UInt8
        var noteWidth: UInt16
        var isLocked: Bool
        var text: String
        var shape: Shape?
        var stamp: Stamp?
        var target: ObjectID?
        var points: [Dot]
    }

    private typealias Entry = (precedence: Precedence, entry: CanvasEntry)

    /// In the total order.
    private var entries: [Entry] = []
    private var people: [AuthorID: PersonID] = [:]

    init(_ history: History) {
        var known: [EntryID: CanvasEntry] = [:]
        for event in history.events {
            switch event.content {
            case .entry(let id, let entry): known[id] = entry
            case .introduction(let author, let person): people[author] = person
            }
        }
        entries = known.map { (Precedence(stamp: $1.stamp, entry: $0), $1) }
            .sorted { $0.precedence < $1.precedence }
    }

    var title: String {
        let titles = entries.compactMap { one -> String? in
            guard case .title(let text) = one.entry.operation, isInEffect(one) else { return nil }
            return text
        }
        return titles.last ?? ""
    }

    /// The undermost first.
    var objects: [Object] {
        let births = Dictionary(grouping: entries.filter { number(of: $0) != nil }) {
            ObjectID(author: $0.precedence.entry.author, number: number(of: $0) ?? 0)
        }
        let made = births.compactMap { id, births -> (Height, Object)? in
            let first = births.min { $0.precedence.entry.index < $1.precedence.entry.index }
            return first.flatMap { object(id, born: $0) }
        }
        let seen = Set(made.filter { $0.1.kind != .stamp }.map(\.1.id))
        return made.filter { $0.1.target.map(seen.contains) ?? true }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }

    // MARK: Rules

    /// In effect unless its action is undone by the highest word of its own person.
    private func isInEffect(_ one: Entry) -> Bool {
        let action = ActionID(author: one.precedence.entry.author, number: one.entry.action)
        let words = entries.compactMap { other -> Bool? in
            guard case .undo(action, let isUndone) = other.entry.operation,
                isSamePerson(other.precedence.entry.author, action.author)
            else { return nil }
            return isUndone
        }
        return words.last != true
    }

    private func isSamePerson(_ one: AuthorID, _ other: AuthorID) -> Bool {
        one == other || (people[one] != nil && people[one] == people[other])
    }

    /// The number of the object that an entry makes.
    private func number(of one: Entry) -> UInt32? {
        switch one.entry.operation {
        case .segment(let number, _, let style, _, _): style == nil ? nil : number
        case .text(let number, _, _, _), .shape(let number, _, _), .note(let number, _, _, _, _),
            .stamp(let number, _, _, _):
            number
        case .set, .hide, .clear, .undo, .title, .opaque: nil
        }
    }

    /// Layer, then the order within it.
    private struct Height: Comparable {
        var layer: Int
        var place: Precedence

        static func < (left: Height, right: Height) -> Bool {
            if left.layer != right.layer { return left.layer < right.layer }
            return left.layer == 0 ? right.place < left.place : left.place < right.place
        }
    }

    private func object(_ id: ObjectID, born birth: Entry) -> (Height, Object)? {
        guard isInEffect(birth), !isCleared(birth.precedence.entry) else { return nil }
        var height = Height(layer: 1, place: birth.precedence)
        var object = Object(
            id: id, entry: birth.precedence.entry, kind: .stroke, position: Dot(x: 0, y: 0),
            color: 1, width: 1, noteWidth: 0, isLocked: false, text: "", points: [])
        var style = InkStyle()
        switch birth.entry.operation {
        case .segment(_, _, let first, _, _):
            (style, object.points) = (first ?? style, points(of: id))
        case .shape(_, let shape, let first):
            (object.kind, style, object.shape) = (.shape, first, shape)
            object.points = shape.outline
        case .text(_, let position, let text, let first):
            (object.kind, style) = (.text, first)
            (object.position, object.text) = (position, text)
        case .note(_, let position, let width, let text, let first):
            (object.kind, style, object.noteWidth) = (.note, first, width)
            (object.position, object.text) = (position, text)
        case .stamp(_, let stamp, let place, let first):
            (object.kind, style, object.stamp) = (.stamp, first, stamp)
            switch place {
            case .at(let position): object.position = position
            case .on(let target): object.target = target
            }
        default: return nil
        }
        (object.color, object.width) = (style.color, style.width)
        if object.kind.isInk { object.position = home(of: id, object) }
        let home = object.position
        for one in entries where isInEffect(one) {
            guard case .set(id, let field) = one.entry.operation else { continue }
            switch field {
            case .position(let position):
                (object.position, object.target) = (position, nil)
            case .color(let color): object.color = color
            case .width(let width): object.width = width
            case .isLocked(let isLocked): object.isLocked = isLocked
            case .text(let text): if [.text, .note].contains(object.kind) { object.text = text }
            case .from(let dot):
                object.shape?.from = dot
                object.points = object.shape?.outline ?? object.points
            case .to(let dot):
                object.shape?.to = dot
                object.points = object.shape?.outline ?? object.points
            case .isFilled(let isFilled):
                let hasInside = object.shape?.kind.hasInside == true
                object.shape?.isFilled = isFilled && hasInside
            case .weight(let weight): object.shape?.weight = weight
            case .noteWidth(let width): if object.kind == .note { object.noteWidth = width }
            case .order(let order):
                height = Height(layer: order == .front ? 2 : 0, place: one.precedence)
            }
        }
        let step = Dot(x: object.position.x - home.x, y: object.position.y - home.y)
        let length = length(of: id, object)
        let isSeen =
            switch object.kind {
            case .stroke: !object.points.isEmpty
            case .text, .note: !object.text.isEmpty
            case .shape, .stamp: true
            }
        guard isSeen, !isHidden(id, length: object.kind.isInk ? length : nil) else { return nil }
        object.points = object.points.map { Dot(x: $0.x + step.x, y: $0.y + step.y) }
        if let shape = object.shape {
            func moved(_ dot: Dot) -> Dot { Dot(x: dot.x + step.x, y: dot.y + step.y) }
            object.shape?.from = moved(shape.from)
            object.shape?.to = moved(shape.to)
        }
        return (height, object)
    }

    private func isCleared(_ birth: EntryID) -> Bool {
        entries.contains { one in
            guard case .clear(let slices) = one.entry.operation, isInEffect(one) else {
                return false
            }
            return slices.contains { $0.author == birth.author && birth.index < $0.seen }
        }
    }

    private func segments(of id: ObjectID) -> [(offset: UInt32, index: UInt32, points: [Dot])] {
        entries.compactMap { one in
            guard case .segment(id.number, let offset, _, let points, _) = one.entry.operation,
                one.precedence.entry.author == id.author
            else { return nil }
            return (offset, one.precedence.entry.index, points)
        }
    }

    /// By offset; what the segment of the lowest offset and index says counts.
    private func known(_ id: ObjectID) -> [UInt32: Dot] {
        var known: [UInt32: Dot] = [:]
        for one in segments(of: id).sorted(by: { ($0.offset, $0.index) < ($1.offset, $1.index) }) {
            for (number, point) in one.points.enumerated() {
                let place = one.offset + UInt32(number)
                known[place] = known[place] ?? point
            }
        }
        return known
    }

    private func points(of id: ObjectID) -> [Dot] {
        known(id).sorted { $0.key < $1.key }.map(\.value)
    }

    private func home(of id: ObjectID, _ object: Object) -> Dot {
        (object.kind == .shape ? object.points.first : known(id)[0]) ?? Dot(x: 0, y: 0)
    }

    /// In 1/16 of a segment; a segment without points says where the stroke ends.
    private func length(of id: ObjectID, _ object: Object) -> UInt32 {
        let ends = segments(of: id).map { $0.offset + UInt32($0.points.count) }
        let count = object.kind == .shape ? UInt32(object.points.count) : ends.max() ?? 0
        return count > 1 ? (count - 1) * 16 : 1
    }

    private func isHidden(_ id: ObjectID, length: UInt32?) -> Bool {
        var hidden: Set<UInt32> = []
        for one in entries where isInEffect(one) {
            guard case .hide(id, let extent) = one.entry.operation else { continue }
            switch extent {
            case .whole: return true
            case .ranges(let ranges):
                for range in ranges { hidden.formUnion(range) }
            }
        }
        return length.map { (0..<$0).allSatisfy(hidden.contains) } ?? false
    }
}

extension Reference.Object {
    init(_ object: CanvasObject) {
        self.init(
            id: object.id, entry: object.entry, kind: object.kind,
            position: object.target == nil ? object.position : Dot(x: 0, y: 0),
            color: object.color, width: object.width, noteWidth: object.noteWidth,
            isLocked: object.isLocked, text: object.text, shape: object.shape,
            stamp: object.stamp, target: object.target, points: object.points)
    }
}
