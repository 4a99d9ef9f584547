import ArgumentParser
import Failures
import Flow
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

    /// Blocks the signals and SIGCHLD until `wait` takes them. Call it before any thread is made, since threads inherit
    /// the mask.
    static func holdSignals() {
        var signals = signals
        sigaddset(&signals, SIGCHLD)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Writes a line to standard error.
    static let say: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data("till-sim: \(line)\n".utf8))
    }

    /// Ends `wait`; can be called from any thread.
    static let tell: @Sendable () -> Void = { kill(getpid(), SIGTERM) }

    /// Reports in one line that the device is ready, and returns when a signal ends it.
    static func wait(_ ready: Ready, asJSON: Bool = false) {
        print(asJSON ? ready.json : ready.sentence)
        fflush(nil)
        var signals = signals
        var received: Int32 = 0
        sigwait(&signals, &received)
    }
}

extension ExitCode {
    /// The exit code for malformed input, as in `till`.
    static let malformed = ExitCode(65)

    /// The exit code of a failure.
    init(_ failure: Flow.Failure) { self = failure.is(SimulatorFailure.badScenario) ? .malformed : .failure }
}

extension String {
    /// The absolute path; links stay as they are.
    var absolutePath: String { URL(fileURLWithPath: self).standardizedFileURL.path }
}
