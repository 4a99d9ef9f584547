import Foundation
import Glibc

/// Keeps a simulated device running until SIGTERM, SIGINT or SIGHUP.
enum UntilTold {
    static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGHUP)
        return signals
    }

    /// Call before any thread is made: they inherit it, and a signal that comes early waits for `wait`. So does the end of
    /// a child.
    static func holdSignals() {
        var signals = signals
        sigaddset(&signals, SIGCHLD)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// On standard error.
    static let say: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data("till-sim: \(line)\n".utf8))
    }

    /// Ends `wait`, from any thread.
    static let tell: @Sendable () -> Void = { kill(getpid(), SIGTERM) }

    /// Says `ready` in one line and returns when told to end.
    static func wait(ready: String) {
        print(ready)
        fflush(nil)
        var signals = signals
        var received: Int32 = 0
        sigwait(&signals, &received)
    }
}
