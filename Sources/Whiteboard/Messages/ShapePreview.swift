package import InkCanvas

/// A shape that somebody is drawing, sent without a guarantee.
package struct ShapePreview: Hashable, Sendable {
    /// The lower half of the session's key.
    package var sessionTag: UInt32
    package var object: ObjectID.Number
    package var style: InkStyle
    package var shape: Shape

    package static let key: UInt32 = 8
    /// Milliseconds a preview lives without news.
    package static let timeToLive = StrokePreview.timeToLive

    package init(
        session: SessionKey, object: ObjectID.Number, style: InkStyle, shape: Shape
    ) {
        sessionTag = session.tag
        self.object = object
        self.style = style
        self.shape = shape
    }

    package init?(decoding body: [UInt8]) {
        var reader = MessageReader(body)
        guard let tag = reader.unsigned(), let object = reader.unsigned(),
            let color = reader.byte(), let width = reader.byte(),
            let kind = reader.byte().flatMap(Shape.Kind.init),
            let look = reader.byte().flatMap(Shape.Look.init),
            let weight = reader.byte().flatMap(Shape.Weight.init), let filling = reader.byte(),
            let from = reader.dot(), let to = reader.dot()
        else { return nil }
        sessionTag = tag
        self.object = object
        style = InkStyle(color: color.clampedColor, width: width.clampedWidth)
        shape = Shape(
            kind, from: from, to: to, look: look, weight: weight, isFilled: filling != 0)
    }

    package var encoded: [UInt8] {
        var writer = MessageWriter()
        writer.put(unsigned: sessionTag)
        writer.put(unsigned: object)
        writer.put(byte: style.color)
        writer.put(byte: style.width)
        writer.put(byte: shape.kind.rawValue)
        writer.put(byte: shape.look.rawValue)
        writer.put(byte: shape.weight.rawValue)
        writer.put(byte: shape.isFilled ? 1 : 0)
        writer.put(shape.from)
        writer.put(shape.to)
        return writer.bytes
    }
}
