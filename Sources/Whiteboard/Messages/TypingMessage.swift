package import InkCanvas

/// A text that somebody is typing, before it is on the canvas, sent without a guarantee.
package struct TypingMessage: Hashable, Sendable {
    /// The lower half of the session's key.
    package var sessionTag: UInt32
    package var position: Dot
    package var color: UInt8
    /// Of a note, in dots; 0 of a text without a card.
    package var noteWidth: UInt16
    /// The text on the canvas that it will replace.
    package var object: ObjectID?
    /// Empty: nothing is being typed any more.
    package var text: String

    package static let key: UInt32 = 7
    package static let timeToLive: Milliseconds = 60_000

    /// What an editor holds; nil for nothing any more.
    package init(session: SessionKey, _ editor: TextEditor?) {
        sessionTag = session.tag
        position = editor?.position ?? Dot(x: 0, y: 0)
        color = editor?.style.color ?? 1
        noteWidth = editor?.noteWidth ?? 0
        object = editor?.object
        text = editor?.string ?? ""
    }

    package init?(decoding body: [UInt8]) {
        var reader = MessageReader(body)
        guard let tag = reader.unsigned(), let position = reader.dot(),
            let color = reader.byte(), let width = reader.unsigned(),
            let hasObject = reader.byte()
        else { return nil }
        sessionTag = tag
        self.position = position
        self.color = color.clampedColor
        noteWidth = width == 0 ? 0 : UInt16(clamping: width).clampedNoteWidth
        if hasObject == 1 {
            guard let id = reader.objectID() else { return nil }
            object = id
        }
        let bytes = reader.rest()
        guard bytes.count <= CanvasLimit.textBytesMax else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }

    package var encoded: [UInt8] {
        var writer = MessageWriter()
        writer.put(unsigned: sessionTag)
        writer.put(position)
        writer.put(byte: color)
        writer.put(unsigned: UInt32(noteWidth))
        writer.put(byte: object == nil ? 0 : 1)
        if let object { writer.put(object) }
        for byte in text.utf8 { writer.put(byte: byte) }
        return writer.bytes
    }
}
