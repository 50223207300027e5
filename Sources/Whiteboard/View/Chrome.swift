import TerminalUI

/// What lies on the screen besides the canvas, and what a click on it means.
struct Chrome {
    private var pieces: [Piece] = []
    /// The places that are not the canvas.
    private var covered: [Rect] = []

    private struct Piece {
        var position: Position
        var part: Strip.Part
    }

    mutating func cover(_ rect: Rect) {
        if !rect.isEmpty { covered.append(rect) }
    }

    mutating func put(_ strip: Strip, at position: Position) {
        var position = position
        for part in strip.parts {
            pieces.append(Piece(position: position, part: part))
            position.column += part.text.columns
        }
    }

    func covers(_ cell: Position) -> Bool {
        covered.contains { $0.contains(cell) }
    }

    /// What a click on a cell asks for.
    func command(at cell: Position) -> Command? {
        pieces.last { piece in
            let column = piece.position.column
            return piece.position.row == cell.row
                && (column..<column + piece.part.text.columns).contains(cell.column)
        }?.part.command
    }

    func draw(on frame: inout Frame) {
        for rect in covered { frame.fill(rect) }
        for piece in pieces {
            frame.put(piece.part.text, at: piece.position, style: piece.part.style)
        }
    }
}
