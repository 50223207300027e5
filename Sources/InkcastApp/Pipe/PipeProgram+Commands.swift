import InkCanvas
import TerminalUI
import Whiteboard

extension PipeProgram {
    static let pointsMax = 100_000
    static let sideMax = 1000

    func perform(_ command: PipeCommand) throws(PipeError) {
        switch command.do {
        case "stroke": try stroke(command)
        case "text": try write(command)
        case "line", "arrow", "rectangle", "ellipse": try draw(command)
        case "set": try set(command)
        case "erase": try erase(command)
        case "undo": try append(pen.undo(on: canvas))
        case "redo": try append(pen.redo(on: canvas))
        case "clear": try append(pen.clear(canvas))
        case "title": try append(pen.title(try text(command), on: canvas))
        case "new-canvas":
            openNewCanvas()
        case "cursor": moveCursor(to: try dot(command.at, "at"))
        case "objects": tellObjects()
        case "digest": tellDigest()
        case "screen": try tellScreen(command)
        case "wait": try startWait(command)
        case "leave": leave()
        case "end": endSession()
        default: throw PipeError("unknown command \"\(command.do.prefix(40))\"")
        }
    }

    // MARK: - Drawing

    private func stroke(_ command: PipeCommand) throws(PipeError) {
        let points = try dots(command)
        try append(pen.draw(points, style: try style(command), on: canvas).bodies)
    }

    private func write(_ command: PipeCommand) throws(PipeError) {
        let position = try dot(command.at, "at")
        let text = try text(command)
        guard text.utf8.count <= CanvasLimit.textBytesMax else {
            throw PipeError("a text may have at most \(CanvasLimit.textBytesMax) bytes")
        }
        let style = try style(command)
        try append(pen.write(text, at: position, style: style, on: canvas).bodies)
    }

    private func draw(_ command: PipeCommand) throws(PipeError) {
        guard let kind = Shape.Kind.allCases.first(where: { $0.name == command.do }) else { return }
        let line = command.line ?? Shape.Weight.light.name
        guard let weight = Shape.Weight.allCases.first(where: { $0.name == line }) else {
            throw PipeError("line is light, heavy, double or dashed")
        }
        let look = command.look ?? "cells"
        guard look == "cells" || look == "dots" else { throw PipeError("look is cells or dots") }
        let shape = Shape(
            kind, from: try dot(command.from, "from"), to: try dot(command.to, "to"),
            look: look == "cells" ? .cells : .dots, weight: weight)
        try append(pen.draw(shape, style: try style(command), on: canvas).bodies)
    }

    private func set(_ command: PipeCommand) throws(PipeError) {
        let object = try object(command)
        var fields: [Operation.Field] = []
        if command.position != nil {
            fields.append(.position(try dot(command.position, "position")))
        }
        if command.color != nil { fields.append(.color(try style(command).color)) }
        if command.width != nil { fields.append(.width(try style(command).width)) }
        if let text = command.text { fields.append(.text(text)) }
        if let isLocked = command.locked { fields.append(.isLocked(isLocked)) }
        if let z = command.z {
            guard z == "front" || z == "back" else {
                throw PipeError("z is \"front\" or \"back\"")
            }
            fields.append(.order(z == "front" ? .front : .back))
        }
        guard !fields.isEmpty else { throw PipeError("set needs something to set") }
        try append(pen.set(fields, of: [object], on: canvas))
    }

    private func erase(_ command: PipeCommand) throws(PipeError) {
        if command.object != nil {
            try append(pen.hide([try object(command)], on: canvas))
            return
        }
        let radius = command.radius ?? 2
        guard (0...256).contains(radius) else { throw PipeError("radius is 0 to 256") }
        try append(pen.erase(along: try dots(command), radius: radius, on: canvas))
    }

    // MARK: - Telling

    private func tellObjects() {
        let objects = canvas.visibleObjects
        for object in objects {
            var fields: [(key: String, value: PipeEvent.Value)] = [
                ("object", .text(PipeNames.name(object.id))),
                (
                    "kind",
                    .text(object.shape?.kind.name ?? (object.kind == .text ? "text" : "stroke"))
                ),
                ("participant", .text(PipeNames.hex(object.id.author.rawValue))),
                ("position", object.position.value), ("color", .number(Int(object.color))),
                ("width", .number(Int(object.width))), ("locked", .flag(object.isLocked)),
            ]
            switch object.kind {
            case .stroke: fields.append(("points", .list(object.points.map(\.value))))
            case .text: fields.append(("text", .text(object.text)))
            case .shape:
                guard let shape = object.shape else { continue }
                fields += [
                    ("from", shape.from.value), ("to", shape.to.value),
                    ("look", .text(shape.look == .cells ? "cells" : "dots")),
                    ("line", .text(shape.weight.name)),
                ]
            }
            emit(PipeEvent("object", fields))
        }
        emit(PipeEvent("objects", [("count", .number(objects.count))]))
    }

    private func tellDigest() {
        emit(
            PipeEvent(
                "digest",
                [
                    ("entries", .number(canvas.entryCount)),
                    ("objects", .number(canvas.visibleObjectCount)),
                    ("points", .number(canvas.visiblePointCount)),
                    ("digest", .text(PipeNames.hex(canvas.pictureDigest))),
                    ("log", .text(PipeNames.hex(canvas.entriesDigest))),
                ]))
    }

    private func tellScreen(_ command: PipeCommand) throws(PipeError) {
        let columns = command.columns ?? 80
        let rows = command.rows ?? 24
        guard (1...Self.sideMax).contains(columns), (1...Self.sideMax).contains(rows) else {
            throw PipeError("columns and rows are 1 to \(Self.sideMax)")
        }
        let origin = try command.at.map { _ throws(PipeError) in try dot(command.at, "at") }
        let name = command.glyphs ?? GlyphSet.braille.rawValue
        guard let glyphs = GlyphSet(rawValue: name) else {
            throw PipeError("glyphs is braille, quadrant, half or ascii")
        }
        guard let zoom = Zoom.steps.first(where: { $0.factor == command.zoom ?? 1 }) else {
            throw PipeError("zoom is 0.25, 0.5, 1, 2, 4 or 8")
        }
        let viewport = Viewport(
            origin: origin ?? Dot(x: 0, y: 0), zoom: zoom, columns: columns, rows: rows)
        let lines = ScreenText.lines(of: canvas, in: viewport, glyphs: glyphs)
        emit(PipeEvent("screen", [("lines", .list(lines.map { .text($0) }))]))
    }

    // MARK: - Waiting

    private func startWait(_ command: PipeCommand) throws(PipeError) {
        guard let condition = PipeWait.Condition(rawValue: command.for ?? "") else {
            let names = PipeWait.Condition.allCases.map(\.rawValue).joined(separator: ", ")
            throw PipeError("wait for one of \(names)")
        }
        let seconds = command.seconds ?? 5
        guard seconds >= 0, seconds <= PipeWait.secondsMax else {
            throw PipeError("seconds is 0 to \(Int(PipeWait.secondsMax))")
        }
        wait = PipeWait(
            condition, count: command.count ?? 1, seconds: seconds, at: clock.milliseconds)
    }

    // MARK: - Values

    private func dot(_ numbers: [Int32]?, _ name: String) throws(PipeError) -> Dot {
        guard let numbers, numbers.count == 2 else {
            throw PipeError("\(name) is a place: [x, y], in dots")
        }
        let dot = Dot(x: numbers[0], y: numbers[1])
        guard dot.isOnCanvas else {
            throw PipeError("the canvas ends at ±\(CanvasLimit.coordinateMax) dots")
        }
        return dot
    }

    private func dots(_ command: PipeCommand) throws(PipeError) -> [Dot] {
        guard let points = command.points, !points.isEmpty else {
            throw PipeError("points is a list of places: [[x, y], …], in dots")
        }
        guard points.count <= Self.pointsMax else {
            throw PipeError("at most \(Self.pointsMax) points at once")
        }
        var dots: [Dot] = []
        for point in points { dots.append(try dot(point, "a point")) }
        return dots
    }

    private func style(_ command: PipeCommand) throws(PipeError) -> InkStyle {
        let style = InkStyle(color: command.color ?? 1, width: command.width ?? 1)
        guard (1...CanvasLimit.colorMax).contains(style.color) else {
            throw PipeError("color is 1 to \(CanvasLimit.colorMax)")
        }
        guard (1...CanvasLimit.widthMax).contains(style.width) else {
            throw PipeError("width is 1 to \(CanvasLimit.widthMax)")
        }
        return style
    }

    private func text(_ command: PipeCommand) throws(PipeError) -> String {
        guard let text = command.text ?? command.title, !text.isEmpty else {
            throw PipeError("\(command.do) needs a text")
        }
        return text
    }

    private func object(_ command: PipeCommand) throws(PipeError) -> ObjectID {
        guard let name = command.object, let id = PipeNames.object(name),
            canvas.object(id) != nil
        else { throw PipeError("there is no such object") }
        return id
    }
}

extension Dot {
    fileprivate var isOnCanvas: Bool {
        let range = -CanvasLimit.coordinateMax...CanvasLimit.coordinateMax
        return range.contains(x) && range.contains(y)
    }
}

extension Zoom {
    fileprivate var factor: Double { Double(numerator) / Double(denominator) }
}
