import MulticastSocket
import SessionCore
import Synchronization

/// Keeps a session's loop, which one thread has at a time: the session thread for its turns, or,
/// while that waits, whoever asks for something.
///
/// So what is said goes to the network at once, on the thread that says it; what is told of it is
/// left to the session thread.
final class SessionHost: Sendable {
    fileprivate struct Contents {
        /// Nil when the session thread has ended.
        var loop: SessionLoop?
        /// Until when the session thread waits.
        var due: Instant?
        var isTimerSet = false
    }

    private enum Outcome { case postponed, done, leftErrands }

    private let contents: Mutex<Contents>
    private let mailbox: Mailbox
    private let timer: WakeTimer
    private let descriptors: [Int32]

    init(
        node: Node, link: sending any DatagramLink,
        handler: @escaping @Sendable (RoomEvent) -> Void
    ) throws(GroupSessionError) {
        mailbox = try Mailbox()
        do {
            timer = try WakeTimer()
        } catch {
            throw GroupSessionError(error)
        }
        descriptors = link.descriptors + [mailbox.pipe.descriptor, timer.descriptor]
        contents = Mutex(Contents(loop: SessionLoop(node: node, link: link, handler: handler)))
    }

    /// What the session thread does until the mailbox is closed and the good-bye is sent.
    func run() {
        var poller = Poller()
        var due = contents.withLock { contents in
            contents.loop?.start()
            return contents.rest()
        }
        while true {
            let wait = due.map { ($0 - MonotonicClock.now()).microseconds }
            poller.wait(for: descriptors, microseconds: wait)
            let goesOn = contents.withLock { contents in
                if contents.isTimerSet { timer.stop() }
                contents.isTimerSet = false
                let isAsked = poller.ready.contains(mailbox.pipe.descriptor)
                let goesOn = contents.loop?.turn(
                    ready: poller.ready, mail: isAsked ? mailbox.take() : nil,
                    expected: contents.due)
                due = contents.rest()
                if goesOn != true { contents.loop = nil }
                return goesOn
            }
            if goesOn != true { return }
        }
    }

    /// Does something at once, on this thread, if nothing else is under way, and else in its turn.
    func request(_ request: @escaping Mailbox.Request) throws(GroupSessionError) {
        let outcome = contents.withLockIfAvailable { contents in
            // What waits in the mailbox was asked for before.
            guard mailbox.isQuiet else { return Outcome.postponed }
            return attend(to: request, &contents)
        }
        switch outcome ?? .postponed {
        case .postponed: try mailbox.post(request)
        case .done: break
        case .leftErrands: mailbox.pipe.wake()
        }
    }

    /// Does something on the session thread, in its turn.
    func post(_ request: @escaping Mailbox.Request) throws(GroupSessionError) {
        try mailbox.post(request)
    }

    /// Lets the session thread do what was asked for, say good-bye, and end.
    func close(patience: Duration) {
        mailbox.close(patience: patience)
    }

    private func attend(to request: Mailbox.Request, _ contents: inout Contents) -> Outcome {
        let wasTold = contents.loop?.hasErrands ?? false
        guard contents.loop?.attend(to: request, expected: contents.due) ?? false else {
            return .postponed
        }
        // A thread about to wake sees to its deadline itself.
        if wasTold { return .done }
        if contents.loop?.hasErrands ?? false { return .leftErrands }
        if let due = contents.loop?.deadline, contents.due.map({ due < $0 }) ?? true {
            timer.set(to: due.microseconds)
            (contents.due, contents.isTimerSet) = (due, true)
        }
        return .done
    }
}

extension SessionHost.Contents {
    /// Until when to wait now.
    fileprivate mutating func rest() -> Instant? {
        due = loop?.deadline
        return due
    }
}
