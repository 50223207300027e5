public import FoundationEssentials

extension GroupSessionMessenger {
    /// The messages of a type, each with where it comes from.
    public func messages<Message: Codable>(of type: Message.Type) -> Messages<Message> {
        Messages(live: live, kind: .init(mode: deliveryMode, name: Self.name(of: type)))
    }

    /// The messages that were sent as bytes.
    public func messages(of type: Data.Type) -> Messages<Data> {
        Messages(live: live, kind: .init(mode: deliveryMode, name: Self.bytesName))
    }

    /// Calls for every message of a type, on the session thread, without any task in between;
    /// until the result is cancelled or dropped.
    ///
    /// What came before anybody read this type comes first.
    public func onMessage<Message: Codable & Sendable>(
        of type: Message.Type,
        perform: @escaping @Sendable (Message, MessageContext) -> Void
    ) -> AnyCancellable {
        let kind = MessageInbox.Kind(mode: deliveryMode, name: Self.name(of: type))
        return live.read(kind) { message in
            guard let value = try? JSONDecoder().decode(type, from: Data(message.body))
            else { return }
            perform(value, MessageContext(source: message.source))
        }
    }

    /// Calls for every message that was sent as bytes, on the session thread; until the result
    /// is cancelled or dropped.
    public func onBytes(
        perform: @escaping @Sendable ([UInt8], MessageContext) -> Void
    ) -> AnyCancellable {
        live.read(.init(mode: deliveryMode, name: Self.bytesName)) { message in
            perform(message.body, MessageContext(source: message.source))
        }
    }

    /// The messages of a type as they come; those of another form under its name are left out.
    ///
    /// Every iterator gets every message from then on; the first also what came before it.
    public struct Messages<Message: Codable>: AsyncSequence, Sendable {
        /// A message, and where it comes from.
        public typealias Element = (Message, MessageContext)

        let live: LiveSession
        let kind: MessageInbox.Kind

        /// Starts to listen.
        public func makeAsyncIterator() -> Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: MessageInbox.Message.self)
            let reading = live.read(kind) {
                continuation.yield($0)
            } end: {
                continuation.finish()
            }
            continuation.onTermination = { _ in reading.cancel() }
            return Iterator(
                stream: stream.makeAsyncIterator(), isBytes: kind.name == bytesName)
        }

        /// Waits for messages.
        public struct Iterator: AsyncIteratorProtocol {
            var stream: AsyncStream<MessageInbox.Message>.Iterator
            let isBytes: Bool

            /// The next message; nil when the session is over.
            public mutating func next() async -> Element? {
                while let message = await stream.next() {
                    let data = Data(message.body)
                    let decoded =
                        isBytes
                        ? data as? Message : try? JSONDecoder().decode(Message.self, from: data)
                    guard let value = decoded else { continue }
                    return (value, MessageContext(source: message.source))
                }
                return nil
            }
        }
    }
}
