package import InkCanvas

/// Objects that somebody is moving, and how far, sent without a guarantee.
package struct MovePreview: Hashable, Sendable {
    /// The lower half of the session's key.
    package var sessionTag: UInt32
    package var offset: Dot
    package var objects: [ObjectID]

    package static let key: UInt32 = 3
    /// Milliseconds a preview lives without news.
    package static let timeToLive: Milliseconds = 1000
    package static let objectsMax = 64

    package init(session: SessionKey, offset: Dot, objects: [ObjectID]) {
        sessionTag = session.tag
        self.offset = offset
        self.objects = Array(objects.prefix(Self.objectsMax))
    }

    package init?(decoding body: [UInt8]) {
        var reader = MessageReader(body)
        guard let tag = reader.unsigned(), let offset = reader.dot() else { return nil }
        sessionTag = tag
        self.offset = offset
        objects = []
        while !reader.isAtEnd {
            guard objects.count < Self.objectsMax, let object = reader.objectID() else {
                return nil
            }
            objects.append(object)
        }
    }

    package var encoded: [UInt8] {
        var writer = MessageWriter()
        writer.put(unsigned: sessionTag)
        writer.put(offset)
        for object in objects { writer.put(object) }
        return writer.bytes
    }
}
