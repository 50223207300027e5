/// How much room a text takes at 100 %, the same on every peer: the terminal's own widths may
/// differ by a few characters.
package enum TextExtent {
    private static let cell = Dot(x: 2, y: 4)

    package static func box(of utf8: [UInt8], at position: Dot) -> DotRectangle {
        var columns: Int32 = 0
        var widest: Int32 = 1
        var lines: Int32 = 1
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            if scalar == "\n" {
                lines += 1
                columns = 0
            } else {
                columns += Int32(Self.columns(of: scalar))
                widest = max(widest, columns)
            }
        }
        return DotRectangle(
            minX: position.x, minY: position.y,
            maxX: position.x + widest * cell.x - 1, maxY: position.y + lines * cell.y - 1)
    }

    /// The cells around a place, and those to their right.
    static func cells(columns: Int32, at place: Dot) -> DotRectangle {
        DotRectangle(
            minX: place.x - 1, minY: place.y - 2, maxX: place.x + 2 * columns - 1,
            maxY: place.y + 2)
    }

    /// How many columns a character takes: 0, 1 or 2.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7E, 0x09...0x0D: return 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return scalar.properties.isEmojiModifier ? 0 : 2
        default: break
        }
        if scalar.properties.isDefaultIgnorableCodePoint { return 0 }
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark: return 0
        default: return 1
        }
    }
}
