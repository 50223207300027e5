public import FoundationEssentials

/// Files, pictures, anything of up to 100 MiB that belongs to a session; late joiners get it too.
///
/// Bytes travel when somebody loads them, from whoever has them: the one who added them, or anybody
/// who has loaded them before. So an attachment that somebody loaded outlives its author's going.
/// What was loaded in part is not loaded again.
public final class GroupSessionJournal: Sendable {
    /// Something that was added to a journal.
    public struct Attachment: Identifiable, Hashable, Sendable {
        /// The same on every peer.
        public var id: UUID { room.id }
        /// Who added it; perhaps long gone.
        public let author: Participant
        /// Bytes.
        public var size: Int { room.size }

        let room: RoomAttachment
        let live: LiveSession

        /// The bytes.
        public func load(_ type: Data.Type) async throws(GroupSessionError) -> Data {
            Data(try await live.load(room))
        }

        /// The value that was added.
        public func load<Item: Codable>(
            _ type: Item.Type
        ) async throws(GroupSessionError) -> Item {
            try Attachment.decode(type, from: try await live.load(room))
        }

        /// What was said of it when it was added; it is here as soon as the attachment is.
        public func loadMetadata<Metadata: Codable>(
            of type: Metadata.Type
        ) async throws(GroupSessionError) -> Metadata {
            try Attachment.decode(type, from: room.metadata)
        }

        private static func decode<Value: Codable>(
            _ type: Value.Type, from bytes: [UInt8]
        ) throws(GroupSessionError) -> Value {
            do {
                return try JSONDecoder().decode(type, from: Data(bytes))
            } catch {
                throw .notDecodable(type: String(describing: type))
            }
        }

        /// Whether both are the same attachment of the same journal.
        public static func == (left: Attachment, right: Attachment) -> Bool {
            left.room == right.room && left.live === right.live
        }

        /// Hashes which attachment it is.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(room)
        }
    }

    private let live: LiveSession

    /// The journal of a session.
    public init<A>(session: GroupSession<A>) {
        live = session.live
    }

    /// Adds bytes, 100 MiB at most.
    @discardableResult
    public func add(_ data: Data) async throws(GroupSessionError) -> Attachment {
        try await add([UInt8](data), metadata: [])
    }

    /// Adds bytes, and at most 512 bytes of encoded metadata.
    @discardableResult
    public func add<Metadata: Codable>(
        _ data: Data, metadata: Metadata
    ) async throws(GroupSessionError) -> Attachment {
        try await add([UInt8](data), metadata: encode(metadata))
    }

    /// Adds a value.
    @discardableResult
    public func add<Item: Codable>(_ item: Item) async throws(GroupSessionError) -> Attachment {
        try await add(encode(item), metadata: [])
    }

    /// Adds a value, and at most 512 bytes of encoded metadata.
    @discardableResult
    public func add<Item: Codable, Metadata: Codable>(
        _ item: Item, metadata: Metadata
    ) async throws(GroupSessionError) -> Attachment {
        try await add(encode(item), metadata: encode(metadata))
    }

    /// Removes an attachment for everybody, whoever added it.
    public func remove(attachment: Attachment) async throws(GroupSessionError) {
        let session = live.description.id
        try await live.ask { loop in loop.detach(attachment.room, from: session) }
    }

    /// The attachments as they are, and as they are each time that one is added or removed.
    public var attachments: Attachments { Attachments(live: live) }

    /// The attachments of a session, all of them at every change.
    public struct Attachments: AsyncSequence, Sendable {
        /// All attachments at one moment, in an order that is the same for all.
        public typealias Element = [Attachment]

        let live: LiveSession

        /// Starts with the attachments as they are.
        public func makeAsyncIterator() -> AsyncStream<[Attachment]>.Iterator {
            // Who is slow is told how it is, not how it became so.
            let (stream, continuation) = AsyncStream.makeStream(
                of: [Attachment].self, bufferingPolicy: .bufferingNewest(1))
            let reading = live.readAttachments { [live] attachments in
                continuation.yield(
                    attachments.map {
                        Attachment(author: live.participant($0.author), room: $0, live: live)
                    })
            } end: {
                continuation.finish()
            }
            continuation.onTermination = { _ in reading.cancel() }
            return stream.makeAsyncIterator()
        }
    }

    private func add(
        _ bytes: [UInt8], metadata: [UInt8]
    ) async throws(GroupSessionError) -> Attachment {
        let session = live.description.id
        try live.requireJoined()
        // Not on the caller's actor: of many bytes this takes a while.
        let content = await Task.detached { RoomContentID(of: bytes) }.value
        let added = try await live.ask { loop in
            loop.attach(bytes, as: content, metadata: metadata, to: session)
        }
        return Attachment(author: live.local, room: added, live: live)
    }

    private func encode<Value: Codable>(_ value: Value) throws(GroupSessionError) -> [UInt8] {
        do {
            return [UInt8](try JSONEncoder().encode(value))
        } catch {
            throw .notEncodable(type: String(describing: Value.self))
        }
    }
}
