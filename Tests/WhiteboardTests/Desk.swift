import InkCanvas
import TerminalUI
import Testing
import Whiteboard

/// One person at a whiteboard, without a terminal, a network or a clock.
///
/// What they append comes back to them at once, as it does from a session.
struct Desk {
    var board: Whiteboard
    var now: Milliseconds = 0
    private(set) var me: AuthorID
    /// Effects in the order they came, without the appends.
    private(set) var effects: [Effect] = []
    /// The appends, with the places they got in the log.
    private(set) var entries: [(id: EntryID, body: [UInt8], session: SessionKey)] = []

    static let session = SessionKey(rawValue: 0x1_0000_0001)

    init(
        _ name: String = "Ana", author: UInt64 = 1, color: UInt8 = 5, columns: Int = 80,
        rows: Int = 24, exposure: Settings.Exposure = .lan, isASCII: Bool = false,
        isInSession: Bool = true, isFirstStart: Bool = false
    ) {
        me = AuthorID(rawValue: author)
        var settings = Settings(
            author: me, person: Person(named: name, author, color: color), room: "lobby",
            exposure: exposure, scalarColumns: columnsOfScalar)
        if isASCII { settings.glyphs = .ascii }
        settings.canChooseGlyphs = !isASCII
        settings.isFirstStart = isFirstStart
        board = Whiteboard(settings, columns: columns, rows: rows, at: 0)
        if isInSession { enter(Self.session, generation: 0, .founded) }
    }

    mutating func act(_ action: Action) {
        for effect in board.update(action, at: now) {
            guard case .append(let body, let session) = effect else {
                effects.append(effect)
                continue
            }
            let id = EntryID(author: me, index: UInt32(entries.count))
            entries.append((id, body, session))
            act(.entry(session, id, body))
        }
    }

    /// Lets time pass, doing what falls due meanwhile.
    mutating func wait(_ interval: Milliseconds) {
        let end = now + interval
        while let deadline = board.deadline, deadline <= end {
            now = max(now, deadline)
            act(.tick)
            guard board.deadline.map({ $0 > now }) ?? true else {
                Issue.record("what falls due is not done, so time cannot go on")
                return
            }
        }
        now = end
        act(.tick)
    }

    /// Goes on under another id, with a log of its own.
    mutating func become(_ id: AuthorID) {
        me = id
        entries = []
    }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: - The session

    mutating func enter(_ key: SessionKey, generation: UInt32, _ cause: SessionCause) {
        act(.sessionEntered(key, generation: generation, cause))
    }

    // MARK: - The terminal

    /// Presses keys one after the other.
    mutating func press(_ keys: String) {
        for scalar in keys.unicodeScalars { press(.character(scalar)) }
    }

    mutating func press(_ key: Key, _ modifiers: Modifiers = []) {
        act(.terminal(.key(key, modifiers)))
    }

    mutating func mouse(
        _ kind: MouseEvent.Kind, _ column: Int, _ row: Int, _ modifiers: Modifiers = []
    ) {
        let place = Position(column: column, row: row)
        act(.terminal(.mouse(MouseEvent(kind, at: place, modifiers))))
    }

    mutating func click(
        _ column: Int, _ row: Int, _ modifiers: Modifiers = [],
        button: MouseEvent.Button = .left
    ) {
        mouse(.press(button), column, row, modifiers)
        mouse(.release(button), column, row, modifiers)
    }

    /// Drags with the left button from cell to cell, 20 ms each.
    mutating func drag(_ cells: [(Int, Int)], button: MouseEvent.Button = .left) {
        guard let first = cells.first, let last = cells.last else { return }
        mouse(.press(button), first.0, first.1)
        for cell in cells.dropFirst() {
            wait(20)
            mouse(.drag(button), cell.0, cell.1)
        }
        mouse(.release(button), last.0, last.1)
    }

    /// Draws a rectangle from cell to cell, and labels it.
    mutating func drawBox(_ from: (Int, Int), _ to: (Int, Int), label: String) {
        press("r")
        drag([from, to])
        press(.enter)
        press(label)
        press(.escape)
    }

    mutating func resize(_ columns: Int, _ rows: Int) {
        act(.terminal(.resize(columns: columns, rows: rows)))
    }

    // MARK: - The screen

    /// The rows of the screen as text, without the spaces at their ends.
    mutating func screen() -> [String] { board.view().lines }

    mutating func row(_ number: Int) -> String {
        let rows = screen()
        let index = number < 0 ? rows.count + number : number
        return rows.indices.contains(index) ? rows[index] : ""
    }

    /// Cells that show braille, which only ink does.
    mutating func inkedCells() -> Set<Position> { board.view().inkedCells }
}

extension Person {
    init(named name: String, _ number: UInt64, color: UInt8) {
        self.init(id: PersonID(high: 0, low: number), name: name, color: color)
    }
}

extension Frame {
    var lines: [String] {
        (0..<rows).map { row in
            var text = String.UnicodeScalarView()
            for column in 0..<columns { text.append(contentsOf: self[column, row].scalars.values) }
            while text.last == " " { text.removeLast() }
            return String(text)
        }
    }

    var inkedCells: Set<Position> {
        var inked: Set<Position> = []
        for row in 0..<rows {
            for column in 0..<columns where self[column, row].isBraille {
                inked.insert(Position(column: column, row: row))
            }
        }
        return inked
    }
}

extension Cell {
    var isBraille: Bool { (0x2801...0x28FF).contains(scalars.base) }
}

/// Widths without a C library: enough for the texts of these tests.
let columnsOfScalar: @Sendable (Unicode.Scalar) -> Int = { scalar in
    switch scalar.value {
    case 0x300..<0x370: 0
    case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4, 0xFF00..<0xFF61, 0x1F300..<0x1F650: 2
    default: 1
    }
}
