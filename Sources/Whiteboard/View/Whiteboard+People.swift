import InkCanvas
import TerminalUI

/// Where the others point.
extension Whiteboard {
    func drawCursors(on frame: inout Frame) {
        let area = layout.area
        guard !isChromeHidden else { return }
        for somebody in roster.others {
            guard let cursor = somebody.cursor else { continue }
            let cell = viewport.cell(of: cursor.position)
            if area.contains(cell) {
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
        let label = cursor.activity == .typing ? "\(name) is typing" : name
        let sign = marker(of: somebody.person)
        let style = Style(.ink(somebody.person.color))
        let text = layout.kind == .tiny ? "\(sign)" : "\(sign) \(label)"
        let width = DisplayText(text, settings.scalarColumns).columns
        let isRoomRight = cell.column + 1 + width <= columns
        let column = isRoomRight ? cell.column + 1 : max(cell.column - width, 0)
        frame.put(
            text, at: Position(column: column, row: cell.row), style: style,
            width: settings.scalarColumns)
    }

    /// Somebody is beyond the edge: an arrow there, with initials.
    private func drawArrow(
        to somebody: Roster.Participant, at cell: Position, on frame: inout Frame
    ) {
        let area = layout.area
        let initials = somebody.name.initials
        let isLeft = cell.column < area.columnRange.lowerBound
        let isRight = cell.column >= area.columnRange.upperBound
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
        var position = area.nearest(to: cell)
        position.column = min(position.column, max(columns - initials.columns - 1, 0))
        frame.put(
            text, at: position, style: Style(.ink(somebody.person.color)),
            width: settings.scalarColumns)
    }
}
