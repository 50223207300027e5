import InkCanvas
import SessionCore

/// Somebody at a canvas: draws, moves, hides, clears, takes back.
struct Artist {
    /// The channel of the canvas's operations.
    static let channel: UInt8 = 1
    /// A channel of bytes that mean nothing.
    static let otherChannel: UInt8 = 7

    private var generator: Generator
    private var pen: Pen
    /// The session the pen draws in: another one takes another pen.
    private var session: SessionID?

    init(_ id: ParticipantID, using generator: inout Generator) {
        pen = Pen(author: AuthorID(rawValue: id.rawValue))
        self.generator = generator.fork()
    }

    /// What somebody may be made to do.
    enum Deed { case clear, undo }

    /// The bodies of the next entries of a person who sees this canvas; none where nothing came
    /// of what they did.
    mutating func draw(on canvas: Canvas, in session: SessionID, _ deed: Deed? = nil) -> [[UInt8]] {
        if self.session != session {
            pen.enterSession(bringsAlong: true)
            self.session = session
        }
        switch deed {
        case .clear: return pen.clear(canvas)
        case .undo: return pen.undo(on: canvas) + [undoOfAnother(on: canvas)]
        case nil: break
        }
        if pen.openStroke != nil, generator.chance(8_000) { return drawOn(canvas) }
        switch generator.below(100) {
        case ..<50:
            if pen.openStroke != nil { return pen.endStroke(on: canvas) }
            _ = pen.beginStroke(style: style())
            return drawOn(canvas)
        case ..<58:
            return pen.write(
                "note \(generator.below(1_000))", at: place(), style: style(), on: canvas
            ).bodies
        case ..<68: return pen.set([field()], of: [object(on: canvas)], on: canvas)
        case ..<74: return pen.hide([object(on: canvas)], on: canvas)
        case ..<80: return pen.erase(along: [place(), place()], radius: 3, on: canvas)
        case ..<82: return pen.clear(canvas)
        case ..<89: return pen.undo(on: canvas)
        case ..<93: return pen.redo(on: canvas)
        case ..<95: return pen.title("title \(generator.below(1_000))", on: canvas)
        default: return [oddity(on: canvas)]
        }
    }

    /// The next points of the open stroke, and perhaps its end.
    private mutating func drawOn(_ canvas: Canvas) -> [[UInt8]] {
        guard pen.openStroke != nil else { return [] }
        var point = pen.openStroke?.tail.last ?? place()
        var points: [Dot] = []
        for _ in 0...generator.below(30) {
            point.x += Int32(generator.within(-9...9))
            point.y += Int32(generator.within(-9...9))
            points.append(point)
        }
        let full = pen.extendStroke(to: points, on: canvas)
        let rest =
            generator.chance(4_000)
            ? pen.endStroke(on: canvas) : pen.flushStroke(on: canvas)
        return full + rest
    }

    /// What no pen of today writes, but a log may hold: an undo of another's action, an operation
    /// of a later version.
    private mutating func oddity(on canvas: Canvas) -> [UInt8] {
        if generator.chance(5_000) { return undoOfAnother(on: canvas) }
        return entry(
            .opaque(kind: 200, body: generator.bytes(generator.below(200))), on: canvas)
    }

    private mutating func undoOfAnother(on canvas: Canvas) -> [UInt8] {
        let other = generator.pick(canvas.seen)?.author ?? pen.author
        let action = ActionID(author: other, number: UInt32(generator.below(20)))
        return entry(.undo(action, isUndone: generator.chance(7_000)), on: canvas)
    }

    private mutating func entry(_ operation: Operation, on canvas: Canvas) -> [UInt8] {
        let stamp = canvas.maximumStamp + 1 + UInt64(generator.below(3))
        let action = UInt32(1_000_000 + generator.below(1_000_000_000))
        return CanvasEntry(stamp: stamp, action: action, operation: operation).encoded()
    }

    private mutating func place() -> Dot {
        Dot(x: Int32(generator.below(400)), y: Int32(generator.below(200)))
    }

    private mutating func style() -> InkStyle {
        InkStyle(
            color: UInt8(1 + generator.below(64)), width: UInt8(1 + generator.below(4)),
            isSmoothed: generator.chance(5_000))
    }

    /// Some object of somebody's, perhaps one that was not heard of yet.
    private mutating func object(on canvas: Canvas) -> ObjectID {
        let owner = generator.pick(canvas.seen)?.author ?? pen.author
        return ObjectID(author: owner, number: UInt32(1 + generator.below(20)))
    }

    private mutating func field() -> Operation.Field {
        switch generator.below(6) {
        case 0: .position(place())
        case 1: .color(UInt8(1 + generator.below(64)))
        case 2: .text("text \(generator.below(1_000))")
        case 3: .width(UInt8(1 + generator.below(16)))
        case 4: .order(generator.chance(5_000) ? .front : .back)
        default: .isLocked(generator.chance(5_000))
        }
    }
}
