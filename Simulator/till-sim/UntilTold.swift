import ArgumentParser
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

    /// Says that it is ready, in one line, and returns when told to end.
    static func wait(_ ready: Ready, asJSON: Bool = false) {
        print(asJSON ? ready.json : ready.sentence)
        fflush(nil)
        var signals = signals
        var received: Int32 = 0
        sigwait(&signals, &received)
    }
}

/// What a simulated device says of itself once a till can connect.
struct Ready {
    let sentence: String
    /// Besides `ready`, which is true, and the version of this document. `address` is what `till` is given.
    let facts: [String: String]

    init(_ sentence: String, _ facts: [String: String] = [:]) {
        self.sentence = sentence
        self.facts = facts
    }

    fileprivate var json: String {
        let document = (facts as [String: Any]).merging(["ready": true, "schema_version": 1]) { $1 }
        let data = try? JSONSerialization.data(
            withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

struct ReadyOption: ParsableArguments {
    @Flag(help: "Report as one JSON line when the device is ready, with the address to give to till.")
    var json = false
}

extension ExitCode {
    /// Malformed input, as `till` has it.
    static let malformed = ExitCode(65)

    /// By what went wrong.
    init(_ failure: Flow.Failure) { self = failure.code == "simulator.badScenario" ? .malformed : .failure }
}

extension String {
    /// This path, from the root.
    var absolutePath: String { URL(fileURLWithPath: self).standardizedFileURL.path }
}
