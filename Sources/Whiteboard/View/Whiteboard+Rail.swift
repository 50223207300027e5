import InkCanvas
import TerminalUI

/// The rail: tools, colours and size by their keys, to be clicked.
extension Whiteboard {
    func putRail(on chrome: inout Chrome) {
        let rail = layout.rail
        guard rail.columns > 0 else { return }
        chrome.cover(rail)
        for (index, line) in railLines().prefix(rail.rows).enumerated() {
            chrome.put(line, at: Position(column: 0, row: rail.origin.row + index))
        }
    }

    private func railLines() -> [Strip] {
        let rail = layout.railContent
        let sizes = rail.hasSizeLine ? [sizeLine()] : []
        return toolLines(rail) + swatchLines(rail) + sizes
    }

    private func toolLines(_ rail: Rail) -> [Strip] {
        let entries = KeyTable.entries.filter { entry in
            if case .tool = entry.bindings.first?.command { return true }
            return false
        }
        return entries.pieces(of: rail.toolsPerLine).map { entries in
            var line = Strip(settings.scalarColumns)
            for entry in entries {
                guard let binding = entry.bindings.first else { continue }
                let isNamed = rail.toolsPerLine == 1 && layout.kind >= .wide
                let name = isNamed ? " \(entry.hint ?? "")" : ""
                let width = rail.toolsPerLine == 1 ? rail.columns - 1 : 1
                let isChosen = binding.command == .tool(tool)
                if !line.isEmpty { line.add(rail.gap) }
                line.add(
                    "\(binding.chord.label)\(name)".padded(to: width),
                    isChosen ? Style(.standard, on: .standard, .reverse) : .plain,
                    binding.command)
            }
            return line
        }
    }

    /// The colours by their keys.
    private func swatchLines(_ rail: Rail) -> [Strip] {
        let lines = Array(1...Rail.swatchCount).pieces(of: rail.swatchesPerLine)
        let shown =
            rail.hasAllSwatches
            ? lines : Array((lines.filter { $0.contains(Int(style.color)) } + lines).prefix(1))
        return shown.map { numbers in
            var line = Strip(settings.scalarColumns)
            for number in numbers {
                let color = UInt8(number)
                let swatch =
                    color == style.color ? sign("▣", ascii: "@") : sign("■", ascii: "#")
                line.add("\(number)", .plain, .color(color))
                line.add(swatch, Style(.ink(color)), .color(color))
                if rail.swatchesPerLine == 1 {
                    line.add(" \(Palette.names[number - 1])", .plain, .color(color))
                }
            }
            return line
        }
    }

    private func sizeLine() -> Strip {
        var line = Strip(settings.scalarColumns)
        line.add("[", .plain, .resizePen(by: -1))
        line.add(" ")
        line.add("]", .plain, .resizePen(by: 1))
        if layout.kind >= .wide { line.add(" \(style.width)") }
        return line
    }
}

extension Array {
    /// The elements in order, in arrays of at most so many.
    func pieces(of limit: Int) -> [[Element]] {
        stride(from: 0, to: count, by: limit).map { start in
            Array(self[start..<Swift.min(start + limit, count)])
        }
    }
}
