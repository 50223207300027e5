import Glibc
import Synchronization

/// A thread of our own, which signals for the program do not interrupt.
final class SystemThread: Sendable {
    private final class Body {
        let run: () -> Void

        init(_ run: @escaping () -> Void) {
            self.run = run
        }
    }

    /// Nil once it was joined.
    private let handle: Mutex<pthread_t?>

    /// Starts a thread that runs `body` once.
    init(_ body: sending @escaping () -> Void) throws(GroupSessionError) {
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        // A fault must reach its handler on the thread it happened on.
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] {
            sigdelset(&blocked, fault)
        }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let box = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { argument in
                if let argument {
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, box.toOpaque())
        guard error == 0 else {
            box.release()
            throw .systemRefused(errno: error)
        }
        handle = Mutex(thread)
    }

    /// Waits for the end of the thread; called on the thread itself, it lets go of it instead.
    func join() {
        let taken = handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
        guard let taken else { return }
        if pthread_equal(taken, pthread_self()) != 0 {
            pthread_detach(taken)
        } else {
            pthread_join(taken, nil)
        }
    }
}
