package import FoundationEssentials
import SessionCore

/// Bytes that belong to a session, held by whoever has them.
package struct RoomAttachment: Hashable, Sendable {
    /// Who added it.
    package var author: RoomParticipantID
    /// The place of the entry that adds it in its author's log.
    package var index: Int
    package var content: RoomContentID
    /// Bytes.
    package var size: Int
    package var metadata: [UInt8]

    /// What stands for it where a UUID is asked for: the same on every peer.
    package var id: UUID { UUID(standingFor: author.rawValue, part: UInt32(index) + 1) }
}

/// What bytes are called by, wherever they are: made of their hash.
public struct RoomContentID: Hashable, Sendable {
    let core: BlobID

    init(_ core: BlobID) { self.core = core }

    /// Hashes the bytes: of many it takes a while.
    package init(of bytes: [UInt8]) { core = BlobID(of: bytes) }
}

extension RoomAttachment {
    init(_ core: Attachment) {
        self.init(
            author: RoomParticipantID(core.entry.origin), index: Int(core.entry.index),
            content: RoomContentID(core.blob), size: core.size, metadata: core.metadata)
    }
}

extension SessionLoop {
    /// Adds an attachment if we are still in the session.
    package mutating func attach(
        _ bytes: [UInt8], as content: RoomContentID, metadata: [UInt8], to wanted: RoomSessionID
    ) -> Result<RoomAttachment, GroupSessionError> {
        guard let session, session.id == wanted else {
            return .failure(session.map { .superseded(by: $0.id.uuid) } ?? .notJoined)
        }
        do {
            let attachment = try node.attach(
                bytes, as: content.core, metadata: metadata, at: now)
            return .success(RoomAttachment(attachment))
        } catch {
            return .failure(GroupSessionError(error))
        }
    }

    package mutating func detach(
        _ attachment: RoomAttachment, from wanted: RoomSessionID
    ) -> Result<Void, GroupSessionError> {
        guard let session, session.id == wanted else {
            return .failure(session.map { .superseded(by: $0.id.uuid) } ?? .notJoined)
        }
        do {
            try node.detach(
                EntryName(origin: attachment.author.core, index: UInt32(attachment.index)),
                at: now)
            return .success(())
        } catch {
            return .failure(GroupSessionError(error))
        }
    }

    /// Gets an attachment's bytes; an `attachmentLoaded` event follows.
    package mutating func load(_ content: RoomContentID) {
        node.load(content.core, at: now)
    }

    package func attachments(of session: RoomSessionID) -> [RoomAttachment] {
        node.attachments(of: session.core).map { RoomAttachment($0) }
    }
}
