package import TerminalUI

extension Frame {
    /// Where another frame of this size looks different in some rows, a line for each such cell.
    package func differences(from other: Frame, inRows chosen: Range<Int>? = nil) -> [String] {
        var differences: [String] = []
        for row in chosen ?? 0..<rows {
            for column in 0..<columns {
                let (here, there) = (self[column, row].asSeen, other[column, row].asSeen)
                if here != there { differences.append("\(column),\(row): \(here), not \(there)") }
            }
        }
        if chosen == nil, cursor != other.cursor {
            differences.append(
                "cursor: \(String(describing: cursor)), not \(String(describing: other.cursor))")
        }
        return differences
    }
}

extension Cell {
    /// The cell with the one style that all blanks that look alike have.
    fileprivate var asSeen: Cell {
        guard scalars == Cell.blank.scalars,
            style.attributes.isDisjoint(with: [.underline, .reverse])
        else { return self }
        return Cell(" ", Style(.standard, on: style.background))
    }
}

extension Cell: CustomStringConvertible {
    package var description: String {
        let text = String(String.UnicodeScalarView(scalars.values))
        return "«\(text)» \(style.foreground) on \(style.background) \(style.attributes.rawValue)"
    }
}
