/// Who wrote a log: the participant id of one process, random for every start.
package struct AuthorID: Hashable, Comparable, Sendable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: AuthorID, right: AuthorID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Who a person is beyond one process: an id kept on disk.
package struct PersonID: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// An object of the drawing: its author, and the number drawn at its beginning.
package struct ObjectID: Hashable, Comparable, Sendable {
    package var author: AuthorID
    package var number: UInt32

    package init(author: AuthorID, number: UInt32) {
        self.author = author
        self.number = number
    }

    package static func < (left: ObjectID, right: ObjectID) -> Bool {
        (left.author, left.number) < (right.author, right.number)
    }
}

/// A user's gesture, which undo takes back as a whole: its author, and its number.
package struct ActionID: Hashable, Comparable, Sendable {
    package var author: AuthorID
    package var number: UInt32

    package init(author: AuthorID, number: UInt32) {
        self.author = author
        self.number = number
    }

    package static func < (left: ActionID, right: ActionID) -> Bool {
        (left.author, left.number) < (right.author, right.number)
    }
}

/// A place in a log: its author, and the index in that author's log.
package struct EntryID: Hashable, Comparable, Sendable {
    package var author: AuthorID
    package var index: UInt32

    package init(author: AuthorID, index: UInt32) {
        self.author = author
        self.index = index
    }

    package static func < (left: EntryID, right: EntryID) -> Bool {
        (left.author, left.index) < (right.author, right.index)
    }
}
