extension ObjectRecord {
    /// How an object appears.
    struct Look: Equatable, Sendable {
        var isVisible = false
        var kind = CanvasObject.Kind.stroke
        var isSmooth = false
        var isLocked = false
        var color: UInt8 = 1
        var width: UInt8 = 1
        /// How far ink is moved, or where something else stands; nothing of a stamp on an object.
        var place = Dot(x: 0, y: 0)
        /// Nil of nearly all strokes.
        private var more: Shared?

        /// What few objects have.
        struct More: Equatable, Sendable {
            var text: [UInt8] = []
            var noteWidth: UInt16 = 0
            /// Normalized, in 1/16 of a segment along the raw path.
            var hidden: [Range<UInt32>] = []
            var stamp: Stamp?
            /// What a stamp stands on; nil for one that was moved away.
            var target: ObjectID?
            /// Where it was sent: to the front or the back.
            var order: DrawingOrder?
            /// Nil of a shape as it was drawn.
            var reshaped: Reshaped?
        }

        /// What a shape was made since, as it would be had nobody moved it.
        struct Reshaped: Equatable, Sendable {
            let shape: Shape
            let outline: Stroke

            init(_ shape: Shape) {
                self.shape = shape
                outline = Stroke(of: shape.outline)
            }

            static func == (left: Reshaped, right: Reshaped) -> Bool {
                left.shape == right.shape
            }
        }

        private final class Shared: Sendable {
            let more: More

            init(_ more: More) {
                self.more = more
            }
        }

        init() {}

        mutating func set(_ more: More) {
            self.more = more == More() ? nil : Shared(more)
        }

        /// How far the points of ink are moved.
        var displacement: Dot { kind.isInk ? place : Dot(x: 0, y: 0) }
        var text: [UInt8] { more?.more.text ?? [] }
        var noteWidth: UInt16 { more?.more.noteWidth ?? 0 }
        var hidden: [Range<UInt32>] { more?.more.hidden ?? [] }
        var stamp: Stamp? { more?.more.stamp }
        var target: ObjectID? { more?.more.target }
        var order: DrawingOrder? { more?.more.order }
        var reshaped: Reshaped? { more?.more.reshaped }

        static func == (left: Look, right: Look) -> Bool {
            left.isVisible == right.isVisible && left.kind == right.kind
                && left.isSmooth == right.isSmooth && left.isLocked == right.isLocked
                && left.color == right.color && left.width == right.width
                && left.place == right.place
                && (left.more === right.more || left.more?.more == right.more?.more)
        }
    }
}
