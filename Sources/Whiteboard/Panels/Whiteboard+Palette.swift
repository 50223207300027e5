import InkCanvas
import TerminalUI

/// All colours, to choose from; while they are shown, a click on ink picks its colour.
extension Whiteboard {
    mutating func openPalette() {
        open(.palette, at: Int(style.color) - 1)
    }

    var paletteContent: PanelContent {
        let numbers = 1...Palette.inkCount
        let perLine = [16, 8, 4].first { $0 * Self.swatchColumns + 2 <= columns } ?? 2
        let items = numbers.map { number in
            let color = UInt8(number)
            let isPlain = settings.isASCII
            return PanelContent.Item(
                parts: [
                    (
                        String(number).padded(to: 2),
                        Style(isPlain ? .ink(color) : .standard)
                    ), (isPlain ? "" : "■", Style(.ink(color))),
                ], command: .color(color))
        }
        return PanelContent(title: "colour, or click on ink", items: items, itemsPerLine: perLine)
    }

    private static let swatchColumns = 5

    /// Takes the colour of what is under the pointer.
    mutating func pickColor() {
        panel = nil
        guard let object = objectUnderPointer.flatMap(canvas.object) else { return }
        perform(.color(object.color))
        tell("colour \(object.color)")
    }
}
