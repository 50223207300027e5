/// An object in effect, as it stands on the canvas.
package struct CanvasObject: Equatable, Sendable {
    package enum Kind: Hashable, Sendable { case stroke, text, shape }

    package var id: ObjectID
    package var kind: Kind
    /// The entry that made it.
    package var entry: EntryID
    /// A stroke's first point, a shape's first corner, or a text's top left one.
    package var position: Dot
    package var color: UInt8
    package var width: UInt8
    package var isLocked: Bool
    /// All of it has arrived, and its author has ended it.
    package var isEnded: Bool
    package var box: DotRectangle
    /// A stroke's known points, raw and where they were moved to.
    package var points: [Dot]
    package var text: String
    /// Where it was moved to.
    package var shape: Shape?
}
