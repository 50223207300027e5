import CursesTerminal
import Glibc
import InkCanvas
import TerminalUI
import Whiteboard

extension PipeProgram {
    func tellObjects() {
        let objects = canvas.visibleObjects
        for object in objects {
            var fields: [(key: String, value: PipeEvent.Value)] = [
                ("object", .text(PipeNames.name(object.id))),
                ("kind", .text(object.kindName)),
                ("participant", .text(PipeNames.hex(object.id.author.rawValue))),
                ("position", object.position.value), ("color", .number(Int(object.color))),
                (
                    "width",
                    .number(Int(object.kind == .note ? object.noteWidth : UInt16(object.width)))
                ),
                ("locked", .flag(object.isLocked)),
            ]
            switch object.kind {
            case .stroke: fields.append(("points", .list(object.points.map(\.value))))
            case .text, .note: fields.append(("text", .text(object.text)))
            case .shape:
                guard let shape = object.shape else { continue }
                fields += [
                    ("from", shape.from.value), ("to", shape.to.value),
                    ("look", .text(shape.look == .cells ? "cells" : "dots")),
                    ("line", .text(shape.weight.name)), ("filled", .flag(shape.isFilled)),
                ]
            case .stamp:
                let target = object.target.map { PipeEvent.Value.text(PipeNames.name($0)) }
                fields += [
                    ("mark", .text(object.stamp.map { String($0.mark) } ?? "")),
                    ("on", target ?? .missing),
                ]
            }
            emit(PipeEvent("object", fields))
        }
        emit(PipeEvent("objects", [("count", .number(objects.count))]))
    }

    func tellDigest() {
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

    func tellScreen(_ command: PipeCommand) throws(PipeError) {
        let columns = command.columns ?? 80
        let rows = command.rows ?? 24
        guard (1...Self.sideMax).contains(columns), (1...Self.sideMax).contains(rows) else {
            throw PipeError("columns and rows are 1 to \(Self.sideMax)")
        }
        let origin = try command.at.map { _ throws(PipeError) in try dot(command.at, "at") }
        let glyphs = try glyphs(command)
        guard let zoom = Zoom.steps.first(where: { $0.factor == command.zoom ?? 1 }) else {
            throw PipeError("zoom is 0.25, 0.5, 1, 2, 4 or 8")
        }
        let viewport = Viewport(
            origin: origin ?? Dot(x: 0, y: 0), zoom: zoom, columns: columns, rows: rows)
        let lines = PlainText.lines(
            of: canvas, in: viewport, glyphs: glyphs, columns: { TextEncoding.columns($0) })
        emit(PipeEvent("screen", [("lines", .list(lines.map { .text($0) }))]))
    }

    /// Writes everything on the canvas into a file, exactly as a screen shows it at 100 %.
    func export(_ command: PipeCommand) throws(PipeError) {
        guard let path = command.path, path.hasSuffix(".txt") else {
            throw PipeError("export needs a path that ends in .txt")
        }
        let lines = PlainText.lines(
            of: canvas, glyphs: try glyphs(command), columns: { TextEncoding.columns($0) })
        guard let lines else { throw PipeError("the drawing is too large for a text") }
        guard let file = fopen(path, "we") else { throw PipeError.cannotWrite(path) }
        let isWritten = fputs(lines.map { $0 + "\n" }.joined(), file) >= 0
        guard fclose(file) == 0, isWritten else { throw PipeError.cannotWrite(path) }
    }

    private func glyphs(_ command: PipeCommand) throws(PipeError) -> GlyphSet {
        guard let glyphs = GlyphSet(rawValue: command.glyphs ?? GlyphSet.braille.rawValue) else {
            throw PipeError("glyphs is braille, quadrant, half or ascii")
        }
        return glyphs
    }

    // MARK: - Waiting

    func startWait(_ command: PipeCommand) throws(PipeError) {
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
}

extension Zoom {
    fileprivate var factor: Double { Double(numerator) / Double(denominator) }
}

extension PipeError {
    fileprivate static func cannotWrite(_ path: String) -> PipeError {
        PipeError("cannot write \(path): \(String(cString: strerror(errno)))")
    }
}
