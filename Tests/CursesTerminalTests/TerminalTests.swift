@testable import CursesTerminal
import Glibc
import TerminalUI
import Testing

private let esc = "\u{1B}"

/// A frame with one piece of text.
private func frame(
    _ text: String, _ style: Style = .plain, column: Int = 0, columns: Int = 40, rows: Int = 10
) -> Frame {
    var frame = Frame(columns: columns, rows: rows)
    frame.put(
        text, at: Position(column: column, row: 2), style: style, width: TextEncoding.columns)
    // The last row is never blank, as in the program.
    frame.put(
        "status", at: Position(column: 0, row: rows - 1), width: TextEncoding.columns)
    return frame
}

extension String {
    fileprivate func count(of part: String) -> Int {
        ranges(of: part).count
    }
}

// ncurses belongs to one thread at a time.
@Suite(.serialized) struct TerminalTests {
    @Test func `a frame arrives in one write, shown at once`() throws {
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open("xterm-256color") { $0.fallbackSize = (40, 10) }
        terminal.present(frame("first"))
        let first = try #require(fake.readOnce())
        #expect(first.contains("first"))
        #expect(fake.readOnce() == nil)
        terminal.present(frame("second"))
        let second = try #require(fake.readOnce())
        #expect(second.hasPrefix("\(esc)[?2026h"))
        #expect(second.hasSuffix("\(esc)[?2026l"))
        #expect(second.contains("second"))
        #expect(fake.readOnce() == nil)
        #expect(second.utf8.elementsEqual(terminal.lastFrame))
        terminal.present(frame("second"))
        #expect(fake.readOnce() == nil)
    }

    @Test func `no erase-display is ever inside a synchronized frame`() throws {
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open("xterm-256color") { $0.fallbackSize = (40, 10) }
        var erasing = 0
        for step in 0..<6 {
            var frame = Frame(columns: 40, rows: 10)
            if step % 2 == 0 {
                for row in 0..<10 { frame[3, row] = Cell("x") }
            }
            if step == 5 { terminal.redraw() }
            terminal.present(frame)
            while let bytes = fake.readOnce() {
                guard bytes.contains(try Regex("\u{1B}\\[[0-3]?J")) else { continue }
                erasing += 1
                #expect(!bytes.contains("\(esc)[?2026"))
            }
        }
        #expect(erasing >= 2)
    }

    @Test func `modes are sent once, and undone at the end`() throws {
        let fake = try FakeTerminal.pseudo(columns: 40, rows: 10)
        let terminal = try fake.open("xterm-256color")
        for text in ["a", "b", "c"] { terminal.present(frame(text)) }
        let shown = fake.readAll()
        let modes = ["1000", "1002", "1003", "1006", "2004", "1004", "1049"]
        for mode in modes { #expect(shown.count(of: "\(esc)[?\(mode)h") == 1, "mode \(mode)") }
        #expect(
            shown.contains("\(esc)[?1000h\(esc)[?1002h\(esc)[?1003h\(esc)[?1006h"))
        terminal.close()
        let end = fake.readAll()
        for mode in modes { #expect(end.count(of: "\(esc)[?\(mode)l") == 1, "mode \(mode)") }
        #expect(end.contains("\(esc)[?25h") || end.contains("\(esc)[?12l\(esc)[?25h"))
        terminal.close()
        #expect(fake.readAll() == "")
    }

    @Test func `the mouse can be left alone, or hovering`() throws {
        let fake = try FakeTerminal.packets()
        let calm = try fake.open("xterm-256color") { $0.mouse = .withoutHover }
        calm.present(frame("x"))
        #expect(fake.readAll().contains("?1002h\(esc)[?1006h"))
        calm.close()
        _ = fake.readAll()
        let none = try fake.open("xterm-256color") { $0.mouse = .none }
        none.present(frame("x"))
        #expect(!fake.readAll().contains("?1000h"))
    }

    @Test func `line settings are raw meanwhile and then as they were found`() throws {
        let fake = try FakeTerminal.pseudo(columns: 40, rows: 10)
        let before = fake.settings
        let terminal = try fake.open("xterm-256color")
        #expect(fake.settings != before)
        terminal.close()
        #expect(fake.settings == before)
        #expect(terminal.read() == [])
        terminal.present(frame("late"))
        #expect(!fake.readAll().contains("late"))
    }

    @Test func `dropping the terminal gives it back too`() throws {
        let fake = try FakeTerminal.pseudo(columns: 40, rows: 10)
        let before = fake.settings
        do {
            let terminal = try fake.open("xterm-256color")
            terminal.present(frame("x"))
        }
        #expect(fake.settings == before)
        #expect(fake.readAll().contains("\(esc)[?1049l"))
    }

    @Test func `mouse reports on their way at the end are not left to the shell`() throws {
        let fake = try FakeTerminal.pseudo(columns: 40, rows: 10)
        let terminal = try fake.open("xterm-256color") { $0.farewellMilliseconds = 10_000 }
        terminal.present(frame("x"))
        fake.type("\(esc)[<35;1;1M\(esc)[<35;2;1M\(esc)[0n")
        terminal.close()
        #expect(fake.readAll().contains("\(esc)[5n"))
        var waiting: Int32 = 0
        _ = ioctl(fake.device, UInt(FIONREAD), &waiting)
        #expect(waiting == 0)
    }

    @Test func `a repair leaves the shell's cursor where it is`() throws {
        let fake = try FakeTerminal.pseudo(columns: 40, rows: 10)
        Terminal.reset(TerminalDevice(adopting: dup(fake.device)))
        let bytes = fake.readAll()
        #expect(bytes.hasPrefix("\(esc)7"))
        #expect(bytes.contains("\(esc)[?1049l"))
        #expect(bytes.hasSuffix("\(esc)7\(esc)[r\(esc)8"))
    }

    @Test(arguments: [
        ("xterm-256color", ["38;5;160m"], ColorDepth.palette),
        ("tmux-256color", ["38;5;160m"], .palette),
        ("xterm", ["31m"], .eight),
        ("linux", ["31"], .eight),
        ("vt100", [], .none),
    ])
    func `an ink is the nearest colour the terminal has`(
        _ type: String, _ sequences: [String], _ depth: ColorDepth
    ) throws {
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open(type)
        #expect(terminal.depth == depth)
        terminal.present(frame("red", Style(.ink(2))))
        let bytes = fake.readAll()
        #expect(bytes.contains("red"))
        for sequence in sequences { #expect(bytes.contains(sequence)) }
        if sequences.isEmpty { #expect(!bytes.contains("[31")) }
    }

    @Test(arguments: [
        (ColorDepth.direct, ColorDepth.palette, "38;5;160m"), (.palette, .palette, "38;5;160m"),
        (.sixteen, .sixteen, "[31m"), (.eight, .eight, "[31m"), (.none, .none, "red"),
    ])
    func `no more colours are used than was asked for`(
        _ most: ColorDepth, _ depth: ColorDepth, _ sequence: String
    ) throws {
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open("xterm-256color") { $0.depthMax = most }
        #expect(terminal.depth == depth)
        terminal.present(frame("red", Style(.ink(2))))
        let bytes = fake.readAll()
        #expect(bytes.contains(sequence))
        #expect(bytes.contains("38;5") == (depth == .palette))
    }

    @Test func `a terminal of direct colours takes few colours by number`() {
        #expect(ColorDepth.direct.limited(to: .palette) == .direct)
        #expect(ColorDepth.direct.limited(to: .sixteen) == .eight)
        #expect(ColorDepth.direct.limited(to: .eight) == .eight)
        #expect(ColorDepth.eight.limited(to: .palette) == .eight)
    }

    @Test(
        arguments: [
            (-1, -1), (0, -1), (8, 1), (16, 1), (88, 1), (256, 160), (16_777_216, 0xD70000),
        ] as [(Int32, Int32)])
    func `red has a number for every count of colours`(_ colors: Int32, _ number: Int32) {
        let depth = ColorDepth(colors: colors)
        #expect(depth.number(of: .ink(2)) == number)
        #expect(depth.number(of: .ink(1)) == -1)
        #expect(depth.number(of: .standard) == -1)
    }

    @Test(arguments: [
        ("C", TextEncoding.ascii), ("POSIX", .ascii), ("C.UTF-8", .utf8), ("no_SUCH.UTF-8", .utf8),
        ("", .utf8),
    ])
    func `a locale that names no UTF-8 means ASCII, one that is missing nothing`(
        _ name: String, _ encoding: TextEncoding
    ) {
        let before = ["LC_ALL", "LC_CTYPE", "LANG"].map { ($0, environmentVariable($0)) }
        for (variable, _) in before { setenv(variable, name, 1) }
        #expect(TextEncoding.ofLocale() == encoding)
        for (variable, value) in before { setenv(variable, value ?? "", 1) }
        setlocale(LC_CTYPE, "C.UTF-8")
        #expect(TextEncoding.columns("漢") == 2)
    }

    @Test func `every pair of inks can be drawn whatever the terminal has`() throws {
        for type in ["xterm-256color", "linux", "vt100"] {
            let fake = try FakeTerminal.packets()
            let terminal = try fake.open(type) { $0.fallbackSize = (66, 66) }
            var frame = Frame(columns: 66, rows: 66)
            for foreground in UInt8(1)...64 {
                for background in UInt8(1)...64 {
                    frame[Int(foreground), Int(background)] = Cell(
                        "x", Style(.ink(foreground), on: .ink(background)))
                }
            }
            terminal.present(frame)
            #expect(fake.readAll().filter { $0 == "x" }.count >= 64 * 64, "\(type)")
        }
    }

    @Test func `without colour a coloured background is reverse video`() throws {
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open("xterm-256color") { $0.depthMax = .none }
        terminal.present(frame("me", Style(.standard, on: .ink(3))))
        let bytes = fake.readAll()
        #expect(bytes.contains("7mme"))
        #expect(!bytes.contains("38;5") && !bytes.contains("48;5"))
    }

    @Test func `a slow terminal gets whole frames, and the newest last`() throws {
        let fake = try FakeTerminal.pseudo(columns: 200, rows: 50)
        let terminal = try fake.open("xterm-256color")
        var received = ""
        var presented = 0
        while presented < 40 {
            var frame = Frame(columns: 200, rows: 50)
            for row in 0..<50 {
                for column in 0..<200 {
                    let ink = UInt8((row * 7 + column * 3 + presented) % 64 + 1)
                    frame[column, row] = Cell("⣿", Style(.ink(ink)))
                }
            }
            frame.put(
                "frame \(presented);", at: Position(column: 0, row: 0), width: TextEncoding.columns)
            terminal.present(frame)
            presented += 1
        }
        #expect(terminal.wantsWrite)
        for _ in 0..<100_000 where terminal.wantsWrite {
            received += fake.readOnce() ?? ""
            terminal.flush()
        }
        received += fake.readAll()
        #expect(!terminal.wantsWrite)
        #expect(received.contains("39;"))
        #expect(received.count(of: "\(esc)[?2026h") == received.count(of: "\(esc)[?2026l"))
        #expect(received.count(of: "\(esc)[?2026h") < 5)
    }

    @Test func `what is typed comes through untouched`() throws {
        let fake = try FakeTerminal.pseudo(columns: 40, rows: 10)
        let terminal = try fake.open("xterm-256color")
        #expect(terminal.read() == [])
        fake.type("\u{03}\u{1A}\r\(esc)[<0;1;1M\u{13}")
        #expect(terminal.read() == Array("\u{03}\u{1A}\r\(esc)[<0;1;1M\u{13}".utf8))
    }

    @Test func `of much that is typed a call takes only so much that a frame is not late for it`()
        throws
    {
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open("xterm-256color")
        for letter in ["a", "b"] { fake.type(String(repeating: letter, count: 3000)) }
        let first = terminal.read()
        #expect(first.count <= 4096)
        #expect((first + terminal.read()).count == 6000)
    }

    @Test func `what the next sequence undoes is not sent`() throws {
        let bytes = "\(esc)[31mx\(esc)[39m\(esc)(B\(esc)[my\(esc)[39m\(esc)[m\(esc)[39mz\(esc)["
        #expect(
            Sequences.shortened(Array(bytes.utf8))
                == Array("\(esc)[31mx\(esc)[my\(esc)[m\(esc)[39mz\(esc)[".utf8))
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open("xterm-256color")
        terminal.present(frame("red", Style(.ink(2))))
        let sent = fake.readAll()
        #expect(sent.contains("38;5;160mred") && !sent.contains("[39m"))
    }

    @Test func `a new size is taken on and painted in full`() throws {
        let fake = try FakeTerminal.pseudo(columns: 40, rows: 10)
        let terminal = try fake.open("xterm-256color")
        #expect((terminal.columns, terminal.rows) == (40, 10))
        terminal.present(frame("hello"))
        _ = fake.readAll()
        #expect(!terminal.resize())
        fake.resize(columns: 60, rows: 12)
        #expect(terminal.resize())
        #expect((terminal.columns, terminal.rows) == (60, 12))
        terminal.present(frame("hello", columns: 60, rows: 12))
        #expect(fake.readAll().contains("hello"))
        fake.resize(columns: 1, rows: 1)
        #expect(terminal.resize())
        terminal.present(frame("hello", columns: 60, rows: 12))
        terminal.present(Frame(columns: 0, rows: 0))
        fake.resize(columns: 60_000, rows: 60_000)
        #expect(terminal.resize())
        #expect(terminal.columns == Terminal.columnsMax && terminal.rows == Terminal.rowsMax)
    }

    @Test func `a hung-up terminal is noticed, and closing it does not hang`() throws {
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open("xterm-256color")
        shutdown(fake.descriptor, Int32(SHUT_RDWR))
        #expect(terminal.read() == [])
        #expect(terminal.isHungUp)
        #expect(!terminal.wantsRead && !terminal.wantsWrite)
        terminal.close()
    }

    @Test func `wide characters and marks arrive whole`() throws {
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open("xterm-256color")
        terminal.present(frame("漢字e\u{301}é"))
        #expect(fake.readAll().unicodeScalars.contains("\u{301}"))
        terminal.present(frame("漢x", column: 0))
        let bytes = fake.readAll()
        #expect(bytes.contains("x"))
        #expect(!bytes.contains("漢"))
    }

    @Test func `where the locale is not UTF-8 only ASCII is sent`() throws {
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open("xterm-256color", encoding: .ascii)
        var frame = frame("ok")
        frame[5, 5] = Cell("⣿")
        frame[6, 5] = Cell("│")
        frame[7, 5] = Cell("\u{7}")
        terminal.present(frame)
        let bytes = fake.readAll()
        #expect(bytes.contains("?+") && bytes.contains("ok"))
        #expect(bytes.unicodeScalars.allSatisfy { $0.isASCII && $0 != "\u{7}" })
    }

    @Test func `the cursor is shown where the frame says`() throws {
        let fake = try FakeTerminal.packets()
        let terminal = try fake.open("xterm-256color")
        var frame = frame("x")
        terminal.present(frame)
        #expect(fake.readAll().contains("\(esc)[?25l"))
        frame.cursor = Position(column: 7, row: 4)
        terminal.present(frame)
        let bytes = fake.readAll()
        #expect(bytes.contains("?25h") && bytes.contains("\(esc)[5d"))
        frame.cursor = nil
        terminal.present(frame)
        #expect(fake.readAll().contains("\(esc)[?25l"))
    }

    @Test(arguments: [nil, "no-such-terminal", "dumb"])
    func `a terminal that cannot draw is refused in one line`(_ type: String?) throws {
        let fake = try FakeTerminal.pseudo(columns: 40, rows: 10)
        let before = fake.settings
        let error = try #require(throws: TerminalError.self) { _ = try fake.open(type) }
        #expect(error == type.map(TerminalError.typeUnusable) ?? .typeMissing)
        #expect(error.description.contains("TERM=xterm-256color inkcast"))
        #expect(!error.description.contains("\n"))
        #expect(fake.settings == before)
        #expect(fake.readAll() == "")
    }

    @Test func `signals come as events, each once`() throws {
        let signals = try SignalPipe()
        #expect(signals.read().isEmpty)
        for number in [SIGWINCH, SIGWINCH, SIGTERM, SIGTSTP, SIGPIPE] { kill(getpid(), number) }
        var seen: Set<SignalPipe.Signal> = []
        let deadline = ContinuousClock.now + .seconds(10)
        while seen.count < 3, ContinuousClock.now < deadline {
            var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, 100)
            seen.formUnion(signals.read())
        }
        #expect(seen == [.terminated, .stopRequested, .resized])
        #expect(throws: TerminalError.self) { _ = try SignalPipe() }
    }
}
