import CursesTerminal
import InkCanvas
import TerminalUI
import Whiteboard

/// The canvas as lines of plain text, exactly as a screen shows it.
enum ScreenText {
    static func lines(of canvas: Canvas, in viewport: Viewport, glyphs: GlyphSet) -> [String] {
        let raster = Raster(viewport, of: canvas, columns: { TextEncoding.columns($0) })
        var frame = Frame(columns: viewport.columns, rows: viewport.rows)
        raster.paint(into: &frame, glyphs: glyphs)
        return (0..<frame.rows).map { row in
            var line = String.UnicodeScalarView()
            for column in 0..<frame.columns {
                let scalars = frame[column, row].scalars
                let values = [
                    scalars.base, scalars.mark1, scalars.mark2, scalars.mark3, scalars.mark4,
                ]
                line.append(contentsOf: values.filter { $0 > 0 }.compactMap(Unicode.Scalar.init))
            }
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }
}
