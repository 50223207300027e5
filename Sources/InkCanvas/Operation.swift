/// A place on the canvas in dots, y down; at 100 % a terminal cell is 2 × 4 dots.
package struct Dot: Hashable, Sendable {
    package var x: Int32
    package var y: Int32

    package init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }
}

/// How ink looks: colour 1 to 64, width in dots 1 to 16.
package struct InkStyle: Hashable, Sendable {
    package var color: UInt8
    package var width: UInt8
    /// Smooth the stroke once it has ended (freehand by mouse; not by keyboard or script).
    package var isSmoothed: Bool

    package init(color: UInt8 = 1, width: UInt8 = 1, isSmoothed: Bool = false) {
        self.color = color
        self.width = width
        self.isSmoothed = isSmoothed
    }
}

/// One change of the canvas: what one log entry holds.
package enum Operation: Hashable, Sendable {
    /// Points of a stroke from `offset` on; the first segment also carries the style.
    case segment(ObjectID.Number, offset: UInt32, style: InkStyle?, points: [Dot], isLast: Bool)
    /// Text of several lines, its top left corner at `position`.
    case text(ObjectID.Number, position: Dot, string: String, style: InkStyle)
    case shape(ObjectID.Number, Shape, style: InkStyle)
    /// A card of a width in dots, its top left corner at `position`, that grows to fit its text.
    case note(ObjectID.Number, position: Dot, width: UInt16, string: String, style: InkStyle)
    case stamp(ObjectID.Number, Stamp, Stamp.Place, style: InkStyle)
    case set(ObjectID, Field)
    case hide(ObjectID, Extent)
    /// Hides every object of which the clearer had seen the first entry: per author, entries with
    /// an index below `seen`.
    case clear([Slice])
    /// Takes an action back, or puts it on again; valid only from the action's own person.
    case undo(ActionID, isUndone: Bool)
    case title(String)
    /// An operation of a later version: kept, drawn as nothing.
    case opaque(kind: UInt8, body: [UInt8])

    /// A register of an object.
    package enum Field: Hashable, Sendable {
        case position(Dot)
        case color(UInt8)
        case text(String)
        /// Of ink.
        case width(UInt8)
        /// Of a note, in dots.
        case noteWidth(UInt16)
        case order(Order)
        case isLocked(Bool)
        /// Of a rectangle or an ellipse.
        case isFilled(Bool)
        /// Of a shape made of characters.
        case weight(Shape.Weight)
        /// Where a shape begins, as it would be had nobody moved it.
        case from(Dot)
        /// Where it ends, likewise.
        case to(Dot)
    }

    package enum Order: Hashable, Sendable { case front, back }

    /// How much of an object is hidden.
    package enum Extent: Hashable, Sendable {
        case whole
        /// Ranges along a stroke's raw path, in 1/16 of a segment between two points.
        case ranges([Range<UInt32>])
    }

    package struct Slice: Hashable, Sendable {
        package var author: AuthorID
        package var seen: UInt32

        package init(author: AuthorID, seen: UInt32) {
            self.author = author
            self.seen = seen
        }
    }
}

extension ObjectID {
    /// An object's number; its author is the author of the entry that makes it.
    package typealias Number = UInt32
}

/// The body of one log entry of the canvas: an operation, its Lamport stamp and its action.
package struct CanvasEntry: Hashable, Sendable {
    package var stamp: UInt64
    /// The action's number; its author is the entry's.
    package var action: UInt32
    package var operation: Operation

    package init(stamp: UInt64, action: UInt32, operation: Operation) {
        self.stamp = stamp
        self.action = action
        self.operation = operation
    }
}
