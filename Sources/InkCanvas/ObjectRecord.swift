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
        var kind: CanvasObject.Kind
        var style: InkStyle
        /// Of a text; ink stands at its first point.
        var position = Dot(x: 0, y: 0)
        var text: [UInt8] = []
        var shape: Shape?
        /// Of a shape: the path that draws it.
        var outline: Stroke?
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
        var position = Dot(x: 0, y: 0)
        /// How far a stroke's points are moved.
        var displacement = Dot(x: 0, y: 0)
        var order = DrawingOrder(height: 0)
        var text: [UInt8] = []
        /// Normalized, in 1/16 of a segment along the raw path.
        var hidden: [Range<UInt32>] = []
    }

    /// The points that its ink follows.
    var path: Stroke { birth?.outline ?? stroke }

    mutating func insert(_ write: Write) {
        var place = writes.count
        while place > 0, write.precedence < writes[place - 1].precedence { place -= 1 }
        writes.insert(write, at: place)
    }
}
