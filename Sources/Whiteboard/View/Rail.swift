/// How the rail fits a screen: the lower that is, the more stands in each of its lines.
struct Rail: Hashable {
    /// Zero where there is no room for a rail.
    let columns: Int
    /// One has room for its name, several are letters only.
    let toolsPerLine: Int
    /// Several tools are kept apart, if there is room.
    var gap: String { 2 * toolsPerLine <= columns ? " " : "" }
    /// One has room for its name.
    let swatchesPerLine: Int
    let hasSizeLine: Bool
    /// Where not even so much fits, the colours are those of the line with the ink in use.
    let hasAllSwatches: Bool

    static let swatchCount = 8

    /// The roomiest rail for a kind of screen that takes no more than so many rows.
    init(for kind: Layout.Kind, rows: Int) {
        let rails = Self.rails(for: kind)
        self = rails.first { $0.rows <= rows } ?? rails[rails.endIndex - 1]
    }

    var rows: Int {
        guard columns > 0 else { return 0 }
        let swatchLines = hasAllSwatches ? Self.swatchCount.divided(by: swatchesPerLine) : 1
        return Tool.allCases.count.divided(by: toolsPerLine) + swatchLines
            + (hasSizeLine ? 1 : 0)
    }

    private init(
        _ columns: Int, tools: Int = 1, swatches: Int, hasSizeLine: Bool = true,
        hasAllSwatches: Bool = true
    ) {
        self.columns = columns
        toolsPerLine = tools
        swatchesPerLine = swatches
        self.hasSizeLine = hasSizeLine
        self.hasAllSwatches = hasAllSwatches
    }

    /// The roomiest first.
    private static func rails(for kind: Layout.Kind) -> [Rail] {
        switch kind {
        case .tooSmall, .tiny, .narrow: [Rail(0, swatches: 1)]
        case .medium:
            compact(
                5, tools: 4, swatches: 2,
                before: [Rail(5, swatches: 2), Rail(5, tools: 2, swatches: 2)])
        case .wide: compact(12, tools: 6, swatches: 4, before: [Rail(12, swatches: 4)])
        case .widest:
            compact(
                13, tools: 6, swatches: 4,
                before: [Rail(13, swatches: 1), Rail(13, swatches: 3)])
        }
    }

    private static func compact(
        _ columns: Int, tools: Int, swatches: Int, before roomy: [Rail]
    ) -> [Rail] {
        roomy + [
            Rail(columns, tools: tools, swatches: swatches),
            Rail(columns, tools: tools, swatches: swatches, hasSizeLine: false),
            Rail(
                columns, tools: tools, swatches: swatches, hasSizeLine: false,
                hasAllSwatches: false),
        ]
    }
}

extension Int {
    /// How many groups of a size it takes.
    fileprivate func divided(by size: Int) -> Int { (self + size - 1) / size }
}
