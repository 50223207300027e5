/// How many columns a scalar takes: 0 for a mark, 1 or 2; negative if it cannot be shown.
package typealias ScalarColumns = (Unicode.Scalar) -> Int

/// Text made safe to show, whoever wrote it.
///
/// It holds no control, format, private-use or unassigned scalars (so no escape sequences, no
/// bidirectional overrides, nothing invisible), and at most four combining marks to a base.
/// Line breaks and tabs become spaces: split lines before.
package struct DisplayText: Hashable, Sendable {
    /// What a name is cut to.
    package static let nameBytesMax = 64
    package static let nameColumnsMax = 24

    /// One thing to put in a cell, or in two.
    package struct Grapheme: Hashable, Sendable {
        package fileprivate(set) var scalars: Cell.Scalars
        /// 1 or 2.
        package let columns: Int

        /// How many bytes of UTF-8 it is.
        package var byteCount: Int {
            scalars.values.reduce(0) { $0 + UTF8.width($1) }
        }
    }

    package private(set) var graphemes: [Grapheme] = []
    /// The width of all of it.
    package private(set) var columns = 0

    package init(_ text: some StringProtocol, _ scalarColumns: ScalarColumns) {
        for scalar in text.unicodeScalars { append(scalar, scalarColumns) }
    }

    /// Text from bytes that should be UTF-8; what is not becomes `U+FFFD`.
    package init(utf8 bytes: some Collection<UInt8>, _ scalarColumns: ScalarColumns) {
        self.init(String(decoding: bytes, as: UTF8.self), scalarColumns)
    }

    /// A person's, room's or canvas's name: trimmed, at most 64 bytes and 24 columns, ending in
    /// `…` if something had to go.
    package init(name: some StringProtocol, _ scalarColumns: ScalarColumns) {
        var all = DisplayText(name, scalarColumns).graphemes[...]
        while let first = all.first, first.isSpace { all.removeFirst() }
        while let last = all.last, last.isSpace { all.removeLast() }
        var byteCount = all.reduce(0) { $0 + $1.byteCount }
        for grapheme in all { append(grapheme) }
        guard byteCount > Self.nameBytesMax || columns > Self.nameColumnsMax else { return }
        let ellipsis = Grapheme(scalars: .init(base: 0x2026), columns: 1)
        while let last = graphemes.last,
            byteCount + ellipsis.byteCount > Self.nameBytesMax
                || columns + ellipsis.columns > Self.nameColumnsMax || last.isSpace
        {
            byteCount -= last.byteCount
            removeLast()
        }
        append(ellipsis)
    }

    /// The same as plain text.
    package var string: String {
        var text = String.UnicodeScalarView()
        for grapheme in graphemes { text.append(contentsOf: grapheme.scalars.values) }
        return String(text)
    }

    /// What fits into this many columns, ending in `…` if something had to go.
    package func truncated(toColumns limit: Int) -> DisplayText {
        guard columns > limit else { return self }
        var cut = self
        while cut.columns > max(limit - 1, 0) { cut.removeLast() }
        if limit > 0 { cut.append(Grapheme(scalars: .init(base: 0x2026), columns: 1)) }
        return cut
    }

    /// Two columns to know somebody by: the first letters of two words, or of the only one.
    package var initials: DisplayText {
        let words = graphemes.split { $0.isSpace }
        var short = DisplayText("", { _ in 0 })
        guard let first = words.first else { return short }
        let letters = words.count > 1 ? [first.prefix(1), words[1].prefix(1)] : [first.prefix(2)]
        for letter in letters.joined() where short.columns + letter.columns <= 2 {
            short.append(letter)
        }
        return short
    }

    // MARK: Building

    private mutating func append(_ grapheme: Grapheme) {
        graphemes.append(grapheme)
        columns += grapheme.columns
    }

    private mutating func removeLast() {
        columns -= graphemes.removeLast().columns
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ scalarColumns: ScalarColumns) {
        switch scalar.reading {
        case .nothing: return
        case .space: append(Grapheme(scalars: .init(base: 0x20), columns: 1))
        case .unknown: append(Grapheme(scalars: .init(base: 0x3F), columns: 1))
        case .plain: append(Grapheme(scalars: .init(base: scalar.value), columns: 1))
        case .other:
            switch scalarColumns(scalar) {
            case 0: mark(scalar)
            case let width where width > 0:
                append(Grapheme(scalars: .init(base: scalar.value), columns: min(width, 2)))
            default: append(Grapheme(scalars: .init(base: 0x3F), columns: 1))
            }
        }
    }

    private mutating func mark(_ scalar: Unicode.Scalar) {
        guard !graphemes.isEmpty else { return }
        graphemes[graphemes.count - 1].scalars.add(mark: scalar)
    }
}

extension DisplayText.Grapheme {
    fileprivate var isSpace: Bool { scalars.base == 0x20 }
}

/// What a scalar may become on a screen.
private enum Reading {
    case plain, space, unknown, nothing, other
}

extension Unicode.Scalar {
    fileprivate var reading: Reading {
        switch value {
        case 0x21...0x7E: return .plain
        case 0x09...0x0D, 0x20, 0x85: return .space
        case 0..<0xA0: return .nothing
        default: break
        }
        // Variation selectors, joiners and skin tones change widths behind wcwidth's back.
        if properties.isDefaultIgnorableCodePoint || properties.isEmojiModifier { return .nothing }
        switch properties.generalCategory {
        case .control, .format, .surrogate: return .nothing
        case .privateUse, .unassigned: return .unknown
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: return .space
        default: return .other
        }
    }
}
