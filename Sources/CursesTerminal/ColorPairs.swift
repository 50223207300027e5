import CPlatform
import TerminalUI

/// How many colours the terminal has.
package enum ColorDepth: Comparable, Sendable {
    case none, eight, sixteen, palette
    /// Colours by their components.
    case direct

    init(colors: Int32) {
        self =
            switch colors {
            case ..<8: .none
            case ..<16: .eight
            case ..<256: .sixteen
            case ...256: .palette
            default: .direct
            }
    }

    /// The depth with no more colours than `most` has.
    ///
    /// A terminal of direct colours takes no numbers but the first eight: it gives the palette's
    /// colours by their components.
    func limited(to most: ColorDepth) -> ColorDepth {
        switch (self, most) {
        case (.direct, .palette): .direct
        case (.direct, .sixteen): .eight
        default: min(self, most)
        }
    }

    /// The number of a colour; -1 for the terminal's own.
    func number(of color: Color) -> Int32 {
        guard case .ink(let ink) = color, let entry = Palette.entry(ink) else { return -1 }
        switch self {
        case .none: return -1
        case .eight: return entry.index8.map(Int32.init) ?? -1
        case .sixteen: return entry.index16.map(Int32.init) ?? -1
        case .palette: return Int32(entry.index256)
        case .direct:
            let (red, green, blue) = entry.components
            return Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
        }
    }
}

/// ncurses' pairs of colours, defined when they are first needed.
struct ColorPairs {
    let depth: ColorDepth
    private let pairsMax: Int32
    private var pairs: [Numbers: Int32] = [:]
    /// What is known of a foreground on a background, in 65 rows of 65.
    private var looks: [Look?] = Array(repeating: nil, count: 65 * 65)

    /// A pair and attributes as `inkcast_cell` has them.
    struct Look {
        var pair: Int32
        var attributes: UInt32
    }

    private struct Numbers: Hashable {
        var foreground: Int32
        var background: Int32
    }

    init(_ screen: OpaquePointer, depthMax: ColorDepth) {
        let colors = depthMax == .none ? 0 : inkcast_screen_start_color(screen)
        depth = ColorDepth(colors: colors).limited(to: depthMax)
        pairsMax = depth == .none ? 0 : inkcast_screen_pairs(screen) - 1
    }

    mutating func look(of style: Style, on screen: OpaquePointer) -> Look {
        let index = Self.row(of: style.foreground) * 65 + Self.row(of: style.background)
        var look: Look
        if let known = looks[index] {
            look = known
        } else {
            look = makeLook(style.foreground, on: style.background, screen)
            looks[index] = look
        }
        // Reverse twice is not at all; the others add up.
        let reverse = UInt32(Style.Attributes.reverse.rawValue)
        let wanted = UInt32(style.attributes.rawValue)
        look.attributes = (look.attributes ^ (wanted & reverse)) | (wanted & ~reverse)
        return look
    }

    private static func row(of color: Color) -> Int {
        guard case .ink(let ink) = color else { return 0 }
        return Int(min(max(ink, 1), 64))
    }

    private mutating func makeLook(
        _ foreground: Color, on background: Color, _ screen: OpaquePointer
    ) -> Look {
        var attributes: Style.Attributes = []
        var numbers = Numbers(
            foreground: depth.number(of: foreground), background: depth.number(of: background))
        // A background that has no number, as the terminal's own foreground: turn the cell over.
        if numbers.background < 0, case .ink = background {
            numbers = Numbers(foreground: -1, background: numbers.foreground)
            attributes.insert(.reverse)
        }
        // Dark blue on black is hard to read.
        if depth == .eight, numbers.foreground == 4 || isBold(foreground) {
            attributes.insert(.bold)
        }
        return Look(pair: pair(numbers, screen), attributes: UInt32(attributes.rawValue))
    }

    private func isBold(_ color: Color) -> Bool {
        guard case .ink(let ink) = color else { return false }
        return Palette.entry(ink)?.isBoldAmong8 ?? false
    }

    private mutating func pair(_ numbers: Numbers, _ screen: OpaquePointer) -> Int32 {
        if numbers.foreground < 0, numbers.background < 0 { return 0 }
        if let known = pairs[numbers] { return known }
        let next = Int32(pairs.count) + 1
        guard next <= pairsMax,
            inkcast_screen_define_pair(screen, next, numbers.foreground, numbers.background)
        else { return 0 }
        pairs[numbers] = next
        return next
    }
}
