package import TerminalUI

/// What a terminal shows of the bytes it was sent: as much of xterm as ncurses makes use of.
///
/// The sequences are those of XTerm Control Sequences (ctlseqs). The picture is right while
/// `unknown` is empty.
package struct Emulator: Sendable {
    package let columns: Int
    package let rows: Int
    /// Sequences that mean nothing to it.
    package internal(set) var unknown: [String] = []
    /// How many synchronized frames have come whole.
    package internal(set) var frameCount = 0

    private let width: @Sendable (Unicode.Scalar) -> Int
    private var state = State.ground
    private var lines: [[Cell]]
    /// Where the cursor is.
    var place = Position(column: 0, row: 0)
    var saved = Position(column: 0, row: 0)
    /// The last column is written; the next character begins a line.
    private var isFull = false
    var wraps = true
    var style = Style.plain
    var scrolled: Range<Int>
    var isCursorShown = true
    private var last: Unicode.Scalar = " "

    private enum State: Sendable {
        case ground, escape, charset
        /// Inside a UTF-8 scalar, with what is known of it and how many bytes are missing.
        case scalar(UInt32, missing: Int)
        /// After ESC [, with what has come since.
        case control([UInt8])
        /// Inside an OSC or DCS string.
        case string
    }

    /// A blank terminal; `width` says how many columns a scalar takes.
    package init(columns: Int, rows: Int, width: @escaping @Sendable (Unicode.Scalar) -> Int) {
        self.columns = columns
        self.rows = rows
        self.width = width
        lines = Array(repeating: Array(repeating: .blank, count: columns), count: rows)
        scrolled = 0..<rows
    }

    // MARK: The picture

    package subscript(column: Int, row: Int) -> Cell { lines[row][column] }

    /// All of it.
    package var frame: Frame {
        var frame = Frame(columns: columns, rows: rows)
        for row in 0..<rows {
            for column in 0..<columns { frame[column, row] = lines[row][column] }
        }
        frame.cursor = isCursorShown ? place : nil
        return frame
    }

    package func text(ofRow row: Int) -> String {
        String(String.UnicodeScalarView(lines[row].flatMap(\.scalars.values)))
    }

    // MARK: Bytes

    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { accept(byte) }
    }

    private mutating func accept(_ byte: UInt8) {
        switch state {
        case .ground: acceptGround(byte)
        case .scalar(let known, let missing):
            let value = known << 6 | UInt32(byte & 0x3F)
            state = missing > 1 ? .scalar(value, missing: missing - 1) : .ground
            if missing == 1 { put(Unicode.Scalar(value) ?? "\u{FFFD}") }
        case .escape: acceptEscaped(byte)
        case .charset: state = .ground
        case .control(let bytes) where 0x40...0x7E ~= byte:
            state = .ground
            perform(bytes, final: byte)
        case .control(let bytes): state = .control(bytes + [byte])
        case .string: if byte == 0x07 || byte == 0x5C { state = .ground }
        }
    }

    private mutating func acceptGround(_ byte: UInt8) {
        switch byte {
        case 0x07: break
        case 0x08: go(toColumn: place.column - 1)
        case 0x09: go(toColumn: (place.column / 8 + 1) * 8)
        case 0x0A: feedLine()
        case 0x0D: go(toColumn: 0)
        case 0x1B: state = .escape
        case 0x20...0x7E: put(Unicode.Scalar(byte))
        case 0xC2...0xDF: state = .scalar(UInt32(byte & 0x1F), missing: 1)
        case 0xE0...0xEF: state = .scalar(UInt32(byte & 0x0F), missing: 2)
        case 0xF0...0xF4: state = .scalar(UInt32(byte & 0x07), missing: 3)
        default: unknown.append("byte \(byte)")
        }
    }

    private mutating func acceptEscaped(_ byte: UInt8) {
        state = .ground
        switch byte {
        case 0x5B: state = .control([])
        case 0x28: state = .charset
        case 0x50, 0x5D: state = .string
        case 0x37: saved = place
        case 0x38: go(to: saved)
        case 0x3D, 0x3E: break
        case 0x4D: place.row == scrolled.lowerBound ? scroll(by: -1) : go(toRow: place.row - 1)
        default: unknown.append("ESC \(Unicode.Scalar(byte))")
        }
    }

    // MARK: Characters

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = width(scalar)
        guard width > 0 else {
            var column = isFull ? place.column : place.column - 1
            if column > 0, self[column, place.row].isContinuation { column -= 1 }
            if column >= 0 { lines[place.row][column].scalars.add(mark: scalar) }
            return
        }
        if wraps, isFull || place.column + width > columns {
            go(toColumn: 0)
            feedLine()
        }
        place.column = min(place.column, columns - width)
        let cells = [Cell(scalar, style), .continuation(style)].prefix(width)
        replace(place.column..<place.column + width, with: Array(cells))
        last = scalar
        isFull = place.column + width == columns && wraps
        place.column = min(place.column + width, columns - 1)
    }

    mutating func repeatLast(_ count: Int) {
        for _ in 0..<count { put(last) }
    }

    // MARK: Places

    mutating func go(to target: Position) {
        place.column = min(max(target.column, 0), columns - 1)
        place.row = min(max(target.row, 0), rows - 1)
        isFull = false
    }

    mutating func go(toColumn column: Int) {
        go(to: Position(column: column, row: place.row))
    }

    mutating func go(toRow row: Int) {
        go(to: Position(column: place.column, row: row))
    }

    private mutating func feedLine() {
        place.row + 1 == scrolled.upperBound ? scroll(by: 1) : go(toRow: place.row + 1)
    }

    // MARK: Cells

    private var erased: Cell { Cell(" ", Style(.standard, on: style.background)) }

    mutating func erase(_ range: Range<Int>, inRow row: Int) {
        replace(range, inRow: row, with: Array(repeating: erased, count: range.count))
    }

    /// Takes cells out of the cursor's line, and puts blanks at its end.
    mutating func deleteCells(_ count: Int) {
        let count = min(count, columns - place.column)
        split(at: place.column, inRow: place.row)
        split(at: place.column + count, inRow: place.row)
        lines[place.row].removeSubrange(place.column..<place.column + count)
        lines[place.row] += Array(repeating: erased, count: count)
    }

    /// Puts blanks into the cursor's line; what is beyond its end is gone.
    mutating func insertCells(_ count: Int) {
        let count = min(count, columns - place.column)
        split(at: place.column, inRow: place.row)
        split(at: columns - count, inRow: place.row)
        lines[place.row].removeLast(count)
        lines[place.row].insert(
            contentsOf: Array(repeating: erased, count: count), at: place.column)
    }

    /// Moves the lines of the scrolling region up, or down by less than none.
    mutating func scroll(by count: Int) {
        move(scrolled, by: count)
    }

    /// Moves the lines from the cursor's on, within the scrolling region.
    mutating func moveLines(by count: Int) {
        guard scrolled.contains(place.row) else { return }
        move(place.row..<scrolled.upperBound, by: count)
        go(toColumn: 0)
    }

    private mutating func move(_ range: Range<Int>, by count: Int) {
        let steps = min(abs(count), range.count)
        let blanks = Array(
            repeating: Array(repeating: erased, count: columns), count: steps)
        if count > 0 {
            lines.replaceSubrange(range, with: lines[range].dropFirst(steps) + blanks)
        } else {
            lines.replaceSubrange(range, with: blanks + lines[range].dropLast(steps))
        }
    }

    private mutating func replace(_ range: Range<Int>, inRow row: Int? = nil, with cells: [Cell]) {
        let row = row ?? place.row
        split(at: range.lowerBound, inRow: row)
        split(at: range.upperBound, inRow: row)
        lines[row].replaceSubrange(range, with: cells)
    }

    /// Of a wide character that is cut there nothing is left.
    private mutating func split(at column: Int, inRow row: Int) {
        guard column > 0, column < columns, lines[row][column].isContinuation else { return }
        for half in column - 1...column { lines[row][half].scalars = Cell.blank.scalars }
    }
}
