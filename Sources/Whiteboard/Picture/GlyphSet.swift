/// The characters that dots are shown with.
package enum GlyphSet: String, CaseIterable, Sendable {
    case braille, quadrant, half, ascii

    /// The character for a cell's dots; a blank for none.
    package func scalar(for dots: DotMask) -> Unicode.Scalar {
        guard dots.rawValue != 0 else { return " " }
        switch self {
        case .braille: return Unicode.Scalar(UInt32(0x2800) + UInt32(dots.rawValue)) ?? " "
        case .quadrant: return Self.quadrants[dots.quadrants]
        case .half:
            let isUpper = dots.quadrants & 0b0011 != 0
            let isLower = dots.quadrants & 0b1100 != 0
            return isUpper && isLower ? "█" : isUpper ? "▀" : "▄"
        case .ascii: return dots.likeness
        }
    }

    /// By upper left, upper right, lower left and lower right, the first the lowest bit.
    private static let quadrants: [Unicode.Scalar] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]
}

/// The 2 × 4 dots of a cell, in the order of Unicode's braille patterns.
package struct DotMask: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The dot in a column (0, 1) and a row (0 to 3).
    @inline(__always)
    static func dot(_ column: Int, _ row: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: 0x8020_1008_4004_0201 as UInt64 >> UInt64(column << 5 | row << 3))
    }

    private static let upperLeft: UInt8 = 0x03
    private static let upperRight: UInt8 = 0x18
    private static let lowerLeft: UInt8 = 0x44
    private static let lowerRight: UInt8 = 0xA0

    fileprivate var quadrants: Int {
        let parts = [Self.upperLeft, Self.upperRight, Self.lowerLeft, Self.lowerRight]
        return parts.enumerated().reduce(0) { bits, part in
            bits | (rawValue & part.element != 0 ? 1 << part.offset : 0)
        }
    }

    /// The ASCII character that looks most like the dots.
    fileprivate var likeness: Unicode.Scalar {
        let count = rawValue.nonzeroBitCount
        if count >= 7 { return "#" }
        if count >= 5 { return "*" }
        let left = (0..<4).filter { rawValue & Self.dot(0, $0) != 0 }
        let right = (0..<4).filter { rawValue & Self.dot(1, $0) != 0 }
        if left.isEmpty || right.isEmpty {
            if count > 1 { return "|" }
            return rawValue & (Self.upperLeft | Self.upperRight) != 0 ? "'" : "."
        }
        let slope = left.reduce(0, +) * right.count - right.reduce(0, +) * left.count
        if slope == 0 { return left == [3] ? "_" : "-" }
        return slope > 0 ? "/" : "\\"
    }
}
