package import InkCanvas

/// What the whiteboard knows from its start on.
package struct Settings {
    package var author: AuthorID
    package var person: Person
    package var room: String
    package var exposure: Exposure
    /// What ink is drawn with; with `ascii`, nothing else leaves ASCII either.
    package var glyphs = GlyphSet.braille
    /// The terminal takes more than ASCII.
    package var canChooseGlyphs = true
    /// The bottom line says what else could be done.
    package var hasHints = true
    /// Who comes to somebody of the same colour takes another.
    package var mayChangeColor = true
    /// Nothing is kept of an earlier start: a card says what one needs to know.
    package var isFirstStart = false
    /// How many columns a scalar takes: 0 for a mark, 1 or 2; negative if it cannot be shown.
    package var scalarColumns: @Sendable (Unicode.Scalar) -> Int

    /// Who can see the canvas.
    package enum Exposure: Hashable, Sendable {
        /// Everybody on the network that the machine is connected to.
        case lan
        /// Nobody: no network is touched.
        case solo
    }

    var isASCII: Bool { glyphs == .ascii }

    package init(
        author: AuthorID, person: Person, room: String, exposure: Exposure,
        scalarColumns: @escaping @Sendable (Unicode.Scalar) -> Int
    ) {
        self.author = author
        self.person = person
        self.room = room
        self.exposure = exposure
        self.scalarColumns = scalarColumns
    }
}
