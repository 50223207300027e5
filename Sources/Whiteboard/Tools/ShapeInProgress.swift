import InkCanvas

/// A shape whose second corner follows the pointer.
struct ShapeInProgress {
    let source: Gesture.Source
    let object: ObjectID
    private(set) var shape: Shape
    private var lastMove: Milliseconds

    init(_ shape: Shape, as object: ObjectID, source: Gesture.Source, at now: Milliseconds) {
        self.shape = shape
        self.object = object
        self.source = source
        lastMove = now
    }

    mutating func move(to corner: Dot, at now: Milliseconds) {
        shape.to = corner
        lastMove = now
    }

    /// A button whose release was never heard of is let go.
    var deadline: Milliseconds { lastMove + StrokeInProgress.silenceMax }
}
