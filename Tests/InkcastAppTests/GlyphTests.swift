import CursesTerminal
import Testing
import Whiteboard

@testable import InkcastApp

@Suite struct GlyphTests {
    @Test(arguments: ["linux", "linux-16color", "vt100", "vt220", "cons25"])
    func `ink is ASCII where fonts have no braille`(type: String) {
        #expect(Inkcast.glyphs(of: type, .utf8) == .ascii)
    }

    @Test(arguments: ["xterm-256color", "tmux-256color", "linuxlike", nil])
    func `ink is braille elsewhere, unless the locale is ASCII`(type: String?) {
        #expect(Inkcast.glyphs(of: type, .utf8) == .braille)
        #expect(Inkcast.glyphs(of: type, .ascii) == .ascii)
    }
}
