@testable import CursesTerminal
import Glibc
import TerminalEmulation
import TerminalUI
import Testing

/// What the terminal shows in the end, whenever it took what.
extension TerminalTests {
    private static let (columns, rows) = (160, 40)

    private func open(_ fake: FakeTerminal) throws -> Terminal {
        try fake.open("xterm-256color") { $0.fallbackSize = (Self.columns, Self.rows) }
    }

    private func emulator() -> Emulator {
        Emulator(columns: Self.columns, rows: Self.rows, width: TextEncoding.columns)
    }

    private func expect(
        _ emulator: Emulator, shows frame: Frame, _ comment: Comment,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let differences = emulator.frame.differences(from: frame)
        #expect(differences.prefix(5).isEmpty, comment, sourceLocation: location)
        #expect(emulator.unknown.isEmpty, comment, sourceLocation: location)
    }

    @Test func `each frame is one write, and then the picture`() throws {
        let fake = try FakeTerminal.packets()
        let terminal = try open(fake)
        var emulator = emulator()
        var sketch = Sketch(columns: Self.columns, rows: Self.rows, seed: 1)
        for number in 0..<400 {
            terminal.present(sketch.next())
            let write = fake.take(upTo: 1 << 20)
            #expect(fake.readOnce() == nil, "frame \(number)")
            // The first one brings the modes along.
            if number > 0, !write.isEmpty, !Sequences.erasesDisplay(write) {
                let text = String(decoding: write, as: UTF8.self)
                #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
                #expect(text.ranges(of: "\u{1B}[?2026").count == 2)
            }
            emulator.feed(write)
            expect(emulator, shows: sketch.frame, "frame \(number)")
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `a terminal that takes little at a time shows the last frame in the end`(
        seed: UInt64
    ) throws {
        let fake = try FakeTerminal.pseudo(columns: Self.columns, rows: Self.rows)
        let terminal = try open(fake)
        var emulator = emulator()
        var sketch = Sketch(columns: Self.columns, rows: Self.rows, seed: seed)
        var waits = 0
        for _ in 0..<300 {
            terminal.present(sketch.next())
            waits += terminal.wantsWrite ? 1 : 0
            emulator.feed(fake.take(upTo: sketch.roll(1...200)))
            if sketch.roll(0...3) == 0 { terminal.flush() }
        }
        #expect(waits > 100)
        try drain(fake, terminal, into: &emulator)
        expect(emulator, shows: sketch.frame, "seed \(seed)")
    }

    @Test func `a terminal stopped by XOFF is waited for without asking, and right afterwards`()
        throws
    {
        let fake = try FakeTerminal.pseudo(columns: Self.columns, rows: Self.rows)
        let terminal = try fake.open("xterm-256color")
        var emulator = emulator()
        var sketch = Sketch(columns: Self.columns, rows: Self.rows, seed: 9)
        terminal.present(sketch.next())
        try drain(fake, terminal, into: &emulator)
        tcflow(fake.device, TCOOFF)
        for _ in 0..<100 { terminal.present(sketch.next()) }
        #expect(terminal.wantsWrite)
        #expect(fake.readOnce() == nil)
        var entry = pollfd(fd: terminal.descriptor, events: Int16(POLLOUT), revents: 0)
        #expect(poll(&entry, 1, 0) == 0, "a loop would turn for nothing")
        tcflow(fake.device, TCOON)
        try drain(fake, terminal, into: &emulator)
        expect(emulator, shows: sketch.frame, "")
        #expect(emulator.frameCount < 5)
    }

    /// Takes all that is to come.
    private func drain(
        _ fake: FakeTerminal, _ terminal: Terminal, into emulator: inout Emulator
    ) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            let bytes = fake.take(upTo: 1 << 16)
            emulator.feed(bytes)
            terminal.flush()
            guard bytes.isEmpty else { continue }
            // What was written is soon there to be read.
            var entry = pollfd(fd: fake.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 100) > 0 || terminal.wantsWrite else { return }
            try #require(ContinuousClock.now < deadline)
        }
    }
}

/// Frames in a row, each the one before with something drawn, written, moved or gone.
private struct Sketch {
    private(set) var frame: Frame
    private var state: UInt64

    init(columns: Int, rows: Int, seed: UInt64) {
        frame = Frame(columns: columns, rows: rows)
        state = seed
    }

    /// A linear congruential generator's upper bits.
    mutating func roll(_ range: ClosedRange<Int>) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int(state >> 33) % range.count
    }

    private var style: Style {
        mutating get {
            let inks = [Color.standard, .ink(UInt8(roll(2...64)))]
            let attributes = Style.Attributes(rawValue: UInt8(roll(0...15)))
            return Style(
                inks[roll(0...1)], on: roll(0...7) == 0 ? .ink(UInt8(roll(2...64))) : .standard,
                roll(0...5) == 0 ? attributes : [])
        }
    }

    private var place: Position {
        mutating get {
            Position(column: roll(0...frame.columns - 1), row: roll(0...frame.rows - 1))
        }
    }

    mutating func next() -> Frame {
        switch roll(0...19) {
        case 0: frame = Frame(columns: frame.columns, rows: frame.rows)
        case 1...3: move(columns: roll(-6...6), rows: roll(-3...3))
        case 4...6: fill()
        case 7: frame.cursor = roll(0...1) == 0 ? nil : place
        case 8...11:
            let texts = ["hello", "漢字漢", "e\u{301}e\u{302}\u{303}x", "──┼──", "        "]
            frame.put(
                texts[roll(0...4)], at: place, style: style, width: TextEncoding.columns)
        default: draw()
        }
        return frame
    }

    /// A line of braille.
    private mutating func draw() {
        let style = style
        var place = place
        for _ in 0..<roll(1...300) {
            frame[place.column, place.row] = Cell(
                Unicode.Scalar(UInt32(roll(0x2801...0x28FF))) ?? "x", style)
            place.column += roll(-1...1)
            place.row += roll(-1...1)
        }
    }

    private mutating func fill() {
        let (corner, style) = (place, style)
        let cells = [Cell("x", style), Cell("⣿", style), Cell(" ", style)]
        let cell = cells[roll(0...2)]
        for row in corner.row..<corner.row + roll(1...20) {
            for column in corner.column..<corner.column + roll(1...90) {
                frame[column, row] = cell
            }
        }
    }

    /// What goes beyond the edge is gone.
    private mutating func move(columns: Int, rows: Int) {
        var moved = Frame(columns: frame.columns, rows: frame.rows)
        for row in 0..<frame.rows {
            for column in 0..<frame.columns {
                moved[column, row] = frame[column - columns, row - rows]
            }
        }
        for row in 0..<frame.rows {
            // Half of a wide character is none.
            if moved[0, row].isContinuation { moved[0, row] = .blank }
            let edge = frame.columns - 1
            if TextEncoding.columns(Unicode.Scalar(moved[edge, row].scalars.base) ?? " ") == 2 {
                moved[edge, row] = .blank
            }
        }
        moved.cursor = frame.cursor
        frame = moved
    }
}
