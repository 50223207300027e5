import Foundation
import InkCanvas
import TerminalUI
import Testing

@testable import Whiteboard

/// Pictures to look at: `INKCAST_PICTURES=FOLDER swift test --filter PictureFileTests` leaves them
/// there as PNG.
struct PictureFileTests {
    /// A circle, an arrow, filled boxes, handwriting, crossing lines and a note.
    private func board() -> Board {
        var board = Board()
        board.draw(.ellipse, (4, 4), (43, 43), color: 2)
        board.draw(.ellipse, (60, 8), (95, 31), isFilled: true, color: 3)
        board.draw(.arrow, (110, 8), (150, 36), look: .dots, color: 4)
        board.draw(.arrow, (160, 8), (200, 36), color: 5)
        board.draw(.rectangle, (4, 56), (40, 84), isFilled: true, color: 6)
        board.write("filled", at: (10, 64))
        board.draw(.rectangle, (50, 56), (86, 84), look: .dots, isFilled: true, color: 7)
        board.draw(.rectangle, (96, 56), (130, 84), weight: .heavy)
        board.draw(.rectangle, (116, 68), (150, 96), weight: .double, color: 3)
        board.draw(.line, (90, 76), (160, 76), weight: .dashed, color: 8)
        board.draw([(164, 56), (204, 96)], color: 2)
        board.draw([(164, 96), (204, 56)], color: 5, width: 3)
        let note = board.note("漢字 and words: 字 in a card", at: (4, 104), width: 48)
        board.stamp(.check, .on(note))
        board.stamp(.heart, .on(note))
        board.stamp(.heart, .on(note))
        for (y, isSmoothed) in [(Int32(104), false), (124, true)] {
            board.draw(Self.handwriting(at: (64, y)), isSmoothed: isSmoothed)
        }
        return board
    }

    /// Loops, in the steps of a pointer that is seen cell by cell.
    private static func handwriting(at place: (Int32, Int32)) -> [(Int32, Int32)] {
        (0..<70).map { step in
            let turn = Double(step) * 0.55
            let (x, y) = (Double(step) * 1.8 + 8 * cos(turn), 8 + 8 * sin(turn))
            return (place.0 + Int32(x / 2) * 2, place.1 + Int32(y / 4) * 4)
        }
    }

    @Test(arguments: GlyphSet.allCases, [-2, 0, 2])
    func `pictures in each set of glyphs, from afar, as it is, and close`(
        glyphs: GlyphSet, exponent: Int
    ) throws {
        var board = board()
        board.glyphs = glyphs
        let zoom = try #require(Zoom.steps.first { $0.exponent == exponent })
        let raster = board.raster(112, 38, zoom: zoom)
        let image = CellImage(board.frame(of: raster))
        let png = image.png
        #expect(image.width == 896 && image.height == 608)
        #expect(png.count > image.width * image.height * 3)
        guard let folder = ProcessInfo.processInfo.environment["INKCAST_PICTURES"] else { return }
        let name = "\(folder)/\(glyphs.rawValue)-\(zoom.percent).png"
        try Data(png).write(to: URL(filePath: name))
    }
}
