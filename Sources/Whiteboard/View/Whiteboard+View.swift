import InkCanvas
package import TerminalUI

extension Whiteboard {
    /// What the whole screen shows now.
    package mutating func view() -> Frame {
        guard layout.kind != .tooSmall else { return smallFrame() }
        var frame = Frame(columns: columns, rows: rows)
        showElsewhere()
        if raster.viewport == viewport {
            raster.paintMore(canvas, pointsMax: Self.pointsPerFrameMax)
        } else {
            raster.show(viewport, of: canvas, pointsMax: Self.pointsPerFrameMax)
        }
        overlayStrokes()
        overlayMoves()
        raster.paint(into: &frame, glyphs: settings.glyphs)
        let caret = drawEditor(on: &frame)
        drawCursors(on: &frame)
        drawSelection(on: &frame)
        drawLasers(on: &frame)
        let chrome = chrome()
        chrome.draw(on: &frame)
        let cursor = caret ?? (isPointerShown ? viewport.cell(of: pointer) : nil)
        if let cursor, frame.contains(cursor), !chrome.covers(cursor), question == nil {
            frame.cursor = cursor
        }
        return frame
    }

    /// A view of more points than this is painted in several frames.
    private static let pointsPerFrameMax = 100_000

    /// Shows strokes, or parts of them, that are not in the log yet.
    private mutating func overlayStrokes() {
        raster.clearOverlays()
        for preview in previews.entries where !hiddenInk.contains(preview.object.author) {
            switch preview.ink {
            case .points(let points, let offset):
                let known = canvas.knownPointCount(of: preview.object)
                let shown = Previews.Ink.points(points, from: offset, beyond: known)
                raster.overlay(shown, style: preview.style)
            case .shape(let shape): raster.overlay(shape, style: preview.style)
            }
        }
        if let open = shapePreview {
            raster.overlay(open.shape, style: open.style)
        } else if let open = openPreview {
            raster.overlay(open.points, style: open.style)
        }
    }

    private func smallFrame() -> Frame {
        var frame = Frame(columns: columns, rows: rows)
        let text = question == .quit ? "quit? y/n" : "small"
        frame.put(text, at: Position(column: 0, row: 0), width: settings.scalarColumns)
        return frame
    }
}

extension Frame {
    fileprivate func contains(_ position: Position) -> Bool {
        Rect(columns: columns, rows: rows).contains(position)
    }
}
