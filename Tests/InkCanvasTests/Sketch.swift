import InkCanvas

/// A seeded generator (SplitMix64), so that a failure can be had again.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

/// An author at work on a canvas of their own, whose entries others can be given.
struct Sketch {
    var pen: Pen
    var canvas = Canvas()
    private(set) var log: [(id: EntryID, body: [UInt8])] = []

    init(_ author: UInt64) {
        pen = Pen(author: AuthorID(rawValue: author))
    }

    var author: AuthorID { pen.author }

    @discardableResult
    mutating func append(_ bodies: [[UInt8]]) -> Canvas.Change {
        var change = Canvas.Change()
        for body in bodies {
            let id = EntryID(author: author, index: UInt32(log.count + 1))
            log.append((id, body))
            change.merge(canvas.apply(body, as: id))
        }
        return change
    }

    mutating func append(_ operation: Operation, stamp: UInt64, action: UInt32 = 1) {
        append([CanvasEntry(stamp: stamp, action: action, operation: operation).encoded()])
    }

    @discardableResult
    mutating func draw(_ points: [Dot], style: InkStyle = InkStyle()) -> ObjectID {
        let (object, bodies) = pen.draw(points, style: style, on: canvas)
        append(bodies)
        return object
    }

    mutating func hear(_ other: Sketch) {
        for entry in other.log { _ = canvas.apply(entry.body, as: entry.id) }
    }

    mutating func undo() { append(pen.undo(on: canvas)) }
    mutating func redo() { append(pen.redo(on: canvas)) }
}

func line(_ points: (Int32, Int32)...) -> [Dot] {
    points.map { Dot(x: $0.0, y: $0.1) }
}
