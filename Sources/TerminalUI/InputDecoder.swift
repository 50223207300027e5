/// Turns what a terminal sends into events, one byte at a time, so that it never matters where a
/// read ended.
///
/// It knows SGR mouse reports (mode 1006), CSI and SS3 keys with modifiers, the Option arrows of
/// macOS Terminal, bracketed paste, focus reports and UTF-8. What it does not know does nothing.
/// Only a lone ESC needs a clock, the caller's, in milliseconds: at `deadline` it is time for
/// `timeOut(at:)`.
///
/// The sequences are those of XTerm Control Sequences (ctlseqs) and ECMA-48.
package struct InputDecoder: Sendable {
    /// How long to wait after a byte that may begin a sequence, in milliseconds.
    package static let escapeTimeout: Int64 = 25
    /// What is kept of one paste; the characters of the rest are counted.
    package static let pasteBytesMax = 65_536
    /// What a control sequence may hold between its introducer and its final byte.
    package static let sequenceBytesMax = 64
    /// How much of a terminal's reply string (OSC, DCS and their like) is skipped.
    package static let replyBytesMax = 4096

    private enum State: Sendable {
        /// Between keys.
        case ground
        /// Inside a UTF-8 scalar.
        case scalar(PartialScalar, Modifiers)
        /// After ESC; `doubled` after ESC ESC.
        case escape(doubled: Bool)
        /// After ESC [, with what came since in `sequence`.
        case control(Modifiers)
        /// After ESC O.
        case single(Modifiers)
        /// After ESC [ [: a function key of the Linux console.
        case console
        /// Inside an old mouse report, whose three bytes mean nothing to us.
        case oldMouse(remaining: Int)
        /// Inside a reply string that began with ESC and `introducer`, `count` bytes long so far.
        case reply(introducer: UInt8, count: Int)
        /// After an ESC that may begin a reply's terminator.
        case replyEnd
        /// Inside a bracketed paste, its text in `pasted`, with how much of its end mark is seen.
        case paste(matched: Int)
    }

    private struct PartialScalar: Sendable {
        var value: UInt32
        var remaining: Int
        var minimum: UInt32
    }

    private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

    private var state = State.ground
    private var sequence: [UInt8] = []
    private var pasted: [UInt8] = []
    /// How many characters of the paste had no room.
    private var pastedMissing = 0
    private var events: [TerminalEvent] = []

    /// When silence decides what the last bytes were; nil while nothing depends on it.
    package private(set) var deadline: Int64?

    package init() {}

    /// The events that these bytes complete.
    package mutating func decode(
        _ bytes: some Collection<UInt8>, at now: Int64
    ) -> [TerminalEvent] {
        for byte in bytes { accept(byte) }
        if !bytes.isEmpty { deadline = isAmbiguous ? now + Self.escapeTimeout : nil }
        return takeEvents()
    }

    /// The events that silence completes, as nothing followed what came last; none before
    /// `deadline`.
    package mutating func timeOut(at now: Int64) -> [TerminalEvent] {
        guard let deadline, deadline <= now else { return [] }
        self.deadline = nil
        let last = state
        state = .ground
        switch last {
        case .escape(let doubled):
            emit(.escape)
            if doubled { emit(.escape) }
        case .replyEnd: emit(.escape)
        case .control: emit(.character("["), .alt)
        case .single: emit(.character("O"), .alt)
        case .reply(let introducer, _): acceptGround(introducer, .alt)
        case .ground, .scalar, .console, .oldMouse, .paste: break
        }
        return takeEvents()
    }

    // MARK: States

    /// Whether what came last may be a whole key or the beginning of a sequence.
    private var isAmbiguous: Bool {
        switch state {
        case .ground, .scalar, .console, .oldMouse, .paste: false
        case .escape, .single, .replyEnd: true
        // Nobody types a sequence's middle: its rest is late and must not be read as keys.
        case .control: sequence.isEmpty
        case .reply(_, let count): count == 0
        }
    }

    private mutating func takeEvents() -> [TerminalEvent] {
        let taken = events
        events.removeAll(keepingCapacity: true)
        return taken
    }

    private mutating func emit(_ key: Key, _ modifiers: Modifiers = []) {
        events.append(.key(key, modifiers))
    }

    private mutating func accept(_ byte: UInt8) {
        switch state {
        case .ground: acceptGround(byte, [])
        case .scalar(let partial, let modifiers): acceptContinuation(byte, partial, modifiers)
        case .escape(let doubled): acceptEscaped(byte, doubled)
        case .control(let modifiers): acceptControl(byte, modifiers)
        case .single(let modifiers): acceptSingle(byte, modifiers)
        case .console:
            state = .ground
            if byte >= 0x41 && byte <= 0x45 { emit(.function(Int(byte) - 0x40)) }
        case .oldMouse(let remaining):
            state = remaining > 1 ? .oldMouse(remaining: remaining - 1) : .ground
        case .reply(let introducer, let count): acceptReply(byte, introducer, count)
        case .replyEnd: byte == 0x5C ? state = .ground : acceptEscaped(byte, false)
        case .paste(let matched): acceptPasted(byte, matched)
        }
    }

    private mutating func acceptGround(_ byte: UInt8, _ modifiers: Modifiers) {
        state = .ground
        switch byte {
        case 0x1B: state = .escape(doubled: false)
        case 0x0D, 0x0A: emit(.enter, modifiers)
        case 0x09: emit(.tab, modifiers)
        case 0x08, 0x7F: emit(.backspace, modifiers)
        case 0x00: emit(.character(" "), modifiers.union(.control))
        case 0x01...0x1A:
            emit(.character(Unicode.Scalar(byte + 0x60)), modifiers.union(.control))
        case 0x1C...0x1F:
            emit(.character(Unicode.Scalar(byte + 0x40)), modifiers.union(.control))
        case 0x20...0x7E: emit(.character(Unicode.Scalar(byte)), modifiers)
        default: beginScalar(byte, modifiers)
        }
    }

    private mutating func beginScalar(_ byte: UInt8, _ modifiers: Modifiers) {
        let value = UInt32(byte)
        switch byte {
        case 0xC2...0xDF:
            state = .scalar(.init(value: value & 0x1F, remaining: 1, minimum: 0xA0), modifiers)
        case 0xE0...0xEF:
            state = .scalar(.init(value: value & 0x0F, remaining: 2, minimum: 0x800), modifiers)
        case 0xF0...0xF4:
            state = .scalar(.init(value: value & 0x07, remaining: 3, minimum: 0x10000), modifiers)
        default: state = .ground
        }
    }

    private mutating func acceptContinuation(
        _ byte: UInt8, _ partial: PartialScalar, _ modifiers: Modifiers
    ) {
        guard byte & 0xC0 == 0x80 else { return acceptGround(byte, []) }
        var partial = partial
        partial.value = partial.value << 6 | UInt32(byte & 0x3F)
        partial.remaining -= 1
        guard partial.remaining == 0 else {
            state = .scalar(partial, modifiers)
            return
        }
        state = .ground
        // Overlong forms, surrogates and C1 controls are nobody's typing.
        if partial.value >= partial.minimum, let scalar = Unicode.Scalar(partial.value) {
            emit(.character(scalar), modifiers)
        }
    }

    private mutating func acceptEscaped(_ byte: UInt8, _ doubled: Bool) {
        switch byte {
        case 0x1B:
            if doubled { emit(.escape) }
            state = .escape(doubled: true)
        case 0x5B:
            sequence.removeAll(keepingCapacity: true)
            state = .control(doubled ? .alt : [])
        case 0x4F: state = .single(doubled ? .alt : [])
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
            if doubled { emit(.escape) }
            state = .reply(introducer: byte, count: 0)
        default:
            if doubled { emit(.escape) }
            state = .ground
            switch byte {
            // Option with an arrow, as macOS Terminal sends it: a word back, a word forward.
            case 0x62: emit(.left, .alt)
            case 0x66: emit(.right, .alt)
            default: acceptGround(byte, .alt)
            }
        }
    }

    private mutating func acceptControl(_ byte: UInt8, _ modifiers: Modifiers) {
        switch byte {
        case 0x20...0x3F:
            if sequence.count < Self.sequenceBytesMax { sequence.append(byte) }
        case 0x5B where sequence.isEmpty: state = .console
        case 0x4D where sequence.isEmpty: state = .oldMouse(remaining: 3)
        case 0x40...0x7E:
            state = .ground
            let control = ControlSequence(sequence, final: byte)
            if control.beginsPaste {
                pasted.removeAll()
                pastedMissing = 0
                state = .paste(matched: 0)
            } else if let event = control.event(adding: modifiers) {
                events.append(event)
            }
        default: acceptGround(byte, [])
        }
    }

    private mutating func acceptSingle(_ byte: UInt8, _ modifiers: Modifiers) {
        guard byte >= 0x20 && byte < 0x7F else { return acceptGround(byte, []) }
        state = .ground
        if byte == 0x4D {
            emit(.enter, modifiers)
        } else if let key = ControlSequence.key(final: byte) {
            emit(key, modifiers)
        }
    }

    private mutating func acceptReply(_ byte: UInt8, _ introducer: UInt8, _ count: Int) {
        switch byte {
        case 0x1B: state = .replyEnd
        case 0x07: state = .ground
        case 0x20...0x7E where count < Self.replyBytesMax:
            state = .reply(introducer: introducer, count: count + 1)
        default: acceptGround(byte, [])
        }
    }

    private mutating func acceptPasted(_ byte: UInt8, _ matched: Int) {
        if byte == Self.pasteEnd[matched] {
            state = .paste(matched: matched + 1)
            guard matched + 1 == Self.pasteEnd.count else { return }
            state = .ground
            events.append(.paste(pasted, missing: pastedMissing))
            pasted = []
        } else if matched > 0 {
            // Only the mark's first byte can begin another one, so nothing seen so far does.
            for skipped in Self.pasteEnd[..<matched] { keepPasted(skipped) }
            state = .paste(matched: 0)
            acceptPasted(byte, 0)
        } else {
            keepPasted(byte)
        }
    }

    private mutating func keepPasted(_ byte: UInt8) {
        if pasted.count < Self.pasteBytesMax {
            pasted.append(byte)
        } else if byte & 0xC0 != 0x80 {
            pastedMissing += 1
        }
    }
}
