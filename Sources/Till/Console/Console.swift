import Flow
import Foundation

/// Where a command speaks: data on standard output, messages on standard error, each line as it comes. No colours and
/// nothing that moves, so that a screen, a log and a pipe show the same.
struct Console: Sendable {
    /// Data, as it is.
    func write(_ text: String) { write(Array(text.utf8)) }

    /// The same, of any kind.
    func write(_ bytes: [UInt8]) { Self.write(bytes, to: STDOUT_FILENO) }

    /// One line of data.
    func print(_ line: String = "") { write(line + "\n") }

    /// One line to the person. Whatever was asked for, or came from a device, is named in it as text alone.
    func say(_ line: String) { Self.write(Array((line.presentable + "\n").utf8), to: STDERR_FILENO) }

    /// Lines that are presentable already.
    func sayLines(_ text: String) { Self.write(Array((text + "\n").utf8), to: STDERR_FILENO) }

    /// What the paper says otherwise than the receipt: characters that neither the printer nor this machine has.
    func sayReplaced(_ replaced: [String]) {
        if !replaced.isEmpty { say("  not on paper as they are written: \(replaced.joined(separator: ", "))") }
    }

    /// What went wrong and what to do.
    func say(_ failure: Failure) {
        say("till: \(failure.sentence) (\(failure.code))")
        if let remedy = failure.remedy { say("      \(remedy)") }
        for cause in failure.causes { say("      because: \(cause)") }
    }

    /// A reader that closed early ends the writing, not the payment.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
