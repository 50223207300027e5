import TerminalUI
import Testing

/// A stand-in for `wcwidth`.
func columns(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: 0
    default: (0x1100...0x115F).contains(scalar.value) || scalar.value >= 0x2E80 ? 2 : 1
    }
}

@Suite struct DisplayTextTests {
    @Test(arguments: [
        ("plain text", "plain text"),
        ("a\u{1B}[2Jb", "a[2Jb"),
        ("\u{9B}2J\u{7F}", "2J"),
        ("tab\there\r\nline", "tab here  line"),
        ("bidi\u{202E}\u{2066}\u{200F}", "bidi"),
        ("zero\u{200B}\u{200D}\u{2060}\u{FEFF}width", "zerowidth"),
        ("private\u{E000}\u{10FFFD}", "private??"),
        ("unassigned\u{0378}\u{FFFF}", "unassigned??"),
        ("tag\u{E0041}\u{E007F}", "tag"),
        ("❤\u{FE0F}👍🏽", "❤👍"),
        ("\u{3164}\u{115F}x", "x"),
        ("a\u{2028}b\u{A0}c", "a b c"),
        ("\u{301}alone", "alone"),
        ("e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", "e\u{301}\u{302}\u{303}\u{304}"),
    ])
    func `text is made safe`(_ hostile: String, _ safe: String) {
        let text = DisplayText(hostile, columns)
        #expect(text.string.unicodeScalars.elementsEqual(safe.unicodeScalars))
    }

    @Test func `no scalar reaches a cell that could command the terminal`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for shown in DisplayText(String(scalar), columns).graphemes.flatMap(\.scalars.values) {
                let category = shown.properties.generalCategory
                let isUnsafe =
                    category == .control || category == .format || category == .privateUse
                    || category == .unassigned
                if isUnsafe { Issue.record("U+\(String(value, radix: 16))") }
            }
        }
    }

    @Test func `bytes that are no UTF-8 are replaced`() {
        #expect(DisplayText(utf8: [0x61, 0xFF, 0x62], columns).string == "a\u{FFFD}b")
    }

    @Test func `a name is trimmed and cut to 64 bytes and 24 columns`() {
        #expect(DisplayText(name: "  Ana \n", columns).string == "Ana")
        #expect(DisplayText(name: String(repeating: "x", count: 99), columns).columns == 24)
        #expect(DisplayText(name: String(repeating: "漢", count: 99), columns).columns == 23)
        let exact = "Maximilian Featherstonee"
        #expect(DisplayText(name: exact + " ", columns).string == exact)
        #expect(DisplayText(name: exact + "s", columns).string == "Maximilian Featherstone…")
        #expect(
            DisplayText(name: "Maximilian Featherstone e s", columns).string
                == "Maximilian Featherstone…")
        let heavy = DisplayText(
            name: String(repeating: "e\u{301}\u{302}\u{303}", count: 24), columns)
        #expect(heavy.string.utf8.count == 59)
    }

    @Test func `an ellipsis stands for what was cut`() {
        let text = DisplayText("canvas", columns)
        #expect(text.truncated(toColumns: 6).string == "canvas")
        #expect(text.truncated(toColumns: 4).string == "can…")
        #expect(DisplayText("漢字", columns).truncated(toColumns: 3).string == "漢…")
        #expect(text.truncated(toColumns: 0).columns == 0)
        #expect(text.truncated(toColumns: -1).columns == 0)
    }

    @Test(arguments: [
        ("Ben", "Be"), ("Ana Lee Smith", "AL"), ("漢字", "漢"), ("x", "x"), ("", ""), ("a 漢", "a"),
    ])
    func `initials take two columns at most`(_ name: String, _ initials: String) {
        #expect(DisplayText(name, columns).initials.string == initials)
    }
}
