/// One terminal cell: a base scalar, up to four combining marks, and a style.
///
/// A wide character stands in its first cell; the cell behind it is a `continuation`.
package struct Cell: Hashable, Sendable {
    /// The glyph's scalars, zero-filled; the first is the base. `0` first: the right half of a
    /// wide character.
    package var scalars: Scalars
    package var style: Style

    package struct Scalars: Hashable, Sendable {
        package var base: UInt32
        package var mark1: UInt32 = 0
        package var mark2: UInt32 = 0
        package var mark3: UInt32 = 0
        package var mark4: UInt32 = 0

        package init(base: UInt32) {
            self.base = base
        }
    }

    package init(_ scalar: Unicode.Scalar, _ style: Style = .plain) {
        scalars = Scalars(base: scalar.value)
        self.style = style
    }

    package static let blank = Cell(" ")

    package var isContinuation: Bool { scalars.base == 0 }
}
