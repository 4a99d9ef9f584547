import Configuration
import Failures
import Flow
import Foundation
import Model
import Service

/// A command's output: data on standard output, messages on standard error, each line as it comes. There are no colours
/// and nothing that moves, so that a screen, a log and a pipe show the same.
struct Console: Sendable {
    /// The call that the command answers.
    let invocation: Invocation
    private var output: DataStream { invocation.output }

    /// The form of the data.
    enum Form: Sendable {
        case text
        /// One JSON document.
        case json
        /// One JSON line for each event.
        case events
    }

    private let form: Form
    /// Finds out the language of failures when one is reported.
    private let language: @Sendable () -> OperatorLanguage

    init(_ invocation: Invocation = .current, language: (@Sendable () -> OperatorLanguage)? = nil) {
        self.invocation = invocation
        form = Form(askedBy: invocation)
        self.language = language ?? { OperatorLanguage(askedBy: invocation) }
    }

    /// Why the data was not written completely; nil if it was, or if its reader has left.
    var failure: Failure? { output.failure }

    /// After this, `failure` tells of everything that was written.
    func settle() { output.settle() }

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
        output.settle()
        if failure != nil { say(words) }
    }

    /// Writes one line to the person. Text that was typed or came from a device cannot control the screen.
    func say(_ line: String) { sayLines(line.presentable) }

    /// Writes lines that cannot control the screen.
    func sayLines(_ text: String) { invocation.errors.write(Array((text + "\n").utf8)) }

    /// Reports characters that neither the printer nor this machine has, and what the paper shows for them.
    func sayReplaced(_ replaced: [String]) {
        if !replaced.isEmpty {
            say("  " + language().text("print.replaced", ["characters": replaced.joined(separator: ", ")]))
        }
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

    /// Reports the sentence in the language of failures.
    func say(_ sentence: Sentence) { say("till: \(sentence.text(in: language()))") }

    /// Reports what went wrong and what to do.
    func say(_ failure: Failure) {
        let language = language()
        say("till: \(failure.said.text(in: language)) (\(failure.code))")
        if let remedy = failure.advice { say("      \(remedy.text(in: language))") }
        for cause in failure.reasons { say("      " + language.text("cashier.because", ["cause": cause])) }
    }
}

extension OperatorLanguage {
    /// The language that `--language` requests, else the shop's, else that of the person's locale.
    static func asked(_ configuration: TillConfiguration) -> OperatorLanguage {
        OperatorLanguage(of: configuration, asked: named(by: .current))
    }

    /// The language that `--language` requests, else that of the person's locale.
    static var asked: OperatorLanguage { OperatorLanguage(askedBy: .current) }

    /// The language that `--language` requests, else that of the caller's locale.
    init(askedBy invocation: Invocation) {
        self = Self.named(by: invocation).map(OperatorLanguage.init(near:)) ?? OperatorLanguage(invocation.variables)
    }

    /// The value of `--language` on the command line.
    private static func named(by invocation: Invocation) -> String? {
        let words = invocation.arguments.prefix { $0 != "--" }
        let joined = words.first { $0.hasPrefix("--language=") }?.dropFirst("--language=".count)
        return joined.map(String.init) ?? zip(words, words.dropFirst()).first { $0.0 == "--language" }?.1
    }
}

extension Console.Form {
    /// The form that the arguments request, for mistakes in the arguments that no parsed command can report.
    init(askedBy invocation: Invocation) {
        let words = invocation.arguments.prefix { $0 != "--" }
        self = words.contains("--events") ? .events : words.contains("--json") ? .json : .text
    }
}
