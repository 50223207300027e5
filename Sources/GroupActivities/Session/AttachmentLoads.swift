import Synchronization

/// Those who wait for attachments' bytes; told on the session thread.
final class AttachmentLoads: Sendable {
    typealias Answer = Result<[UInt8], GroupSessionError>

    private struct Contents {
        var waiting: [RoomContentID: [CheckedContinuation<Answer, Never>]] = [:]
        var over: GroupSessionError?
    }

    private let contents = Mutex(Contents())

    /// Waits; false if the session is over, which the answer says.
    func add(_ waiter: CheckedContinuation<Answer, Never>, for content: RoomContentID) -> Bool {
        let over = contents.withLock { contents in
            if contents.over == nil { contents.waiting[content, default: []].append(waiter) }
            return contents.over
        }
        if let over { waiter.resume(returning: .failure(over)) }
        return over == nil
    }

    func deliver(_ content: RoomContentID, _ bytes: [UInt8]?) {
        answer(content, bytes.map { Answer.success($0) } ?? .failure(.attachmentUnavailable))
    }

    func answer(_ content: RoomContentID, _ answer: Answer) {
        for waiter in contents.withLock({ $0.waiting.removeValue(forKey: content) ?? [] }) {
            waiter.resume(returning: answer)
        }
    }

    func close(_ reason: GroupSessionError) {
        let waiting = contents.withLock { contents in
            contents.over = contents.over ?? reason
            defer { contents.waiting = [:] }
            return contents.waiting
        }
        for waiter in waiting.values.joined() { waiter.resume(returning: .failure(reason)) }
    }
}

extension LiveSession {
    /// Asks the session thread for something.
    nonisolated(nonsending) func ask<Value: Sendable>(
        _ request: @escaping @Sendable (inout SessionLoop) -> Result<Value, GroupSessionError>
    ) async throws(GroupSessionError) -> Value {
        try requireJoined()
        let answer = await withCheckedContinuation { continuation in
            do throws(GroupSessionError) {
                try connection.request { loop in
                    continuation.resume(returning: request(&loop))
                }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try answer.get()
    }

    /// The bytes of an attachment, from here or from whoever has them.
    nonisolated(nonsending) func load(
        _ attachment: RoomAttachment
    ) async throws(GroupSessionError) -> [UInt8] {
        try requireJoined()
        let answer = await withCheckedContinuation { waiter in
            guard loads.add(waiter, for: attachment.content) else { return }
            do throws(GroupSessionError) {
                try connection.request { loop in loop.load(attachment.content) }
            } catch {
                loads.answer(attachment.content, .failure(error))
            }
        }
        return try answer.get()
    }
}
