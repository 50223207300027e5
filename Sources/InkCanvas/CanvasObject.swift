/// An object in effect, as it stands on the canvas.
package struct CanvasObject: Equatable, Sendable {
    package enum Kind: Hashable, Sendable { case stroke, text }

    package var id: ObjectID
    package var kind: Kind
    /// The entry that made it.
    package var entry: EntryID
    /// A stroke's first point, or a text's top left corner.
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
}
