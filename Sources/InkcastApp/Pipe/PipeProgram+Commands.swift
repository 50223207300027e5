import InkCanvas

extension PipeProgram {
    static let pointsMax = 100_000
    static let sideMax = 1000
    /// Where a note says nothing of it.
    private static let noteWidth: UInt16 = 40

    func perform(_ command: PipeCommand) throws(PipeError) {
        switch command.do {
        case "stroke": try stroke(command)
        case "text": try write(command)
        case "note": try note(command)
        case "stamp": try stamp(command)
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
        case "export": try export(command)
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
        let (text, style) = try (text(command), style(command))
        try append(pen.write(text, at: position, style: style, on: canvas).bodies)
    }

    private func note(_ command: PipeCommand) throws(PipeError) {
        let position = try dot(command.at, "at")
        let width = try noteWidth(command) ?? Self.noteWidth
        let (text, style) = try (text(command), InkStyle(color: color(command)))
        try append(
            pen.note(text, at: position, width: width, style: style, on: canvas).bodies)
    }

    private func stamp(_ command: PipeCommand) throws(PipeError) {
        guard let stamp = Stamp.allCases.first(where: { String($0.mark) == command.mark }) else {
            let marks = Stamp.allCases.map { String($0.mark) }.joined(separator: " ")
            throw PipeError("mark is one of \(marks)")
        }
        var place: Stamp.Place
        if command.object != nil {
            let object = try object(command)
            guard canvas.object(object)?.kind != .stamp else {
                throw PipeError("a stamp does not stand on a stamp")
            }
            place = .on(object)
        } else {
            place = .at(try dot(command.at, "at"))
        }
        let style = InkStyle(color: try color(command))
        try append(pen.stamp(stamp, place, style: style, on: canvas).bodies)
    }

    private func draw(_ command: PipeCommand) throws(PipeError) {
        guard let kind = Shape.Kind.allCases.first(where: { $0.name == command.do }) else { return }
        let look = command.look ?? "cells"
        guard look == "cells" || look == "dots" else { throw PipeError("look is cells or dots") }
        let shape = Shape(
            kind, from: try dot(command.from, "from"), to: try dot(command.to, "to"),
            look: look == "cells" ? .cells : .dots, weight: try weight(command) ?? .light,
            isFilled: command.filled ?? false)
        try append(pen.draw(shape, style: try style(command), on: canvas).bodies)
    }

    private func weight(_ command: PipeCommand) throws(PipeError) -> Shape.Weight? {
        guard let line = command.line else { return nil }
        guard let weight = Shape.Weight.allCases.first(where: { $0.name == line }) else {
            throw PipeError("line is light, heavy, double or dashed")
        }
        return weight
    }

    private func set(_ command: PipeCommand) throws(PipeError) {
        let object = try object(command)
        var fields: [Operation.Field] = []
        if command.position != nil {
            fields.append(.position(try dot(command.position, "position")))
        }
        if command.color != nil { fields.append(.color(try color(command))) }
        if canvas.object(object)?.kind == .note {
            if let width = try noteWidth(command) { fields.append(.noteWidth(width)) }
        } else if command.width != nil {
            fields.append(.width(try style(command).width))
        }
        if command.text != nil { fields.append(.text(try text(command))) }
        if let isLocked = command.locked { fields.append(.isLocked(isLocked)) }
        if let isFilled = command.filled { fields.append(.isFilled(isFilled)) }
        if let weight = try weight(command) { fields.append(.weight(weight)) }
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

    // MARK: - Values

    func dot(_ numbers: [Int32]?, _ name: String) throws(PipeError) -> Dot {
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

    private func color(_ command: PipeCommand) throws(PipeError) -> UInt8 {
        let color = command.color ?? 1
        guard (1...CanvasLimit.colorMax).contains(color) else {
            throw PipeError("color is 1 to \(CanvasLimit.colorMax)")
        }
        return color
    }

    private func style(_ command: PipeCommand) throws(PipeError) -> InkStyle {
        guard let width = UInt8(exactly: command.width ?? 1),
            (1...CanvasLimit.widthMax).contains(width)
        else { throw PipeError("width is 1 to \(CanvasLimit.widthMax)") }
        return InkStyle(color: try color(command), width: width)
    }

    /// Of a note, in dots; nil if none is given.
    private func noteWidth(_ command: PipeCommand) throws(PipeError) -> UInt16? {
        guard let width = command.width else { return nil }
        let range = CanvasLimit.noteWidthMin...CanvasLimit.noteWidthMax
        guard let width = UInt16(exactly: width), range.contains(width) else {
            throw PipeError("a note's width is \(range.lowerBound) to \(range.upperBound)")
        }
        return width
    }

    private func text(_ command: PipeCommand) throws(PipeError) -> String {
        guard let text = command.text ?? command.title, !text.isEmpty else {
            throw PipeError("\(command.do) needs a text")
        }
        guard text.utf8.count <= CanvasLimit.textBytesMax else {
            throw PipeError("a text may have at most \(CanvasLimit.textBytesMax) bytes")
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
