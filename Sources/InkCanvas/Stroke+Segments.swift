extension Stroke {
    /// Segments in an order; most strokes have just one, which is kept in place.
    enum Segments: RandomAccessCollection, Sendable {
        case none
        case one(Segment)
        case several([Segment])

        var startIndex: Int { 0 }

        var endIndex: Int {
            switch self {
            case .none: 0
            case .one: 1
            case .several(let segments): segments.count
            }
        }

        subscript(index: Int) -> Segment {
            switch self {
            case .none: preconditionFailure("there is no segment")
            case .one(let segment): segment
            case .several(let segments): segments[index]
            }
        }

        mutating func insert(_ segment: Segment, at index: Int) {
            switch self {
            case .none: self = .one(segment)
            case .one(let other):
                self = .several(index == 0 ? [segment, other] : [other, segment])
            case .several(var segments):
                self = .none
                segments.insert(segment, at: index)
                self = .several(segments)
            }
        }
    }
}
