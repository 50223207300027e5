/// One terminal cell: a base scalar, up to four combining marks, and a style.
///
/// A wide character stands in its first cell; the cell behind it is a `continuation`.
package struct Cell: Hashable, Sendable {
    /// The glyph's scalars: the base, then marks, zero-filled.
    ///
    /// A base of 0 makes the right half of a wide character.
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

        /// Adds a combining mark; a fifth one is left out.
        package mutating func add(mark: Unicode.Scalar) {
            if mark1 == 0 {
                mark1 = mark.value
            } else if mark2 == 0 {
                mark2 = mark.value
            } else if mark3 == 0 {
                mark3 = mark.value
            } else if mark4 == 0 {
                mark4 = mark.value
            }
        }

        /// The base and its marks.
        package var values: [Unicode.Scalar] {
            [base, mark1, mark2, mark3, mark4].filter { $0 != 0 }.compactMap(Unicode.Scalar.init)
        }
    }

    package init(_ scalar: Unicode.Scalar, _ style: Style = .plain) {
        self.init(Scalars(base: scalar.value), style)
    }

    package init(_ scalars: Scalars, _ style: Style = .plain) {
        self.scalars = scalars
        self.style = style
    }

    package static let blank = Cell(" ")

    /// The right half of a wide character.
    package static func continuation(_ style: Style) -> Cell {
        Cell(Scalars(base: 0), style)
    }

    package var isContinuation: Bool { scalars.base == 0 }
}
