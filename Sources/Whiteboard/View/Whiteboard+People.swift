import InkCanvas
import TerminalUI

/// Where the others point.
extension Whiteboard {
    func drawCursors(on frame: inout Frame) {
        let (area, rail) = (layout.area, layout.rail)
        guard !isChromeHidden else { return }
        for somebody in roster.others where !hiddenCursors.contains(somebody.id) {
            guard let cursor = somebody.cursor else { continue }
            let cell = viewport.cell(of: cursor.position)
            if area.contains(cell), !rail.contains(cell) {
                drawCursor(of: somebody, cursor, at: cell, on: &frame)
            } else {
                drawArrow(to: somebody, at: cell, on: &frame)
            }
        }
    }

    /// The sign stands beside the place, so that ink under a pen is seen.
    private func drawCursor(
        of somebody: Roster.Participant, _ cursor: Roster.Cursor, at cell: Position,
        on frame: inout Frame
    ) {
        let name = roster.displayName(of: somebody.id)
        let label =
            switch cursor.activity {
            case .typing: "\(name) is typing"
            case .away: "\(name) is away"
            case .pointing, .drawing: name
            }
        let sign = marker(of: somebody.id)
        let style = Style(.ink(somebody.person.color))
        // A space keeps the name apart from what comes next.
        let texts = layout.kind == .tiny ? ["\(sign)"] : ["\(sign) \(label) ", "\(sign)"]
        for text in texts {
            let width = DisplayText(text, settings.scalarColumns).columns
            guard let place = placeForLabel(width, beside: cell, on: frame) else { continue }
            frame.put(text, at: place, style: style, width: settings.scalarColumns)
            return
        }
        guard !isText(frame[cell.column, cell.row]) else { return }
        frame[cell.column, cell.row] = Cell(sign, style)
    }

    /// To the right, to the left, below or above: the first place where it covers nothing.
    private func placeForLabel(
        _ width: Int, beside cell: Position, on frame: Frame
    ) -> Position? {
        let (column, row) = (cell.column, cell.row)
        let places = [
            Position(column: column + 1, row: row), Position(column: column - width, row: row),
            Position(column: column, row: row + 1), Position(column: column, row: row - 1),
        ]
        return places.first { isFree(width, at: $0, on: frame) }
    }

    /// There is room on the canvas, and nothing there.
    private func isFree(_ width: Int, at place: Position, on frame: Frame) -> Bool {
        layout.area.rowRange.contains(place.row) && place.column >= 0
            && place.column + width <= columns && !layout.rail.contains(place)
            && (place.column..<place.column + width).allSatisfy { column in
                frame[column, place.row].scalars == Cell.blank.scalars
            }
    }

    /// A cell shows neither nothing nor ink.
    private func isText(_ cell: Cell) -> Bool {
        switch cell.scalars.base {
        case 0x20, 0x2580...0x259F, 0x2800...0x28FF: false
        default: !settings.isASCII
        }
    }

    /// Somebody is beyond the edge: an arrow there, with initials.
    private func drawArrow(
        to somebody: Roster.Participant, at cell: Position, on frame: inout Frame
    ) {
        let area = layout.area
        let initials = somebody.name.initials
        var edge = area.nearest(to: cell)
        if layout.rail.contains(edge) { edge.column = layout.rail.columns }
        let isLeft = cell.column < edge.column
        let isRight = cell.column > edge.column
        let isAbove = cell.row < area.rowRange.lowerBound
        let arrow =
            if isLeft {
                sign("◂", ascii: "<")
            } else if isRight {
                sign("▸", ascii: ">")
            } else {
                isAbove ? sign("▴", ascii: "^") : sign("▾", ascii: "v")
            }
        let text = isRight ? initials.string + arrow : arrow + initials.string
        let width = initials.columns + 1
        edge.column = min(edge.column, max(columns - width, 0))
        let isLevel = !isLeft && !isRight
        frame.put(
            text, at: freePlace(of: width, along: isLevel, near: edge, on: frame),
            style: Style(.ink(somebody.person.color)), width: settings.scalarColumns)
    }

    /// The place nearest to a cell at the edge, along it, where nothing is covered; that cell itself
    /// where there is none near.
    private func freePlace(
        of width: Int, along isLevel: Bool, near cell: Position, on frame: Frame
    ) -> Position {
        let steps = (1...Self.edgeReach).flatMap { [$0, -$0] }
        let near = ([0] + steps).map { step in
            Position(
                column: cell.column + (isLevel ? step : 0), row: cell.row + (isLevel ? 0 : step))
        }
        return near.first { isFree(width, at: $0, on: frame) } ?? cell
    }

    /// Cells that an arrow at the edge may stand aside.
    private static let edgeReach = 8
}
