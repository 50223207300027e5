/// All that is known of one object, in whatever order it arrived.
struct ObjectRecord: Sendable {
    let id: ObjectID
    /// Nil while operations on it wait for the object itself.
    var birth: Birth?
    var stroke = Stroke()
    /// In the total order.
    private(set) var writes: [Write] = []
    var hides: [Hide] = []
    /// What follows from the above and from the actions that are in effect.
    var look = Look()

    init(id: ObjectID) {
        self.id = id
    }

    /// The entry that makes the object; should there be several, the first in its author's log.
    struct Birth: Sendable {
        var precedence: Precedence
        var action: Int
        var style: InkStyle
        var content: Content
    }

    /// What an object is.
    enum Content: Sendable {
        /// Its points are those of the segments.
        case stroke
        case text(Dot, [UInt8])
        /// With the path that draws it.
        case shape(Shape, outline: Stroke)
        case note(Dot, width: UInt16, [UInt8])
        case stamp(Stamp, Stamp.Place)

        var kind: CanvasObject.Kind {
            switch self {
            case .stroke: .stroke
            case .text: .text
            case .shape: .shape
            case .note: .note
            case .stamp: .stamp
            }
        }
    }

    struct Write: Sendable {
        var precedence: Precedence
        var action: Int
        var field: Operation.Field
    }

    struct Hide: Sendable {
        var action: Int
        var extent: Operation.Extent
    }

    struct Look: Equatable, Sendable {
        var isVisible = false
        var kind = CanvasObject.Kind.stroke
        var isSmooth = false
        var isLocked = false
        var color: UInt8 = 1
        var width: UInt8 = 1
        var noteWidth: UInt16 = 0
        var stamp: Stamp?
        /// What a stamp stands on; nil for one that was moved away.
        var target: ObjectID?
        /// Nothing of a stamp that stands on something: it is where that is.
        var position = Dot(x: 0, y: 0)
        /// How far the points of ink are moved.
        var displacement = Dot(x: 0, y: 0)
        var order = DrawingOrder(height: 0)
        var text: [UInt8] = []
        /// Normalized, in 1/16 of a segment along the raw path.
        var hidden: [Range<UInt32>] = []
    }

    /// The points that its ink follows.
    var path: Stroke {
        if case .shape(_, let outline) = birth?.content { return outline }
        return stroke
    }

    mutating func insert(_ write: Write, atEnd: Bool) {
        var place = writes.count
        while !atEnd, place > 0, write.precedence < writes[place - 1].precedence { place -= 1 }
        writes.insert(write, at: place)
    }
}
