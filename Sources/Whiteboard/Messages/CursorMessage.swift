package import InkCanvas

/// Where somebody's pointer is, sent without a guarantee.
package struct CursorMessage: Hashable, Sendable {
    package var position: Dot
    package var activity: Activity

    /// What the pointer is doing; one that a later version made up counts as pointing.
    package enum Activity: UInt8, Sendable {
        case pointing, drawing, typing, away
    }

    package static let key: UInt32 = 1
    /// Milliseconds after which a pointer that was not heard of again is not shown.
    package static let timeToLive: Milliseconds = 30_000

    package init(position: Dot, activity: Activity) {
        self.position = position
        self.activity = activity
    }

    package init?(decoding body: [UInt8]) {
        var reader = MessageReader(body)
        guard let kind = reader.byte(), let position = reader.dot() else { return nil }
        self.init(position: position, activity: Activity(rawValue: kind) ?? .pointing)
    }

    package var encoded: [UInt8] {
        var writer = MessageWriter()
        writer.put(byte: activity.rawValue)
        writer.put(position)
        return writer.bytes
    }
}
