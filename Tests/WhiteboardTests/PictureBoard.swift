import InkCanvas
import TerminalUI

@testable import Whiteboard

/// A canvas with one author, and the pictures of it as lines of text.
struct Board {
    var canvas = Canvas()
    var pen = Pen(author: AuthorID(rawValue: 1))
    var glyphs = GlyphSet.braille
    private var index: UInt32 = 0
    private(set) var changes: [Canvas.Change] = []

    mutating func append(_ bodies: [[UInt8]]) {
        for body in bodies {
            index += 1
            let id = EntryID(author: pen.author, index: index)
            changes.append(canvas.apply(body, as: id))
        }
    }

    @discardableResult
    mutating func draw(
        _ points: [(Int32, Int32)], color: UInt8 = 1, width: UInt8 = 1, isSmoothed: Bool = false
    ) -> ObjectID {
        let style = InkStyle(color: color, width: width, isSmoothed: isSmoothed)
        let drawn = pen.draw(points.map { Dot(x: $0.0, y: $0.1) }, style: style, on: canvas)
        append(drawn.bodies)
        return drawn.object
    }

    @discardableResult
    mutating func draw(
        _ kind: Shape.Kind, _ from: (Int32, Int32), _ to: (Int32, Int32),
        weight: Shape.Weight = .light, look: Shape.Look = .cells, isFilled: Bool = false,
        color: UInt8 = 1
    ) -> ObjectID {
        let shape = Shape(
            kind, from: Dot(x: from.0, y: from.1), to: Dot(x: to.0, y: to.1), look: look,
            weight: weight, isFilled: isFilled)
        let drawn = pen.draw(shape, style: InkStyle(color: color), on: canvas)
        append(drawn.bodies)
        return drawn.object
    }

    mutating func write(_ text: String, at place: (Int32, Int32), color: UInt8 = 9) {
        let position = Dot(x: place.0, y: place.1)
        append(pen.write(text, at: position, style: InkStyle(color: color), on: canvas).bodies)
    }

    @discardableResult
    mutating func note(
        _ text: String, at place: (Int32, Int32), width: UInt16, color: UInt8 = 3
    ) -> ObjectID {
        let noted = pen.note(
            text, at: Dot(x: place.0, y: place.1), width: width, style: InkStyle(color: color),
            on: canvas)
        append(noted.bodies)
        return noted.object
    }

    mutating func stamp(_ stamp: Stamp, _ place: Stamp.Place) {
        append(pen.stamp(stamp, place, style: InkStyle(color: 2), on: canvas).bodies)
    }

    mutating func set(_ field: Operation.Field, of object: ObjectID) {
        append(pen.set([field], of: [object], on: canvas))
    }

    mutating func erase(_ path: [(Int32, Int32)], radius: Int32) {
        append(pen.erase(along: path.map { Dot(x: $0.0, y: $0.1) }, radius: radius, on: canvas))
    }

    mutating func undo() {
        append(pen.undo(on: canvas))
    }

    // MARK: Pictures

    func raster(
        _ columns: Int, _ rows: Int, at origin: (Int32, Int32) = (0, 0), zoom: Zoom = .actual
    ) -> Raster {
        let origin = Dot(x: origin.0, y: origin.1)
        let viewport = Viewport(origin: origin, zoom: zoom, columns: columns, rows: rows)
        return Raster(viewport, of: canvas, columns: Self.columns)
    }

    @Sendable static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x300...0x36F: 0
        case 0x2E80...0xD7A3: 2
        default: 1
        }
    }

    func rows(
        _ columns: Int, _ rows: Int, at origin: (Int32, Int32) = (0, 0), zoom: Zoom = .actual
    ) -> [String] {
        self.rows(of: raster(columns, rows, at: origin, zoom: zoom))
    }

    /// The rows without the blanks at their ends.
    func rows(of raster: Raster) -> [String] {
        let frame = frame(of: raster)
        return (0..<frame.rows).map { row in
            var line = String.UnicodeScalarView()
            for column in 0..<frame.columns {
                let scalars = frame[column, row].scalars
                for value in [
                    scalars.base, scalars.mark1, scalars.mark2, scalars.mark3, scalars.mark4,
                ] {
                    if value != 0, let scalar = Unicode.Scalar(value) { line.append(scalar) }
                }
            }
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    /// A digit of each cell's ink; a full stop for none.
    func colors(_ columns: Int, _ rows: Int) -> [String] {
        colors(of: raster(columns, rows))
    }

    func colors(of raster: Raster) -> [String] {
        let frame = frame(of: raster)
        return (0..<frame.rows).map { row in
            (0..<frame.columns).map { column in
                guard case .ink(let color) = frame[column, row].style.foreground else { return "." }
                return String(color)
            }.joined()
        }
    }

    func frame(of raster: Raster) -> Frame {
        var frame = Frame(columns: raster.viewport.columns, rows: raster.viewport.rows)
        var raster = raster
        raster.paintMore(canvas, pointsMax: 0)
        raster.paint(into: &frame, glyphs: glyphs)
        return frame
    }
}
