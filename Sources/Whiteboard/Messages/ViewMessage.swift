package import InkCanvas

/// What somebody looks at, sent without a guarantee: the dot in the middle of their screen.
package struct ViewMessage: Hashable, Sendable {
    /// The lower half of the session's key.
    package var sessionTag: UInt32
    package var center: Dot
    package var zoom: Zoom
    /// Nil for news of where somebody looks; else it asks everybody to come, and a higher number
    /// asks once more.
    package var summons: UInt32?

    package static let key: UInt32 = 5
    package static let summonsKey: UInt32 = 6
    package static let timeToLive: Milliseconds = 60_000
    package static let summonsTimeToLive: Milliseconds = 5000

    package init(session: SessionKey, center: Dot, zoom: Zoom, summons: UInt32? = nil) {
        sessionTag = session.tag
        self.center = center
        self.zoom = zoom
        self.summons = summons
    }

    package init?(decoding body: [UInt8]) {
        var reader = MessageReader(body)
        guard let tag = reader.unsigned(), let center = reader.dot(),
            let place = reader.byte(), Zoom.steps.indices.contains(Int(place))
        else { return nil }
        sessionTag = tag
        self.center = center
        zoom = Zoom.steps[Int(place)]
        summons = reader.unsigned()
    }

    package var encoded: [UInt8] {
        var writer = MessageWriter()
        writer.put(unsigned: sessionTag)
        writer.put(center)
        writer.put(byte: UInt8(Zoom.steps.firstIndex(of: zoom) ?? 0))
        if let summons { writer.put(unsigned: summons) }
        return writer.bytes
    }
}
