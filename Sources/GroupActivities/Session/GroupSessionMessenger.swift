public import FoundationEssentials

/// Sends messages to the others of a session, and receives theirs.
///
/// Messages are for those who are there: who joins later gets none of the earlier ones. What late
/// joiners must know belongs into a `GroupSessionLog`.
public final class GroupSessionMessenger: Sendable {
    /// What becomes of a lost datagram.
    public enum DeliveryMode: Hashable, Sendable {
        /// Repaired: every message arrives, in the order of its sender.
        case reliable
        /// Not repaired: the newest message of a type replaces older ones, at the least delay.
        case unreliable
    }

    /// Where a message comes from.
    public struct MessageContext: Sendable {
        /// Who sent it.
        public let source: Participant
    }

    /// The room's channel that carries messages.
    static let channel: UInt8 = 255
    /// What messages that are plain bytes are called between peers.
    static let bytesName = ""
    /// How long an unreliable message is worth delivering.
    fileprivate static let timeToLive = Duration.seconds(1)

    /// What becomes of its messages when a datagram is lost.
    public let deliveryMode: DeliveryMode
    let live: LiveSession

    /// A messenger of a session; make it before joining.
    public init<A>(session: GroupSession<A>, deliveryMode: DeliveryMode = .reliable) {
        self.deliveryMode = deliveryMode
        live = session.live
    }

    /// Calls when messages of somebody are lost, with how many: they cannot be had any more, and
    /// those after them are delivered; until the result is cancelled or dropped.
    ///
    /// This happens when a sender goes before all it said has been repaired.
    public func onMessagesLost(
        perform: @escaping @Sendable (_ source: Participant, _ count: Int) -> Void
    ) -> AnyCancellable {
        live.losses.add(perform)
    }

    /// Sends a value of at most 256 KiB; those who ask for `messages(of:)` its type receive it.
    ///
    /// Values are sent in the order of the calls.
    public nonisolated(nonsending) func send<Message: Codable>(
        _ message: Message, to participants: Participants = .all
    ) async throws(GroupSessionError) {
        let body: [UInt8]
        do {
            body = [UInt8](try JSONEncoder().encode(message))
        } catch {
            throw .notEncodable(type: String(describing: Message.self))
        }
        try await send(body, name: GroupSessionMessenger.name(of: Message.self), to: participants)
    }

    /// Sends bytes; those who ask for `messages(of: Data.self)` receive them.
    public nonisolated(nonsending) func send(
        _ data: Data, to participants: Participants = .all
    ) async throws(GroupSessionError) {
        try await send([UInt8](data), name: Self.bytesName, to: participants)
    }

    /// Sends bytes; those who ask for `messages(of: Data.self)` receive them.
    public nonisolated(nonsending) func send(
        _ bytes: [UInt8], to participants: Participants = .all
    ) async throws(GroupSessionError) {
        try await send(bytes, name: Self.bytesName, to: participants)
    }

    /// What a message type is called between peers: its name without the module, which differs
    /// between programs, or what the type itself says.
    static func name<Message>(of type: Message.Type) -> String {
        (type as? any CustomMessageIdentifiable.Type)?.messageIdentifier ?? "\(type)"
    }

    private nonisolated(nonsending) func send(
        _ body: [UInt8], name: String, to participants: Participants
    ) async throws(GroupSessionError) {
        try live.requireJoined()
        var recipients: [RoomParticipantID] = []
        if case .only(let chosen) = participants {
            recipients = chosen.map(\.roomID).filter { $0 != live.local.roomID }.sorted()
            if recipients.isEmpty { return }
        }
        let (message, mode) = (MessageEnvelope(name: name, body: body), deliveryMode)
        let (chosen, session) = (recipients, live.description.id)
        let result: Result<Void, GroupSessionError> = await withCheckedContinuation { waiting in
            do throws(GroupSessionError) {
                try live.connection.request { loop in
                    loop.send(message, to: chosen, mode, in: session) { _, result in
                        waiting.resume(returning: result)
                    }
                }
            } catch {
                waiting.resume(returning: .failure(error))
            }
        }
        try result.get()
    }
}

/// A message type that says how it is called between peers, instead of by its Swift name.
public protocol CustomMessageIdentifiable {
    /// The same in all programs and versions that are to understand each other.
    static var messageIdentifier: String { get }
}

extension SessionLoop {
    fileprivate mutating func send(
        _ envelope: MessageEnvelope, to recipients: [RoomParticipantID],
        _ mode: GroupSessionMessenger.DeliveryMode, in wanted: RoomSessionID,
        completion: @escaping MessageQueue.Completion
    ) {
        guard let session, session.id == wanted else {
            let error = session.map { GroupSessionError.superseded(by: $0.id.uuid) }
            return completion(&self, .failure(error ?? .notJoined))
        }
        let channel = GroupSessionMessenger.channel
        switch mode {
        case .reliable:
            send(envelope.bytes, channel: channel, to: recipients, completion: completion)
        case .unreliable:
            var envelope = envelope
            envelope.recipients = recipients
            let result = setEphemeral(
                envelope.bytes, channel: channel,
                key: GroupSessionMessenger.key(for: envelope.name),
                timeToLive: GroupSessionMessenger.timeToLive)
            completion(&self, result)
        }
    }
}

extension GroupSessionMessenger {
    /// The key under which a type's newest value is kept (FNV-1a of the name).
    static func key(for name: String) -> UInt32 {
        name.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
