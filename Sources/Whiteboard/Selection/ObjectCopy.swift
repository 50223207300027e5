import InkCanvas

/// What an object looks like, to be drawn again elsewhere.
enum ObjectCopy: Hashable {
    case strokes([[Dot]], InkStyle)
    case shape(Shape, InkStyle)
    case text(String, at: Dot, InkStyle)

    /// Nil for what is not visible.
    init?(_ id: ObjectID, on canvas: Canvas) {
        guard let object = canvas.object(id) else { return nil }
        var style = InkStyle(color: object.color, width: object.width)
        switch object.kind {
        case .stroke:
            let strokes = canvas.strokes(of: id)
            style.isSmoothed = strokes.isSmoothed
            self = .strokes(strokes.lines, style)
        case .shape:
            guard let shape = object.shape else { return nil }
            self = .shape(shape, style)
        case .text: self = .text(object.text, at: object.position, style)
        }
    }

    func moved(by step: Dot) -> ObjectCopy {
        func move(_ dot: Dot) -> Dot { dot.moved(byX: Int(step.x), y: Int(step.y)) }
        switch self {
        case .strokes(let lines, let style): return .strokes(lines.map { $0.map(move) }, style)
        case .shape(var shape, let style):
            shape.from = move(shape.from)
            shape.to = move(shape.to)
            return .shape(shape, style)
        case .text(let text, let place, let style):
            return .text(text, at: move(place), style)
        }
    }
}

extension Pen {
    /// Draws it on the canvas: the new objects, and the entries that make them.
    mutating func draw(
        _ copy: ObjectCopy, on canvas: Canvas
    ) -> (objects: [ObjectID], bodies: [[UInt8]]) {
        switch copy {
        case .strokes(let lines, let style):
            let drawn = lines.map { draw($0, style: style, on: canvas) }
            return (drawn.map(\.object), drawn.flatMap(\.bodies))
        case .shape(let shape, let style):
            let drawn = draw(shape, style: style, on: canvas)
            return ([drawn.object], drawn.bodies)
        case .text(let text, let place, let style):
            let drawn = write(text, at: place, style: style, on: canvas)
            return ([drawn.object], drawn.bodies)
        }
    }
}
