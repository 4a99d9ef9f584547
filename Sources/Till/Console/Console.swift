import Flow
import Foundation

/// Where a command speaks: data on standard output, messages on standard error, each line as it comes. No colours and
/// nothing that moves, so that a screen, a log and a pipe show the same.
struct Console: Sendable {
    private let output: DataStream

    /// What whoever reads the data wants.
    enum Form: Sendable {
        case text
        /// One document.
        case json
        /// A line for each event.
        case events
    }

    private let form: Form

    init(output: DataStream = DataStream(STDOUT_FILENO), form: Form = .asked) {
        self.output = output
        self.form = form
    }

    /// Why not all of the data arrived; nil where it did, or where whoever read it has left.
    var failure: Failure? { output.failure }

    /// Whether more data would arrive.
    var isHeard: Bool { output.isOpen }

    /// Data, as it is.
    func write(_ text: String) { write(Array(text.utf8)) }

    /// The same, of any kind.
    func write(_ bytes: [UInt8]) { output.write(bytes) }

    /// One line of data.
    func print(_ line: String = "") { write(line + "\n") }

    /// One line of data that must not be lost: where standard output does not take it, `words` are said.
    func print(_ line: String, orSay words: String) {
        print(line)
        if failure != nil { say(words) }
    }

    /// One line to the person. Whatever was asked for, or came from a device, is named in it as text alone.
    func say(_ line: String) { sayLines(line.presentable) }

    /// Lines that are presentable already.
    func sayLines(_ text: String) { _ = DataStream.write(Array((text + "\n").utf8), to: STDERR_FILENO) }

    /// What the paper says otherwise than the receipt: characters that neither the printer nor this machine has.
    func sayReplaced(_ replaced: [String]) {
        if !replaced.isEmpty { say("  not on paper as they are written: \(replaced.joined(separator: ", "))") }
    }

    /// What ended the command: said, and with `--json` the document, where there is none yet.
    func end(with failure: Failure) {
        say(failure)
        write(errorOf: failure)
    }

    /// The document of a failure, where it is wanted and none was begun; of a stream of events, its end.
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

    /// What went wrong and what to do.
    func say(_ failure: Failure) {
        say("till: \(failure.sentence) (\(failure.code))")
        if let remedy = failure.remedy { say("      \(remedy)") }
        for cause in failure.causes { say("      because: \(cause)") }
    }
}

extension Console.Form {
    /// By the words of the command line: of a mistake in these nobody else can tell.
    static var asked: Console.Form {
        let words = CommandLine.arguments.prefix { $0 != "--" }
        return words.contains("--events") ? .events : words.contains("--json") ? .json : .text
    }
}
