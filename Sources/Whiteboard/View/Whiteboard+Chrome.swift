import InkCanvas
import TerminalUI

/// The rail, the lines and the help: all that lies on the canvas and can be clicked.
extension Whiteboard {
    func chrome() -> Chrome {
        var chrome = Chrome()
        guard layout.kind != .tooSmall else { return chrome }
        if helpScroll != nil {
            putHelp(on: &chrome)
            return chrome
        }
        if !isRailInTheWay { putRail(on: &chrome) }
        if layout.hasTopLine || (notice != nil && layout.kind >= .narrow) {
            chrome.cover(Rect(columns: columns, rows: 1))
            for part in topLine() {
                chrome.put(part.strip, at: Position(column: part.column, row: 0))
            }
        }
        if layout.hasBottomLine || question != nil || (notice != nil && layout.kind == .tiny) {
            chrome.cover(Rect(row: rows - 1, columns: columns, rows: 1))
            chrome.put(bottomLine(), at: Position(column: 0, row: rows - 1))
        }
        if isCardShown, panel == nil, question == nil { putCard(on: &chrome) }
        if let panel { putPanel(panel, on: &chrome) }
        return chrome
    }

    /// Something is being drawn or rubbed out at the rail, or under it.
    private var isRailInTheWay: Bool {
        let isGestureDown =
            switch gesture {
            case .drawing, .shaping, .selecting, .moving: true
            case .erasing(let erasure): erasure.isArmed
            case .idle, .panning, .leavingText, .pressing, .ignored: false
            }
        let reach = layout.rail.inset(columns: -2, rows: -1)
        return isGestureDown && reach.contains(viewport.cell(of: pointer))
    }
}

extension String {
    /// With spaces behind it, so that it has a number of characters.
    func padded(to length: Int) -> String {
        self + String(repeating: " ", count: max(length - count, 0))
    }
}
