/// An object in effect, as it stands on the canvas.
package struct CanvasObject: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        case stroke, text, shape, note, stamp

        /// Made of points that can be rubbed out, not of characters.
        package var isInk: Bool { self == .stroke || self == .shape }
    }

    package var id: ObjectID
    package var kind: Kind
    /// The entry that made it.
    package var entry: EntryID
    /// The first point of a stroke, or of a shape's outline as it was drawn; a text's or a note's
    /// top left corner, or where a stamp stands.
    package var position: Dot
    package var color: UInt8
    package var width: UInt8
    /// Of a note, in dots; 0 of anything else.
    package var noteWidth: UInt16
    package var isLocked: Bool
    /// All of it has arrived, and its author has ended it.
    package var isEnded: Bool
    package var box: DotRectangle
    /// A stroke's known points, raw and where they were moved to.
    package var points: [Dot]
    package var text: String
    /// Where it was moved to.
    package var shape: Shape?
    package var stamp: Stamp?
    /// What a stamp stands on.
    package var target: ObjectID?
}
