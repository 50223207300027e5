/// The shared drawing: a pure function of the set of its entries and of who its authors are.
///
/// Entries come in any order and any number of times; equal sets give equal pictures.
package struct Canvas: Sendable {
    /// The highest stamp of any entry; an author stamps with one more.
    package private(set) var maximumStamp: UInt64 = 0
    /// Distinct entries, also those that draw nothing.
    package private(set) var entryCount = 0
    /// An order-free hash of all entries, comparable at any time.
    package private(set) var entriesDigest: UInt64 = 0
    package internal(set) var title = ""
    package internal(set) var visibleObjectCount = 0

    var authors: [AuthorRecord] = []
    var authorSlots: [AuthorID: Int] = [:]
    var actions: [ActionRecord] = []
    /// By an action's slot: the highest of each who said whether it is undone.
    var undoWrites: [Int: [UndoWrite]] = [:]
    /// Actions that somebody other than their author has taken back or put on again.
    var contested: [Int] = []
    /// By slot: an object's place in these arrays, which never changes.
    var objects: [ObjectRecord] = []
    /// By slot: where visible ink may be; empty for what is not visible.
    var boxes = BoxIndex()
    /// Texts, notes and stamps.
    var textSlots: [Int] = []
    var shapeSlots: [Int] = []
    /// By an object's slot: those of the stamps that were ever put on it.
    var attached: [Int: [Int]] = [:]
    /// The keys of that, in the order in which they became known.
    var stampedSlots: [Int] = []
    var titles: [TitleWrite] = []
    #if DEBUG
        var missingRule: MergeRule?
    #endif

    package init() {}

    struct AuthorRecord: Sendable {
        var id: AuthorID
        var person: PersonID?
        /// Indices of this author's entries that are in.
        var held: [Range<UInt32>] = []
        var clears: [(action: Int, seen: UInt32)] = []
        /// Objects made by an entry below this index are cleared.
        var clearedBelow: UInt32 = 0
        /// Not shown here, whatever others see.
        var isConcealed = false
        /// By their numbers.
        var objects = NumberMap()
        var actions = NumberMap()
    }

    /// Of an action most often one thing depends: the object that it makes.
    struct ActionRecord: Sendable {
        let id: ActionID
        /// A slot; −1 for none.
        private var object: Int32 = -1
        var isUndone = false
        private var others: [Dependent] = []

        /// What is to be looked at anew when an action is undone.
        enum Dependent: Hashable, Sendable {
            case object(Int32)
            /// Of whose objects some are cleared.
            case author(Int32)
            case title
        }

        init(id: ActionID) {
            self.id = id
        }

        var dependents: [Dependent] { object < 0 ? others : [.object(object)] + others }

        mutating func add(_ dependent: Dependent) {
            if case .object(let slot) = dependent, object < 0 || object == slot {
                object = slot
            } else if others.last != dependent {
                others.append(dependent)
            }
        }
    }

    struct UndoWrite: Sendable {
        var precedence: Precedence
        var isUndone: Bool
    }

    struct TitleWrite: Sendable {
        var precedence: Precedence
        var action: Int
        var text: String
    }

    /// Takes in an entry; one that is in already, or that is no operation, changes nothing to see.
    package mutating func apply(_ body: [UInt8], as id: EntryID) -> Change {
        var change = Change()
        guard id.index < .max else { return change }
        let author = authorSlot(id.author)
        guard authors[author].held.insert(id.index) else { return change }
        entryCount += 1
        var fingerprint = Fingerprint()
        fingerprint.add(id)
        fingerprint.add(body)
        entriesDigest &+= fingerprint.mixed
        guard let entry = try? CanvasEntry(decoding: body) else { return change }
        maximumStamp = max(maximumStamp, entry.stamp)
        apply(entry, as: id, &change)
        return change
    }

    /// Says which person an author is; should that be said differently, the lowest person counts.
    package mutating func introduce(_ author: AuthorID, as person: PersonID) -> Change {
        var change = Change()
        let slot = authorSlot(author)
        if let known = authors[slot].person,
            (known.high, known.low) <= (person.high, person.low)
        {
            return change
        }
        authors[slot].person = person
        guard !lacks(.undoOnIntroduction) else { return change }
        for action in contested { evaluate(action: action, &change) }
        return change
    }
}
