package import InkCanvas

/// The part of a stroke that is not in the log yet, sent without a guarantee.
///
/// It names the stroke and the place of its first point in it, so that whoever holds the durable
/// part knows what to ignore.
package struct StrokePreview: Hashable, Sendable {
    /// The lower half of the session's key: a preview never shows on another canvas.
    package var sessionTag: UInt32
    package var object: ObjectID.Number
    package var offset: UInt32
    package var style: InkStyle
    package var points: [Dot]

    package static let key: UInt32 = 2
    /// Milliseconds a preview lives without news.
    package static let timeToLive: Milliseconds = 1000
    package static let pointsMax = 512

    package init(
        session: SessionKey, object: ObjectID.Number, offset: UInt32, style: InkStyle,
        points: [Dot]
    ) {
        sessionTag = session.tag
        self.object = object
        self.offset = offset
        self.style = style
        self.points = points
    }

    package init?(decoding body: [UInt8]) {
        var reader = MessageReader(body)
        guard let tag = reader.unsigned(), let object = reader.unsigned(),
            let offset = reader.unsigned(), let color = reader.byte(),
            let width = reader.byte(), let flags = reader.byte()
        else { return nil }
        sessionTag = tag
        self.object = object
        self.offset = offset
        style = InkStyle(
            color: color.clampedColor, width: width.clampedWidth,
            isSmoothed: flags & 1 == 1)
        points = []
        var last = Dot(x: 0, y: 0)
        while !reader.isAtEnd {
            guard points.count < Self.pointsMax, let point = reader.dot(from: last) else {
                return nil
            }
            points.append(point)
            last = point
        }
    }

    package var encoded: [UInt8] {
        var writer = MessageWriter()
        writer.put(unsigned: sessionTag)
        writer.put(unsigned: object)
        writer.put(unsigned: offset)
        writer.put(byte: style.color)
        writer.put(byte: style.width)
        writer.put(byte: style.isSmoothed ? 1 : 0)
        var last = Dot(x: 0, y: 0)
        for point in points {
            writer.put(Dot(x: point.x &- last.x, y: point.y &- last.y))
            last = point
        }
        return writer.bytes
    }
}
