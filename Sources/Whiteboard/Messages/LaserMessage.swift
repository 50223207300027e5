package import InkCanvas

/// Where somebody has pointed with the laser in the last moments, sent without a guarantee.
package struct LaserMessage: Hashable, Sendable {
    /// The lower half of the session's key.
    package var sessionTag: UInt32
    /// The oldest first.
    package var points: [Point]

    package struct Point: Hashable, Sendable {
        package var dot: Dot
        /// Milliseconds, to 16 of them.
        package var age: Milliseconds
    }

    package static let key: UInt32 = 4
    package static let pointsMax = 64
    private static let ageUnit: Milliseconds = 16

    package init(session: SessionKey, points: [Point]) {
        sessionTag = session.tag
        self.points = Array(points.suffix(Self.pointsMax))
    }

    package init?(decoding body: [UInt8]) {
        var reader = MessageReader(body)
        guard let tag = reader.unsigned() else { return nil }
        sessionTag = tag
        points = []
        var last = Dot(x: 0, y: 0)
        while !reader.isAtEnd {
            guard points.count < Self.pointsMax, let age = reader.byte(),
                let dot = reader.dot(from: last)
            else { return nil }
            points.append(Point(dot: dot, age: Milliseconds(age) * Self.ageUnit))
            last = dot
        }
    }

    package var encoded: [UInt8] {
        var writer = MessageWriter()
        writer.put(unsigned: sessionTag)
        var last = Dot(x: 0, y: 0)
        for point in points {
            writer.put(byte: UInt8(clamping: point.age / Self.ageUnit))
            writer.put(Dot(x: point.dot.x &- last.x, y: point.dot.y &- last.y))
            last = point.dot
        }
        return writer.bytes
    }
}
