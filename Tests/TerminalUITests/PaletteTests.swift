import TerminalUI
import Testing

@Suite struct PaletteTests {
    @Test func `ink 1 is the terminal's own foreground, and so is what is no ink`() {
        for ink: UInt8 in [0, 1, 65, 255] { #expect(Palette.entry(ink) == nil) }
    }

    @Test func `the other inks differ and can be read on dark and on light`() throws {
        var seen: Set<UInt8> = []
        for ink in UInt8(2)...64 {
            let entry = try #require(Palette.entry(ink))
            #expect(seen.insert(entry.index256).inserted)
            let colour = luminance(entry.components)
            #expect(contrast(colour, luminance((0x1E, 0x1E, 0x1E))) > 2.6)
            #expect(contrast(colour, 1) > 2.6)
            #expect(entry.index16.map { $0 < 16 } ?? true)
            #expect(entry.index8.map { $0 < 8 } ?? true)
        }
    }

    @Test func `inks 1 to 8 differ where there are 16 and where there are 8 colours`() {
        let entries = (UInt8(1)...8).map { Palette.entry($0) }
        #expect(Set(entries.map { $0?.index256 }).count == 8)
        #expect(Set(entries.map { $0?.index16 }).count == 8)
        #expect(Set(entries.map { "\($0?.index8 ?? 8) \($0?.isBoldAmong8 ?? false)" }).count == 8)
    }

    @Test func `every key from 1 to 8 has a named ink`() {
        #expect(Palette.names.count == 8)
        #expect(Palette.entry(2)?.components ?? (0, 0, 0) == (0xD7, 0, 0))
    }

    @Test func `markers go round`() {
        #expect(Marker(of: 0) == .disc)
        #expect(Marker(of: 9) == .diamond)
        #expect(Marker.club.next == .disc)
        #expect(Marker(of: .max).asciiSymbol.isASCII)
        #expect(Set(Marker.allCases.map(\.symbol)).count == 8)
    }

    private func contrast(_ one: Double, _ other: Double) -> Double {
        (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    /// Relative luminance as WCAG 2 defines it, with its curve taken as a power of 2.2 (x² · ⁵√x).
    private func luminance(_ colour: (red: UInt8, green: UInt8, blue: UInt8)) -> Double {
        func linear(_ component: UInt8) -> Double {
            let value = Double(component) / 255
            return value * value * (0.8 + 0.2 * value)
        }
        return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
            + 0.0722 * linear(colour.blue)
    }
}
