import SessionCore

extension SessionLoop {
    /// Appends to the session if we are still in it; gives the index.
    package mutating func append(
        _ body: [UInt8], channel: UInt8, isEssential: Bool, to wanted: RoomSessionID
    ) -> Result<Int, GroupSessionError> {
        guard let session, session.id == wanted else {
            return .failure(session.map { .superseded(by: $0.id.uuid) } ?? .notJoined)
        }
        do {
            let index = try node.append(
                body, channel: channel, isEssential: isEssential, at: now)
            return .success(Int(index))
        } catch {
            return .failure(GroupSessionError(error))
        }
    }

    /// Sends a message, or has it wait until the node has room for it.
    package mutating func send(
        _ body: [UInt8], channel: UInt8, to recipients: [RoomParticipantID],
        completion: @escaping MessageQueue.Completion
    ) {
        let message = MessageQueue.Message(
            body: body, channel: channel, recipients: recipients.map(\.core),
            completion: completion)
        guard messages.append(message) else { return completion(&self, .failure(.tooManyRequests)) }
        sendMessages()
    }

    /// Sends what waits, in order, as far as the node has room.
    mutating func sendMessages() {
        while let message = messages.first {
            var result = Result<Void, GroupSessionError>.success(())
            do throws(SessionError) {
                try node.send(
                    message.body, channel: message.channel, to: message.recipients, at: now)
            } catch {
                if error == .congested { return messages.retry(at: now) }
                result = .failure(GroupSessionError(error))
            }
            messages.removeFirst()
            message.completion(&self, result)
        }
    }

    package mutating func setEphemeral(
        _ body: [UInt8], channel: UInt8, key: UInt32, timeToLive: Duration
    ) -> Result<Void, GroupSessionError> {
        do {
            try node.setEphemeral(
                body, channel: channel, key: key, timeToLive: Interval(timeToLive), at: now)
            return .success(())
        } catch {
            return .failure(GroupSessionError(error))
        }
    }

    /// Entries of a session that are the application's, each author's in order.
    package func entries(of session: RoomSessionID, channel: UInt8) -> [RoomEntry] {
        node.entries(of: session.core).filter { $0.channel == channel }
            .sorted { ($0.origin, $0.index) < ($1.origin, $1.index) }
            .map { RoomEntry($0) }
    }

    var status: RoomStatus? {
        guard let session else { return nil }
        let statistics = node.statistics
        return RoomStatus(
            session: session.id, entryCount: node.entryCount, logDigest: node.logDigest,
            isComplete: node.isComplete, isDelivered: node.isSettled,
            participants: node.participants.map { RoomParticipantID($0.id) },
            datagramsSent: statistics.datagramsSent,
            datagramsReceived: statistics.datagramsReceived,
            datagramsDropped: statistics.datagramsDropped,
            bytesReceived: statistics.bytesReceived, nacksSent: statistics.nacksSent,
            entriesRepaired: statistics.entriesRepaired, chunksSent: statistics.chunksSent)
    }
}
