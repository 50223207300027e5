import TerminalUI

extension Emulator {
    /// Does what a control sequence asks for.
    mutating func perform(_ bytes: [UInt8], final: UInt8) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let first = bytes.first, 0x3C...0x3F ~= first {
            setMode(text, isOn: final == 0x68)
            return
        }
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        let count = max(numbers[0], 1)
        switch final {
        case UInt8(ascii: "A"): go(toRow: place.row - count)
        case UInt8(ascii: "B"): go(toRow: place.row + count)
        case UInt8(ascii: "C"): go(toColumn: place.column + count)
        case UInt8(ascii: "D"): go(toColumn: place.column - count)
        case UInt8(ascii: "G"): go(toColumn: count - 1)
        case UInt8(ascii: "d"): go(toRow: count - 1)
        case UInt8(ascii: "H"):
            let column = numbers.count > 1 ? max(numbers[1], 1) : 1
            go(to: Position(column: column - 1, row: count - 1))
        case UInt8(ascii: "Z"): go(toColumn: (place.column - 1) / 8 * 8)
        case UInt8(ascii: "J"): eraseDisplay(numbers[0])
        case UInt8(ascii: "K"): eraseLine(numbers[0])
        case UInt8(ascii: "X"):
            erase(place.column..<min(place.column + count, columns), inRow: place.row)
        case UInt8(ascii: "P"): deleteCells(count)
        case UInt8(ascii: "@"): insertCells(count)
        case UInt8(ascii: "M"): moveLines(by: count)
        case UInt8(ascii: "L"): moveLines(by: -count)
        case UInt8(ascii: "S"): scroll(by: count)
        case UInt8(ascii: "T"): scroll(by: -count)
        case UInt8(ascii: "b"): repeatLast(count)
        case UInt8(ascii: "m"): setStyle(numbers[...])
        case UInt8(ascii: "r"):
            let end = numbers.count > 1 ? numbers[1] : rows
            scrolled = count - 1..<min(max(end, count), rows)
            go(to: Position(column: 0, row: 0))
        // Replacing characters, the window's title, a question.
        case UInt8(ascii: "l") where numbers == [4]: break
        case UInt8(ascii: "t"), UInt8(ascii: "n"): break
        default: unknown.append("CSI \(text)\(Unicode.Scalar(final))")
        }
    }

    private mutating func setMode(_ text: String, isOn: Bool) {
        for mode in text.dropFirst().split(separator: ";") {
            switch mode {
            case "7": wraps = isOn
            case "25": isCursorShown = isOn
            case "1049": eraseDisplay(2)
            case "2026": frameCount += isOn ? 0 : 1
            // What the terminal reports, its keys, the cursor's blinking.
            case "1", "12", "1000", "1002", "1003", "1004", "1006", "2004": break
            default: unknown.append("mode \(mode)")
            }
        }
    }

    private mutating func eraseDisplay(_ part: Int) {
        if part != 2 { eraseLine(part) }
        let rows = [place.row + 1..<self.rows, 0..<place.row, 0..<self.rows]
        for row in rows[min(max(part, 0), 2)] { erase(0..<columns, inRow: row) }
    }

    private mutating func eraseLine(_ part: Int) {
        let parts = [place.column..<columns, 0..<place.column + 1, 0..<columns]
        erase(parts[min(max(part, 0), 2)], inRow: place.row)
    }

    private mutating func setStyle(_ numbers: ArraySlice<Int>) {
        guard let first = numbers.first else { return }
        var used = 1
        switch first {
        case 0: style = .plain
        case 1: style.attributes.insert(.bold)
        case 2: style.attributes.insert(.dim)
        case 4: style.attributes.insert(.underline)
        case 7: style.attributes.insert(.reverse)
        case 22: style.attributes.subtract([.bold, .dim])
        case 24: style.attributes.remove(.underline)
        case 27: style.attributes.remove(.reverse)
        case 39: style.foreground = .standard
        case 49: style.background = .standard
        case 38, 48:
            used = 3
            let color = numbers.dropFirst(2).first.flatMap { Self.inks[$0] }
            guard let color, numbers.dropFirst().first == 5 else {
                unknown.append("colour \(numbers)")
                break
            }
            if first == 38 { style.foreground = color } else { style.background = color }
        default: unknown.append("style \(first)")
        }
        setStyle(numbers.dropFirst(used))
    }

    /// The inks by their places among 256 colours.
    private static let inks: [Int: Color] = Dictionary(
        (1...UInt8(Palette.inkCount)).compactMap { ink in
            Palette.entry(ink).map { (Int($0.index256), .ink(ink)) }
        }, uniquingKeysWith: { first, _ in first })
}
