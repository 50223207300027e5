import InkCanvas
import TerminalUI

/// The trails of lasers, which fade by their signs and not by their colours.
extension Whiteboard {
    /// Tells that the pointer shines on where it is.
    mutating func shine() {
        guard tool == .laser, session != nil else { return }
        lasers.point(settings.author, to: pointer, at: now)
        outbox.isPreviewStale = true
    }

    func drawLasers(on frame: inout Frame) {
        for trail in lasers.trails {
            let color = roster.person(of: trail.author)?.color ?? 1
            for (index, point) in trail.points.enumerated() {
                let from = index > 0 ? trail.points[index - 1].dot : point.dot
                let sign = laserSign(age: now - point.time)
                for cell in cells(from: viewport.cell(of: from), to: viewport.cell(of: point.dot)) {
                    frame.put(
                        sign, at: cell, style: Style(.ink(color)), width: settings.scalarColumns)
                }
            }
        }
    }

    private func laserSign(age: Milliseconds) -> String {
        switch age * LaserTrails.steps / LaserTrails.life {
        case ..<1: sign("●", ascii: "O")
        case 1: sign("•", ascii: "o")
        default: sign("·", ascii: ".")
        }
    }

    /// The cells on the way, without the first one if there are others.
    private func cells(from start: Position, to end: Position) -> [Position] {
        let (columns, rows) = (end.column - start.column, end.row - start.row)
        let steps = min(max(abs(columns), abs(rows)), Viewport.sideMax)
        guard steps > 0 else { return [end] }
        return (1...steps).map { step in
            Position(
                column: start.column + (columns * step) / steps,
                row: start.row + (rows * step) / steps)
        }
    }
}
