import Flow
import Foundation
import Synchronization

/// Where a command speaks: data on standard output, messages on standard error, colours and live lines only on a
/// terminal that wants them.
struct Console: Sendable {
    /// Whether messages go to a person who watches.
    let isLive: Bool

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isLive = isatty(STDERR_FILENO) != 0 && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    }

    /// Data, as it is.
    func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

    /// One line of data.
    func print(_ line: String = "") { write(line + "\n") }

    /// One line to the person.
    func say(_ line: String) { Self.write(isLive ? "\r\u{1B}[K" + line + "\n" : line + "\n", to: STDERR_FILENO) }

    /// A line that the next one replaces. Only where someone watches.
    func showLive(_ line: String) {
        if isLive { Self.write("\r\u{1B}[K" + line, to: STDERR_FILENO) }
    }

    /// What went wrong and what to do.
    func say(_ failure: Failure) {
        say("till: \(failure.sentence) (\(failure.code))")
        if let remedy = failure.remedy { say("      \(remedy)") }
        for cause in failure.causes { say("      because: \(cause)") }
    }

    /// A reader that closed early ends the writing, not the payment.
    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
