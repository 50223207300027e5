import InkCanvas

/// What an object looks like, to be drawn again elsewhere.
enum ObjectCopy: Hashable {
    case strokes([[Dot]], InkStyle)
    case shape(Shape, InkStyle)
    case text(String, at: Dot, InkStyle)
    case note(String, at: Dot, width: UInt16, InkStyle)
    /// By itself, also where the original stands on something.
    case stamp(Stamp, at: Dot, InkStyle)

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
        case .note:
            self = .note(object.text, at: object.position, width: object.noteWidth, style)
        case .stamp:
            guard let stamp = object.stamp else { return nil }
            self = .stamp(stamp, at: object.position, style)
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
        case .note(let text, let place, let width, let style):
            return .note(text, at: move(place), width: width, style)
        case .stamp(let stamp, let place, let style):
            return .stamp(stamp, at: move(place), style)
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
        case .note(let text, let place, let width, let style):
            let drawn = note(text, at: place, width: width, style: style, on: canvas)
            return ([drawn.object], drawn.bodies)
        case .stamp(let mark, let place, let style):
            let drawn = stamp(mark, .at(place), style: style, on: canvas)
            return ([drawn.object], drawn.bodies)
        }
    }
}
