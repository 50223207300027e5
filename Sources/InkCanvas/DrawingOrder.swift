/// Where an object lies between the others: the greater, the higher.
package struct DrawingOrder: Hashable, Comparable, Sendable {
    private var height: UInt64
    private var author: UInt64
    private var index: UInt32

    /// Objects sent to the back lie below all others, the latest undermost.
    enum Layer: Sendable { case back, middle, front }

    init(_ layer: Layer, _ place: Precedence) {
        author = place.entry.author.rawValue
        index = place.entry.index
        switch layer {
        case .back:
            height = CanvasLimit.stampMax - place.stamp
            author = ~author
            index = ~index
        case .middle: height = CanvasLimit.stampMax * 2 + place.stamp
        case .front: height = CanvasLimit.stampMax * 4 + place.stamp
        }
    }

    /// An order among things that are no objects.
    package init(height: UInt64) {
        self.height = height
        author = 0
        index = 0
    }

    package static func < (left: DrawingOrder, right: DrawingOrder) -> Bool {
        if left.height != right.height { return left.height < right.height }
        return (left.author, left.index) < (right.author, right.index)
    }

    func add(to fingerprint: inout Fingerprint) {
        fingerprint.add(height)
        fingerprint.add(author)
        fingerprint.add(UInt64(index))
    }
}
