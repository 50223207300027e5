package import InkCanvas

/// Text that is being typed in place, before it is on the canvas.
package struct TextEditor: Hashable, Sendable {
    /// The top left corner.
    package var position: Dot
    package var style: InkStyle
    package private(set) var lines = [""]
    /// The cursor's line, and how many characters of it are before the cursor.
    package private(set) var line = 0
    package private(set) var column = 0

    /// How wide the note is, in dots; nil for a text without a card.
    package private(set) var noteWidth: UInt16?
    /// The text on the canvas that is being changed; nil for a new one.
    package private(set) var object: ObjectID?
    private var original = ""
    /// The shape that the text is a label of, in whose middle it stands.
    private(set) var shape: Labelled?

    struct Labelled: Hashable {
        let id: ObjectID
        let box: DotRectangle
    }
    /// How many characters in a row had no room.
    private var leftOut = 0

    package static let bytesMax = CanvasLimit.textBytesMax

    /// A new note is that wide: 24 columns.
    static let noteWidth: UInt16 = 48

    package init(at position: Dot, style: InkStyle, noteWidth: UInt16? = nil) {
        self.position = position
        self.style = style
        self.noteWidth = noteWidth
    }

    /// A new label.
    init(inside id: ObjectID, of box: DotRectangle, style: InkStyle) {
        self.init(at: Dot(x: box.minX, y: box.minY), style: style)
        shape = Labelled(id: id, box: box)
        stayInTheMiddle()
    }

    /// Changes a text that is on the canvas; the cursor stands at its end.
    ///
    /// A label that stands in the middle of its shape stays there.
    init(changing object: CanvasObject, labelOf shape: Labelled? = nil) {
        self.object = object.id
        original = object.text
        position = object.position
        noteWidth = object.kind == .note ? object.noteWidth : nil
        style = InkStyle(color: object.color, width: object.width)
        lines = object.text.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        line = lines.count - 1
        column = lines[line].count
        if let shape, middle(of: shape.box) == position { self.shape = shape }
    }

    /// That is the text as it was before it was changed here.
    func hasBegun(with text: String) -> Bool { text == original }

    /// It says something else than what is on the canvas.
    var isChanged: Bool { string != original }

    package var string: String { lines.joined(separator: "\n") }

    package var isBlank: Bool { string.allSatisfy(\.isWhitespace) }

    /// The part of the cursor's line that is before the cursor.
    package var textBeforeCursor: String { String(lines[line].prefix(column)) }

    private var textBehindCursor: String { String(lines[line].dropFirst(column)) }

    // MARK: - Typing

    /// Types text, of which so many characters are missing already.
    ///
    /// Gives how many were left out since the last time that all had room.
    package mutating func insert(_ text: String, missing: Int = 0) -> Int {
        var room = Self.bytesMax - string.utf8.count
        var typed = ""
        var rest = ""
        for scalar in text.unicodeScalars {
            guard let scalar = scalar.typed else { continue }
            let width = UTF8.width(scalar)
            if rest.isEmpty, width <= room {
                room -= width
                typed.unicodeScalars.append(scalar)
            } else {
                rest.unicodeScalars.append(scalar)
            }
        }
        for (index, part) in typed.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).enumerated() {
            if index > 0 { breakLine() }
            let before = textBeforeCursor + part
            lines[line] = before + textBehindCursor
            column = before.count
        }
        stayInTheMiddle()
        leftOut = rest.isEmpty && missing == 0 ? 0 : leftOut + rest.count + missing
        return leftOut
    }

    /// Goes along with its shape.
    mutating func follow(to box: DotRectangle) {
        guard let shape, shape.box != box else { return }
        self.shape = Labelled(id: shape.id, box: box)
        stayInTheMiddle()
    }

    /// How wide and high it is, in cells of the canvas.
    var size: (columns: Int32, rows: Int32) {
        let box = TextExtent.box(of: Array(string.utf8), at: Dot(x: 0, y: 0))
        return ((box.maxX + 1) / 2, (box.maxY + 1) / 4)
    }

    private mutating func stayInTheMiddle() {
        if let shape { position = middle(of: shape.box) }
    }

    /// Where a label goes in a shape; one that is too long begins beside the left side.
    private func middle(of shape: DotRectangle) -> Dot {
        let columns = (shape.maxX - shape.minX) / 2 + 1
        let rows = (shape.maxY - shape.minY) / 4 + 1
        let (right, down) = ((columns - size.columns) / 2, (rows - size.rows) / 2)
        return Dot(
            x: shape.minX + 2 * max(right, min(2, columns / 2)),
            y: shape.minY + 4 * max(down, min(1, rows - 1)))
    }

    /// Everything but what types or ends the editing.
    package mutating func apply(_ edit: Command.Edit) {
        switch edit {
        case .deleteBackward: if moveBack() { deleteForward() }
        case .deleteForward: deleteForward()
        case .left: _ = moveBack()
        case .right: moveForward()
        case .up: go(toLine: line - 1)
        case .down: go(toLine: line + 1)
        case .lineStart: column = 0
        case .lineEnd: column = lines[line].count
        case .deleteToLineStart: deleteBackward(column)
        case .deleteWord:
            let word = textBeforeCursor.reversed().drop { $0.isWhitespace }
            let kept = word.drop { !$0.isWhitespace }.count
            deleteBackward(column - kept)
        case .newline, .keep, .drop: break
        }
        stayInTheMiddle()
    }

    // MARK: - Steps

    private mutating func breakLine() {
        let rest = textBehindCursor
        lines[line] = textBeforeCursor
        line += 1
        column = 0
        lines.insert(rest, at: line)
    }

    /// False at the beginning of the text.
    private mutating func moveBack() -> Bool {
        if column > 0 {
            column -= 1
        } else if line > 0 {
            line -= 1
            column = lines[line].count
        } else {
            return false
        }
        return true
    }

    private mutating func moveForward() {
        if column < lines[line].count {
            column += 1
        } else if line + 1 < lines.count {
            line += 1
            column = 0
        }
    }

    private mutating func deleteForward() {
        if column < lines[line].count {
            lines[line] = textBeforeCursor + textBehindCursor.dropFirst()
        } else if line + 1 < lines.count {
            lines[line] += lines.remove(at: line + 1)
        }
    }

    private mutating func deleteBackward(_ count: Int) {
        lines[line] = String(textBeforeCursor.dropLast(count)) + textBehindCursor
        column -= count
    }

    private mutating func go(toLine target: Int) {
        guard lines.indices.contains(target) else { return }
        line = target
        column = min(column, lines[target].count)
    }
}

extension Unicode.Scalar {
    /// What typing or pasting this adds to a text; nil is nothing.
    fileprivate var typed: Unicode.Scalar? {
        switch value {
        case 0x0A, 0x0D: self
        case 0x09: " "
        case 0..<0x20, 0x7F..<0xA0: nil
        default: self
        }
    }
}
