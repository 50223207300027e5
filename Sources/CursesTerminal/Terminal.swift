import CPlatform
import Glibc
package import TerminalUI

/// The terminal the person sits at: frames in, bytes of input out, and the shell's again at the end.
///
/// ncurses works out what changed and writes it into memory; each frame goes to the terminal in
/// one `write` that never waits. If the terminal is slow, later frames replace each other until
/// it has taken the last one. Belongs to one thread.
package final class Terminal {
    /// What is drawn of an enormous screen.
    package static let columnsMax = 1000
    package static let rowsMax = 500
    /// How often to call `resume()` while `isAway`.
    package static let awayPollMilliseconds: Int32 = 500

    enum State {
        /// The screen is ours.
        case drawing
        /// The screen is the shell's for now.
        case away
        case closed
    }

    let device: TerminalDevice
    let configuration: TerminalConfiguration
    let screen: OpaquePointer
    var state = State.away
    /// The line settings to give back; nil if the device is no terminal.
    var found: termios?

    package internal(set) var columns: Int
    package internal(set) var rows: Int
    /// Whether the terminal is gone; nothing can be shown any more.
    package internal(set) var isHungUp = false
    /// How many bytes frames have been made of so far.
    package private(set) var byteCount = 0
    /// The bytes of the last frame that changed something.
    package private(set) var lastFrame: [UInt8] = []

    private var colors: ColorPairs
    /// What the terminal shows once it has taken everything; nil if that is not known.
    private var shown: Frame?
    private var wanted: Frame?
    private var output: ArraySlice<UInt8> = []
    /// Whether the terminal has had enough for now.
    private var isBlocked = false

    /// Takes the terminal: after this it is in our hands until `close()`, come what may.
    package init(
        _ device: consuming TerminalDevice, _ configuration: TerminalConfiguration
    ) throws(TerminalError) {
        guard let type = configuration.type else { throw .typeMissing }
        let size = Self.limited(device.size ?? configuration.fallbackSize)
        // Before the first call of ncurses, so that nothing it does can outlive a crash.
        found = device.settings
        Self.arm(device.descriptor, found, configuration)
        guard let screen = inkcast_screen_open(type, Int32(size.rows), Int32(size.columns)) else {
            inkcast_guard_disarm()
            throw .typeUnusable(type)
        }
        self.device = device
        self.configuration = configuration
        self.screen = screen
        (columns, rows) = size
        colors = ColorPairs(screen, depthMax: configuration.depthMax)
        enter()
    }

    deinit {
        close()
        inkcast_screen_close(screen)
    }

    package var depth: ColorDepth { colors.depth }
    package var encoding: TextEncoding { configuration.encoding }

    /// What to `poll`: for input while `wantsRead`, for output while `wantsWrite`.
    package var descriptor: Int32 { device.descriptor }
    /// Whether the screen is the shell's for now.
    ///
    /// Not every shell says so when it brings a running program to the front: ask `resume()`.
    package var isAway: Bool { state == .away }
    package var wantsRead: Bool { state == .drawing && !isHungUp }
    package var wantsWrite: Bool { state == .drawing && !isHungUp && isBlocked }

    // MARK: Frames

    /// Shows a frame as soon as the terminal can take it; a later one may replace it before.
    package func present(_ frame: Frame) {
        wanted = frame
        flush()
    }

    /// Writes on, when the terminal is writable again.
    package func flush() {
        guard state == .drawing, !isHungUp else { return }
        if isBlocked { writeOutput() }
        guard !isBlocked, let frame = wanted else { return }
        wanted = nil
        queue(frame)
        writeOutput()
    }

    /// Makes the next frame paint everything, whatever the terminal shows.
    package func redraw() {
        wanted = wanted ?? shown
        shown = nil
        inkcast_screen_invalidate(screen)
        flush()
    }

    /// Takes on the size the terminal has now; true if it has changed.
    ///
    /// What is shown next is painted in full, so present a frame of the new size.
    @discardableResult
    package func resize() -> Bool {
        let size = Self.limited(device.size ?? (columns, rows))
        guard size != (columns, rows) else { return false }
        (columns, rows) = size
        shown = nil
        queue(Sequences.wholeScreenScrolls)
        inkcast_screen_resize(screen, Int32(rows), Int32(columns))
        return true
    }

    private static func limited(_ size: (columns: Int, rows: Int)) -> (columns: Int, rows: Int) {
        (min(max(size.columns, 1), columnsMax), min(max(size.rows, 1), rowsMax))
    }

    private func queue(_ frame: Frame) {
        paint(frame)
        let bytes = take(inkcast_screen_update(screen))
        guard !bytes.isEmpty else { return }
        let frame = Sequences.synchronized(Sequences.shortened(bytes))
        output += frame
        lastFrame = frame
        byteCount += frame.count
    }

    /// The bytes ncurses has made.
    func take(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
            taken = inkcast_screen_take(screen, buffer.baseAddress, count)
        }
    }

    // MARK: Output

    func queue(_ bytes: [UInt8]) {
        output += bytes
    }

    /// What the terminal has not taken; it is forgotten here.
    func takeUnwritten() -> [UInt8] {
        defer {
            output = []
            isBlocked = false
        }
        return Array(output)
    }

    func forgetShown() {
        wanted = wanted ?? shown
        shown = nil
    }

    private func writeOutput() {
        guard !output.isEmpty else { return }
        switch device.write(output) {
        case .moved(let count): output = count == output.count ? [] : output.dropFirst(count)
        case .blocked: break
        case .ended:
            isHungUp = true
            output = []
        }
        isBlocked = !output.isEmpty
    }

    /// More bytes of text than these no terminal can be relied on to take at once.
    package static let copiedBytesMax = 74_994

    /// Gives a text to the clipboard of the terminal, which may or may not take it.
    ///
    /// False where it is too long: nothing is given.
    package func copy(_ text: String) -> Bool {
        guard state == .drawing, text.utf8.count <= Self.copiedBytesMax else { return false }
        queue(Sequences.copy(Array(text.utf8)))
        if !isBlocked { writeOutput() }
        return true
    }

    // MARK: Painting

    private func paint(_ frame: Frame) {
        let old = shown.flatMap { $0.columns == frame.columns && $0.rows == frame.rows ? $0 : nil }
        for row in 0..<rows {
            guard let changed = changedColumns(row, of: frame, since: old) else { continue }
            let cells = changed.map { cursesCell($0, row, of: frame) }
            inkcast_screen_put(
                screen, Int32(row), Int32(changed.lowerBound), cells, cells.count)
        }
        // Putting cells has moved it.
        let cursor = frame.cursor.flatMap {
            0..<columns ~= $0.column && 0..<rows ~= $0.row ? $0 : nil
        }
        inkcast_screen_set_cursor(
            screen, Int32(cursor?.row ?? -1), Int32(cursor?.column ?? -1))
        shown = frame
    }

    /// Where a row differs, from the first such cell to the last, wide characters whole.
    private func changedColumns(_ row: Int, of frame: Frame, since old: Frame?) -> Range<Int>? {
        guard let old else { return 0..<columns }
        guard row < frame.rows else { return nil }
        let start = row * frame.columns
        let end = start + min(columns, frame.columns)
        if Self.hasSameBytes(frame.cells[start..<end], old.cells[start..<end]) { return nil }
        guard var first = (start..<end).first(where: { frame.cells[$0] != old.cells[$0] }),
            var last = (start..<end).last(where: { frame.cells[$0] != old.cells[$0] })
        else { return nil }
        if frame.cells[first].isContinuation, first > start { first -= 1 }
        if last + 1 < end, frame.cells[last + 1].isContinuation { last += 1 }
        return first - start..<last - start + 1
    }

    /// Whether cells are surely equal: much quicker to see than whether they differ.
    private static func hasSameBytes(_ some: ArraySlice<Cell>, _ others: ArraySlice<Cell>) -> Bool {
        some.withUnsafeBytes { some in
            others.withUnsafeBytes { others in
                guard let first = some.baseAddress, let second = others.baseAddress else {
                    return true
                }
                return memcmp(first, second, some.count) == 0
            }
        }
    }

    private func cursesCell(_ column: Int, _ row: Int, of frame: Frame) -> inkcast_cell {
        let cell = frame[column, row]
        let look = colors.look(of: cell.style, on: screen)
        var scalars = cell.scalars
        // A wide character cut by the screen's edge, or what no cell should hold.
        let isCut = column == columns - 1 && frame[column + 1, row].isContinuation
        let isControl = scalars.base != 0 && scalars.base < 0x20 || 0x7F..<0xA0 ~= scalars.base
        if isCut || isControl { scalars = Cell.blank.scalars }
        if encoding == .ascii { scalars = Self.ascii(scalars) }
        return inkcast_cell(
            scalars: (scalars.base, scalars.mark1, scalars.mark2, scalars.mark3, scalars.mark4),
            pair: look.pair, attributes: look.attributes)
    }

    private static func ascii(_ scalars: Cell.Scalars) -> Cell.Scalars {
        switch scalars.base {
        case 0x20..<0x7F: Cell.Scalars(base: scalars.base)
        case 0x2026: Cell.Scalars(base: 0x2E)
        case 0x2500..<0x2580: Cell.Scalars(base: 0x2B)
        default: Cell.Scalars(base: 0x3F)
        }
    }
}

extension Terminal {
    /// Takes what has been typed since the last call.
    package func read() -> [UInt8] {
        var bytes: [UInt8] = []
        guard wantsRead else { return bytes }
        if case .ended = device.read(into: &bytes) { isHungUp = true }
        return bytes
    }
}
