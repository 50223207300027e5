import Synchronization

extension LiveSession {
    /// Reads messages of a kind, until the result is cancelled or dropped.
    func read(
        _ kind: MessageInbox.Kind, _ read: @escaping MessageInbox.Reader,
        end: @escaping @Sendable () -> Void = {}
    ) -> AnyCancellable {
        startReading(end: end) { [inbox] _ in
            inbox.add(kind, read: read, end: end)
        } stop: { [inbox] id in
            inbox.remove(id)
        }
    }

    /// Reads the log from its first entry, until the result is cancelled or dropped.
    func readLog(
        _ read: @escaping Readers<RoomEntry>.Reader, end: @escaping @Sendable () -> Void = {}
    ) -> AnyCancellable {
        let session = description.id
        return startReading(end: end) { [log] loop in
            for entry in loop.entries(of: session, channel: GroupSessionLog.channel) {
                read(entry)
            }
            return log.add(read, end: end)
        } stop: { [log] id in
            log.remove(id)
        }
    }

    /// Reads which attachments there are, until the result is cancelled or dropped.
    func readAttachments(
        _ read: @escaping Readers<[RoomAttachment]>.Reader,
        end: @escaping @Sendable () -> Void = {}
    ) -> AnyCancellable {
        let session = description.id
        return startReading(end: end) { [attachments] loop in
            read(loop.attachments(of: session))
            return attachments.add(read, end: end)
        } stop: { [attachments] id in
            attachments.remove(id)
        }
    }

    /// Tells those who read which attachments there are.
    func attachmentsChanged() {
        guard !attachments.isEmpty else { return }
        let session = description.id
        try? connection.perform { [attachments] loop in
            attachments.deliver(loop.attachments(of: session))
        }
    }

    /// Begins on the session thread, in its turn, so that nothing is missed and nothing overtakes.
    private func startReading(
        end: @escaping @Sendable () -> Void,
        start: @escaping @Sendable (borrowing SessionLoop) -> UInt64?,
        stop: @escaping @Sendable (UInt64) -> Void
    ) -> AnyCancellable {
        let reading = Reading()
        do {
            try connection.perform { loop in
                guard !reading.isCancelled, let id = start(loop) else { return }
                if !reading.began(id) { stop(id) }
            }
        } catch {
            end()
        }
        return AnyCancellable {
            if let id = reading.cancel() { stop(id) }
        }
    }
}

/// Whether something is being read, or not yet, or no longer.
private final class Reading: Sendable {
    private let state = Mutex<(id: UInt64?, isCancelled: Bool)>((nil, false))

    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// False if it was cancelled meanwhile.
    func began(_ id: UInt64) -> Bool {
        state.withLock { state in
            state.id = id
            return !state.isCancelled
        }
    }

    func cancel() -> UInt64? {
        state.withLock { state in
            state.isCancelled = true
            return state.id
        }
    }
}
