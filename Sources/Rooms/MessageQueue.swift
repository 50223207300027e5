import SessionCore

/// Messages for which the node has no room yet, in order.
package struct MessageQueue {
    package typealias Completion = (inout SessionLoop, Result<Void, GroupSessionError>) -> Void

    struct Message {
        var body: [UInt8]
        var channel: UInt8
        var recipients: [ParticipantID]
        var completion: Completion
    }

    static let messagesMax = 65_536
    static let bytesMax = 64 << 20
    private static let retryInterval = Interval.milliseconds(20)

    private var waiting: [Message] = []
    private var taken = 0
    private var bytes = 0
    /// When to try again.
    private(set) var deadline: Instant?

    var first: Message? { taken < waiting.count ? waiting[taken] : nil }

    /// False if too much waits already.
    mutating func append(_ message: Message) -> Bool {
        guard waiting.count - taken < MessageQueue.messagesMax,
            bytes + message.body.count <= MessageQueue.bytesMax
        else { return false }
        waiting.append(message)
        bytes += message.body.count
        return true
    }

    mutating func removeFirst() {
        bytes -= waiting[taken].body.count
        taken += 1
        deadline = nil
        guard taken == waiting.count || taken > 1024 else { return }
        waiting.removeFirst(taken)
        taken = 0
    }

    mutating func retry(at now: Instant) {
        deadline = now + MessageQueue.retryInterval
    }
}
