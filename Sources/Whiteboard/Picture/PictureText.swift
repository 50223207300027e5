import TerminalUI

/// A text of the canvas made safe for a terminal, as glyphs of one or two columns.
///
/// Control, format, private-use and unassigned characters are left out, and so are variation
/// selectors, on whose widths terminals disagree; at most four combining marks stay on a glyph.
struct PictureText {
    struct Glyph: Equatable {
        var scalars: Cell.Scalars
        var columns: Int
    }

    private static let marksMax = 4

    /// The glyphs of one line.
    static func glyphs(
        of line: Substring.UnicodeScalarView, columns: (Unicode.Scalar) -> Int
    ) -> [Glyph] {
        var glyphs: [Glyph] = []
        var marks = 0
        for scalar in line where isShown(scalar) {
            let width = columns(scalar)
            if width == 0 {
                guard marks < marksMax, !glyphs.isEmpty else { continue }
                glyphs[glyphs.count - 1].scalars.add(mark: scalar, at: marks)
                marks += 1
            } else {
                let isKnown = width == 1 || width == 2
                glyphs.append(
                    Glyph(
                        scalars: Cell.Scalars(base: isKnown ? scalar.value : 0x3F),
                        columns: isKnown ? width : 1))
                marks = 0
            }
        }
        return glyphs
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            return false
        default:
            return !scalar.properties.isVariationSelector
        }
    }
}

extension Cell.Scalars {
    fileprivate mutating func add(mark: Unicode.Scalar, at place: Int) {
        switch place {
        case 0: mark1 = mark.value
        case 1: mark2 = mark.value
        case 2: mark3 = mark.value
        default: mark4 = mark.value
        }
    }
}
