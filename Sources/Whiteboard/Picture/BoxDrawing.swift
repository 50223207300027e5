import InkCanvas

/// The lines that meet in a cell: how heavy one is to each side.
struct CellLines: Hashable, Sendable {
    /// Upwards, to the right, downwards and to the left, in three bits each: 0 for none, else one
    /// more than the weight.
    private var bits: UInt16 = 0

    enum Side: Int, CaseIterable {
        case up, right, down, left

        var opposite: Side { Side(rawValue: (rawValue + 2) % 4) ?? self }
    }

    subscript(side: Side) -> Shape.Weight? {
        get {
            let part = UInt8(truncatingIfNeeded: bits >> (3 * UInt16(side.rawValue)) & 7)
            return part == 0 ? nil : Shape.Weight(rawValue: part - 1)
        }
        set {
            let shift = 3 * UInt16(side.rawValue)
            let part = newValue.map { UInt16($0.rawValue) + 1 } ?? 0
            bits = bits & ~(7 << shift) | part << shift
        }
    }

    private func hasOnly(_ weight: Shape.Weight) -> Bool {
        Side.allCases.allSatisfy { self[$0] == nil || self[$0] == weight }
    }

    /// The character that shows just these lines, or lines as near to them as there are.
    func scalar(_ glyphs: GlyphSet) -> Unicode.Scalar {
        let isUpright = self[.up] != nil || self[.down] != nil
        let isLevel = self[.left] != nil || self[.right] != nil
        // A line of no length.
        guard isUpright || isLevel else { return glyphs == .ascii ? "." : "·" }
        guard glyphs != .ascii else {
            if isUpright, isLevel { return "+" }
            if isUpright { return hasOnly(.dashed) ? ":" : "|" }
            return self[.left] == .double || self[.right] == .double ? "=" : "-"
        }
        if hasOnly(.dashed) {
            if !isUpright { return "┄" }
            if !isLevel { return "┆" }
        }
        var whole = self
        // The end of a line is as long as the rest of it.
        if let end = Side.allCases.first(where: { self[$0] != nil }),
            Side.allCases.count(where: { self[$0] != nil }) == 1
        {
            whole[end.opposite] = self[end]
        }
        let place = Side.allCases.reversed().reduce(0) { $0 * 4 + (whole[$1]?.digit ?? 0) }
        return Self.characters[place]
    }

    /// By up + 4 · right + 16 · down + 64 · left, each none, light, heavy or double.
    ///
    /// Unicode has no
    /// heavy beside double, and not all of double beside light: these are double throughout.
    private static let characters = Array(
        """
         ╵╹╵╶└┖╙╺┕┗╙╶╘╘╚╷│╿║┌├┞╠┍┝┡╠╒╞╞╠╻╽┃║┎┟┠╠┏┢┣╠╒╞╞╠╷║║║╓╠╠╟╓╠╠╟╔╠╠╠\
        ╴┘┚╜─┴┸╨╼┶┺╨═╩╩╩┐┤┦╣┬┼╀╬┮┾╄╬╦╬╬╬┒┧┨╣┰╁╂╬┲╆╊╬╦╬╬╬╖╣╣╢╥╬╬╫╥╬╬╫╦╬╬╬\
        ╸┙┛╜╾┵┹╨━┷┻╨═╩╩╩┑┥┩╣┭┽╃╬┯┿╇╬╦╬╬╬┓┪┫╣┱╅╉╬┳╈╋╬╦╬╬╬╖╣╣╢╥╬╬╫╥╬╬╫╦╬╬╬\
        ╴╛╛╝═╩╩╩═╩╩╩═╧╧╩╕╡╡╣╦╬╬╬╦╬╬╬╤╪╪╬╕╡╡╣╦╬╬╬╦╬╬╬╤╪╪╬╗╣╣╣╦╬╬╬╦╬╬╬╦╬╬╬
        """.unicodeScalars)
}

extension Shape.Weight {
    /// Dashes meet others as light lines.
    fileprivate var digit: Int {
        switch self {
        case .light, .dashed: 1
        case .heavy: 2
        case .double: 3
        }
    }
}
