import InkCanvas

/// The lines that meet in a cell: how heavy one is to each side.
struct CellLines: Hashable, Sendable {
    /// Upwards, to the right, downwards and to the left; nil for none.
    private(set) var sides: [Shape.Weight?] = [nil, nil, nil, nil]

    enum Side: Int, CaseIterable {
        case up, right, down, left

        var opposite: Side { Side(rawValue: (rawValue + 2) % 4) ?? self }
    }

    subscript(side: Side) -> Shape.Weight? {
        get { sides[side.rawValue] }
        set { sides[side.rawValue] = newValue }
    }

    /// The character that shows just these lines, or lines as near to them as there are.
    func scalar(_ glyphs: GlyphSet) -> Unicode.Scalar {
        let isUpright = self[.up] != nil || self[.down] != nil
        let isLevel = self[.left] != nil || self[.right] != nil
        // A line of no length.
        guard isUpright || isLevel else { return glyphs == .ascii ? "." : "·" }
        guard glyphs != .ascii else {
            if isUpright, isLevel { return "+" }
            if isUpright { return sides.contains(.dashed) ? ":" : "|" }
            return sides.contains(.double) ? "=" : "-"
        }
        if sides.allSatisfy({ $0 == nil || $0 == .dashed }) {
            if !isUpright { return "┄" }
            if !isLevel { return "┆" }
        }
        var whole = self
        // The end of a line is as long as the rest of it.
        if let end = Side.allCases.first(where: { self[$0] != nil }),
            sides.count(where: { $0 != nil }) == 1
        {
            whole[end.opposite] = self[end]
        }
        let place = whole.sides.reversed().reduce(0) { $0 * 4 + ($1?.digit ?? 0) }
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
