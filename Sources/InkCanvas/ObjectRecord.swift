/// All that is known of one object, in whatever order it arrived.
struct ObjectRecord: Sendable {
    let id: ObjectID
    /// Nil while operations on it wait for the object itself.
    var birth: Birth?
    /// What follows from all the rest and from the actions that are in effect.
    var look = Look()
    var stroke = Stroke()
    /// In the total order.
    private(set) var writes: [Write] = []
    var hides: [Hide] = []

    init(id: ObjectID) {
        self.id = id
    }

    /// The entry that makes the object; should there be several, the first in its author's log.
    struct Birth: Sendable {
        var stamp: UInt64
        var content: Content
        /// The entry's index in its author's log.
        var index: UInt32
        var action: Int32
        var style: InkStyle
    }

    /// What an object is.
    indirect enum Content: Sendable {
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

    /// The place in the total order of the entry that made it.
    func precedence(of birth: Birth) -> Precedence {
        Precedence(stamp: birth.stamp, entry: EntryID(author: id.author, index: birth.index))
    }

    /// The points that its ink follows.
    var path: Stroke { look.reshaped?.outline ?? drawnPath }

    /// The same as it was drawn.
    var drawnPath: Stroke {
        if case .shape(_, let outline) = birth?.content { return outline }
        return stroke
    }

    /// Where ink begins before it is moved.
    var home: Dot { drawnPath.first ?? Dot(x: 0, y: 0) }

    mutating func insert(_ write: Write, atEnd: Bool) {
        var place = writes.count
        while !atEnd, place > 0, write.precedence < writes[place - 1].precedence { place -= 1 }
        writes.insert(write, at: place)
    }
}
