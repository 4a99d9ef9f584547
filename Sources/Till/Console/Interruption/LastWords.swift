import ArgumentParser
import Configuration
import Failures
import Flow
import Foundation
import Service

/// The command line's final output: help, the version, or a mistake in the arguments.
///
/// The parser repeats what was typed. That may be a card number in the wrong place, or control the screen.
struct LastWords {
    let text: String
    let code: ExitCode
    /// The mistake, without the usage.
    private let mistake: Failure

    init(_ error: any Error, arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
        code = Till.exitCode(for: error)
        var lines = Till.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        let meant = code.isSuccess ? nil : Self.commandMeant(by: arguments)
        if let meant { lines.insert("Did you mean \(meant)?", at: min(1, lines.count)) }
        text = lines.map(\.presentable).joined(separator: "\n")
        let usage = lines.drop { !$0.hasPrefix("Usage:") }.map { $0.trimmingCharacters(in: .whitespaces) }
        mistake = Failure(
            UsageFailure.arguments, Till.message(for: error) + (meant.map { " Did you mean \($0)?" } ?? ""),
            remedy: usage.isEmpty ? nil : usage.joined(separator: " "), recovery: .giveUp)
    }

    /// The command that was probably meant by one that does not exist: `till orders list`.
    private static func commandMeant(by arguments: [String]) -> String? {
        var (commands, path) = (Till.configuration.subcommands, ["till"])
        for word in arguments.first == "help" ? Array(arguments.dropFirst()) : arguments {
            guard !word.hasPrefix("-"), !commands.isEmpty else { return nil }
            let names = commands.map { $0._commandName } + ["help"]
            if let next = commands.first(where: { $0._commandName == word }) {
                commands = next.configuration.subcommands
                path.append(word)
                continue
            }
            return names.contains(word)
                ? nil : Suggestion.nearest(to: word, among: names).map { (path + [$0]).joined(separator: " ") }
        }
        return nil
    }

    func say() -> Never {
        let console = Console()
        if !text.isEmpty {
            if code.isSuccess {
                console.print(text)
            } else {
                console.sayLines(text)
                console.write(errorOf: mistake)
            }
        }
        guard let failure = console.failure else { exit(code.rawValue) }
        console.say(failure)
        exit(code.isSuccess ? Exit(failure).rawValue : code.rawValue)
    }
}
