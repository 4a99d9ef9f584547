import ArgumentParser
import Flow
import Foundation

/// What the command line says at its end: help, the version, what was wrong with the arguments.
///
/// The parser repeats what was typed. It may be a card number in the wrong place, or act on the screen it is shown on.
struct LastWords {
    let text: String
    let code: ExitCode
    /// What was wrong, without the usage.
    private let mistake: Failure

    init(_ error: any Error) {
        code = Till.exitCode(for: error)
        let lines = Till.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
        text = lines.map { String($0).presentable }.joined(separator: "\n")
        let usage = lines.drop { !$0.hasPrefix("Usage:") }.map { $0.trimmingCharacters(in: .whitespaces) }
        mistake = Failure(
            "usage.arguments", Till.message(for: error),
            remedy: usage.isEmpty ? nil : usage.joined(separator: " "), recovery: .giveUp)
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
