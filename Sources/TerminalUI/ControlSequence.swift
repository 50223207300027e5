/// A whole control sequence, ready to be given its meaning.
struct ControlSequence {
    private static let parametersMax = 8
    private static let valueMax = 65_535

    /// A private-use first byte (`<`, `=`, `>` or `?`), or 0.
    private let prefix: UInt8
    private let parameters: [Int]
    private let hasIntermediates: Bool
    private let final: UInt8

    init(_ bytes: [UInt8], final: UInt8) {
        self.final = final
        var prefix: UInt8 = 0
        var parameters: [Int] = []
        var hasIntermediates = false
        var value = 0
        var inSubparameter = false
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x3C...0x3F where index == 0: prefix = byte
            case 0x30...0x39 where !inSubparameter:
                value = min(value * 10 + Int(byte - 0x30), Self.valueMax)
            case 0x30...0x39: break
            case 0x3A: inSubparameter = true
            case 0x3B:
                if parameters.count < Self.parametersMax { parameters.append(value) }
                value = 0
                inSubparameter = false
            default: hasIntermediates = true
            }
        }
        if parameters.count < Self.parametersMax { parameters.append(value) }
        self.prefix = prefix
        self.parameters = parameters
        self.hasIntermediates = hasIntermediates
    }

    var beginsPaste: Bool {
        prefix == 0 && !hasIntermediates && final == 0x7E && parameter(0) == 200
    }

    /// What the sequence says; nil if it is none of ours.
    func event(adding escaped: Modifiers) -> TerminalEvent? {
        guard !hasIntermediates else { return nil }
        if prefix == 0x3C { return mouseEvent }
        guard prefix == 0 else { return nil }
        let modifiers = modifiers(parameter(1)).union(escaped)
        switch final {
        case 0x49: return .focus(true)
        case 0x4F: return .focus(false)
        case 0x5A: return .key(.backTab, modifiers)
        case 0x7E where parameter(0) == 27:
            return typed(parameter(2), modifiers)
        case 0x7E:
            return Self.key(number: parameter(0)).map { .key($0, modifiers) }
        case 0x75: return typed(parameter(0), modifiers)
        // A cursor position report ends as F3 does.
        case 0x52 where parameter(0) > 1: return nil
        default: return Self.key(final: final).map { .key($0, modifiers) }
        }
    }

    /// The key behind the last byte of a CSI or SS3 sequence.
    static func key(final: UInt8) -> Key? {
        switch final {
        case 0x41: .up
        case 0x42: .down
        case 0x43: .right
        case 0x44: .left
        case 0x46: .end
        case 0x48: .home
        case 0x50...0x53: .function(Int(final) - 0x4F)
        default: nil
        }
    }

    private static func key(number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }

    // MARK: Parts

    private func parameter(_ index: Int) -> Int {
        index < parameters.count ? parameters[index] : 0
    }

    /// Modifiers as xterm counts them: one more than the sum of Shift 1, Alt 2, Control 4, Meta 8.
    private func modifiers(_ parameter: Int) -> Modifiers {
        let bits = max(parameter, 1) - 1
        return Modifiers(rawValue: UInt8(bits & 7)).union(bits & 8 == 0 ? [] : .alt)
    }

    /// A key that xterm's modifyOtherKeys or a `CSI u` terminal names by its scalar.
    private func typed(_ code: Int, _ modifiers: Modifiers) -> TerminalEvent? {
        switch code {
        case 9: return .key(modifiers.contains(.shift) ? .backTab : .tab, modifiers)
        case 13: return .key(.enter, modifiers)
        case 27: return .key(.escape, modifiers)
        case 8, 127: return .key(.backspace, modifiers)
        case 32...126, 160...:
            guard let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
            return .key(.character(scalar), modifiers)
        default: return nil
        }
    }

    /// An SGR mouse report: buttons and modifiers, column, row; `m` for a release.
    private var mouseEvent: TerminalEvent? {
        let isRelease = final == 0x6D
        guard parameters.count == 3, isRelease || final == 0x4D else { return nil }
        let code = parameter(0)
        // Buttons 8 to 11 mean nothing to us.
        guard code & 128 == 0, let kind = mouseKind(code, isRelease) else { return nil }
        var modifiers: Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        let position = Position(column: max(parameter(1), 1) - 1, row: max(parameter(2), 1) - 1)
        return .mouse(MouseEvent(kind, at: position, modifiers))
    }

    private func mouseKind(_ code: Int, _ isRelease: Bool) -> MouseEvent.Kind? {
        if code & 64 != 0 {
            guard !isRelease else { return nil }
            switch code & 3 {
            case 0: return .wheelUp
            case 1: return .wheelDown
            case 2: return .wheelLeft
            default: return .wheelRight
            }
        }
        let button: MouseEvent.Button
        switch code & 3 {
        case 0: button = .left
        case 1: button = .middle
        case 2: button = .right
        default: return .hover
        }
        if isRelease { return .release(button) }
        return code & 32 != 0 ? .drag(button) : .press(button)
    }
}
