package import TerminalUI

/// Where things stand on a screen of some size.
///
/// The canvas takes all of the screen; the lines and the rail lie upon it, so that nothing jumps
/// when they go away.
package struct Layout: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    package let kind: Kind
    private let isChromeHidden: Bool

    /// What there is room for.
    package enum Kind: Hashable, Sendable {
        /// Below 10 × 3: only the word `small`.
        case tooSmall
        /// Below 30 × 8: the canvas and one line.
        case tiny
        /// Below 60 columns: two lines, no rail.
        case narrow
        /// Below 80 columns: a rail of letters.
        case medium
        /// Below 100 columns: a rail with the names of the tools.
        case wide
        /// A rail with the names of the colours too.
        case widest
    }

    package init(columns: Int, rows: Int, isChromeHidden: Bool) {
        self.columns = columns
        self.rows = rows
        self.isChromeHidden = isChromeHidden
        kind =
            if columns < 10 || rows < 3 {
                .tooSmall
            } else if columns < 30 || rows < 8 {
                .tiny
            } else if columns < 60 {
                .narrow
            } else if columns < 80 {
                .medium
            } else if columns < 100 {
                .wide
            } else {
                .widest
            }
    }

    package var hasTopLine: Bool { kind >= .narrow && !isChromeHidden }
    package var hasBottomLine: Bool { kind >= .tiny && !isChromeHidden }

    /// The part of the screen that no line covers.
    package var area: Rect {
        let top = hasTopLine ? 1 : 0
        return Rect(row: top, columns: columns, rows: rows - top - (hasBottomLine ? 1 : 0))
    }

    /// The part that neither a line nor the rail covers.
    package var openArea: Rect {
        Rect(
            column: rail.columns, row: area.origin.row, columns: columns - rail.columns,
            rows: area.rows)
    }

    /// What stands in the rail.
    var railContent: Rail { Rail(for: kind, rows: area.rows) }

    /// Where the rail stands while it is shown; empty where there is no room for one.
    package var rail: Rect {
        let content = railContent
        return Rect(
            row: area.origin.row, columns: isChromeHidden ? 0 : content.columns,
            rows: min(area.rows, content.rows))
    }

    /// The cell where the origin of the canvas stands at first.
    package var home: Position {
        Position(column: rail.columns, row: area.origin.row)
    }
}

extension Layout.Kind: Comparable {}
