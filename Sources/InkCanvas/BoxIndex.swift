/// Boxes by slot, and an index of where they are.
///
/// A box is kept in one cell of a grid: that of its corner, in the finest grid whose cells are as
/// large as it is. So it may reach into the next cell, and no farther.
struct BoxIndex: Sendable {
    private(set) var boxes: [DotRectangle] = []
    /// By level: slots by cell; cells of level n have sides of 2^(n + 5) dots.
    private var levels: [[UInt64: [Int32]]] = Array(repeating: [:], count: 20)

    private static let finest: Int32 = 5

    /// Adds a slot without a box.
    mutating func append() {
        boxes.append(.empty)
    }

    subscript(slot: Int) -> DotRectangle {
        get { boxes[slot] }
        set {
            let (old, new) = (Self.home(of: boxes[slot]), Self.home(of: newValue))
            boxes[slot] = newValue
            guard old != new else { return }
            if let old { remove(slot, from: old) }
            if let new { levels[new.level][new.cell, default: []].append(Int32(slot)) }
        }
    }

    /// The slots whose boxes have dots in common with an area, in their order.
    func slots(touching area: DotRectangle) -> [Int] {
        guard !area.isEmpty else { return [] }
        var found: [Int] = []
        for level in levels.indices where !levels[level].isEmpty {
            let shift = Self.finest + Int32(level)
            let (left, right) = ((area.minX >> shift) - 1, area.maxX >> shift)
            let (top, bottom) = ((area.minY >> shift) - 1, area.maxY >> shift)
            // An area of more cells than there are is looked for among all of them.
            guard (Int(right) - Int(left) + 1) * (Int(bottom) - Int(top) + 1) < boxes.count else {
                return boxes.indices.filter { boxes[$0].intersects(area) }
            }
            for y in top...bottom {
                for x in left...right {
                    for slot in levels[level][Self.cell(x, y)] ?? []
                    where boxes[Int(slot)].intersects(area) {
                        found.append(Int(slot))
                    }
                }
            }
        }
        return found.sorted()
    }

    // MARK: Cells

    private struct Home: Equatable {
        var level: Int
        var cell: UInt64
    }

    private static func home(of box: DotRectangle) -> Home? {
        guard !box.isEmpty else { return nil }
        let size = UInt32(max(Int(box.maxX) - Int(box.minX), Int(box.maxY) - Int(box.minY)))
        let level = max(Int32(UInt32.bitWidth - size.leadingZeroBitCount), finest)
        return Home(level: Int(level - finest), cell: cell(box.minX >> level, box.minY >> level))
    }

    private static func cell(_ x: Int32, _ y: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y))
    }

    private mutating func remove(_ slot: Int, from home: Home) {
        guard let place = levels[home.level][home.cell]?.firstIndex(of: Int32(slot)) else { return }
        let last = levels[home.level][home.cell]?.removeLast()
        if let last, last != slot { levels[home.level][home.cell]?[place] = last }
        if levels[home.level][home.cell]?.isEmpty == true { levels[home.level][home.cell] = nil }
    }
}
