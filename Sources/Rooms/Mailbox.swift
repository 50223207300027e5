import MulticastSocket
import Synchronization

/// Requests from any thread to the session thread, in order; bounded.
package final class Mailbox: Sendable {
    package typealias Request = @Sendable (inout SessionLoop) -> Void

    static let requestsMax = 4096

    private struct Contents {
        var requests: [Request] = []
        /// How long the thread may stay on; nil while the mailbox is open.
        var patience: Duration?
    }

    private let contents = Mutex(Contents())
    let pipe: WakePipe

    init() throws(GroupSessionError) {
        pipe = try WakePipe.open()
    }

    /// Leaves a request; never waits.
    func post(_ request: @escaping Request) throws(GroupSessionError) {
        let error: GroupSessionError? = contents.withLock { contents in
            if contents.patience != nil { return .left }
            if contents.requests.count >= Mailbox.requestsMax { return .tooManyRequests }
            contents.requests.append(request)
            // The thread that has not yet taken the first need not be woken for the next.
            if contents.requests.count == 1 { pipe.wake() }
            return nil
        }
        if let error { throw error }
    }

    /// Lets nothing more in: the session thread does what is there, and says good-bye.
    func close(patience: Duration) {
        contents.withLock { contents in
            if contents.patience == nil { contents.patience = patience }
            pipe.wake()
        }
    }

    /// It is open, and nothing waits in it.
    var isQuiet: Bool {
        contents.withLock { $0.patience == nil && $0.requests.isEmpty }
    }

    /// What was asked for, and how long to stay if nothing more will come.
    typealias Mail = (requests: [Request], patience: Duration?)

    /// Takes what is there; only when the pipe is readable is there anything new.
    func take() -> Mail {
        pipe.drain()
        return contents.withLock { contents in
            defer { contents.requests.removeAll() }
            return (contents.requests, contents.patience)
        }
    }
}

extension WakePipe {
    static func open() throws(GroupSessionError) -> WakePipe {
        do {
            return try WakePipe()
        } catch {
            throw GroupSessionError(error)
        }
    }
}
