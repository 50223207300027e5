/// A small mark that somebody puts at a place or on an object.
package enum Stamp: UInt8, CaseIterable, Comparable, Sendable {
    case check, cross, star, question, heart

    /// As people and scripts know it.
    package var mark: Unicode.Scalar {
        switch self {
        case .check: "✓"
        case .cross: "✗"
        case .star: "★"
        case .question: "?"
        case .heart: "♥"
        }
    }

    package static func < (left: Stamp, right: Stamp) -> Bool { left.rawValue < right.rawValue }

    /// Where a stamp stands.
    package enum Place: Hashable, Sendable {
        /// By itself.
        case at(Dot)
        /// Beside an object, wherever that is moved to; it is not seen without it.
        case on(ObjectID)
    }
}

/// How often a mark stands on an object.
package struct StampCount: Equatable, Sendable {
    package var stamp: Stamp
    package var count: Int
    /// The topmost of them.
    package var top: ObjectID
    package var color: UInt8

    /// The mark, and from two on their number.
    package var text: String { count > 1 ? "\(stamp.mark)\(count)" : "\(stamp.mark)" }
}
