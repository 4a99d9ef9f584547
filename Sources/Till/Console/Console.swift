import Flow
import Foundation

/// A command's output: data on standard output, messages on standard error, each line as it comes. There are no colours
/// and nothing that moves, so that a screen, a log and a pipe show the same.
struct Console: Sendable {
    private let output: DataStream

    /// The form of the data.
    enum Form: Sendable {
        case text
        /// One JSON document.
        case json
        /// One JSON line for each event.
        case events
    }

    private let form: Form

    init(output: DataStream = DataStream(STDOUT_FILENO), form: Form = .asked) {
        self.output = output
        self.form = form
    }

    /// Why the data was not written completely; nil if it was, or if its reader has left.
    var failure: Failure? { output.failure }

    /// Whether more data can be written.
    var isHeard: Bool { output.isOpen }

    /// Writes data unchanged.
    func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes bytes unchanged.
    func write(_ bytes: [UInt8]) { output.write(bytes) }

    /// Writes one line of data.
    func print(_ line: String = "") { write(line + "\n") }

    /// Writes one line of data that must not be lost: if standard output does not take it, `words` are written to
    /// standard error.
    func print(_ line: String, orSay words: String) {
        print(line)
        if failure != nil { say(words) }
    }

    /// Writes one line to the person. Text that was typed or came from a device cannot control the screen.
    func say(_ line: String) { sayLines(line.presentable) }

    /// Writes lines that cannot control the screen.
    func sayLines(_ text: String) { _ = DataStream.write(Array((text + "\n").utf8), to: STDERR_FILENO) }

    /// Reports characters that neither the printer nor this machine has, and what the paper shows for them.
    func sayReplaced(_ replaced: [String]) {
        if !replaced.isEmpty { say("  not on paper as they are written: \(replaced.joined(separator: ", "))") }
    }

    /// Reports the failure that ended the command, with the `--json` document if none was written yet.
    func end(with failure: Failure) {
        say(failure)
        write(errorOf: failure)
    }

    /// Writes the JSON document of a failure if one is wanted and none was begun; for a stream of events, its end.
    func write(errorOf failure: Failure) {
        switch form {
        case .text: return
        case .json:
            guard output.isUntouched, let document = try? Output.json(Output.Error(failure)) else { return }
            print(document)
        case .events:
            if let line = EventStream.end(with: failure, at: Environment.live.now()) { print(line) }
        }
    }

    /// Reports what went wrong and what to do.
    func say(_ failure: Failure) {
        say("till: \(failure.sentence) (\(failure.code))")
        if let remedy = failure.remedy { say("      \(remedy)") }
        for cause in failure.causes { say("      because: \(cause)") }
    }
}

extension Console.Form {
    /// The form according to the words of the command line, for mistakes in these that no parsed command can report.
    static var asked: Console.Form {
        let words = CommandLine.arguments.prefix { $0 != "--" }
        return words.contains("--events") ? .events : words.contains("--json") ? .json : .text
    }
}
