import Failures
import Flow
import Foundation
import Glibc
import Model

/// Hands this process's command over to the service that owns the data directory, and waits for its end.
///
/// The service writes to this process's standard output and error and reads its standard input itself, so nothing is lost or
/// reordered on the way. Signals are passed on.
struct CommandClient {
    let directory: String
    let data: DataOptions
    /// The exit code if the service ends without saying how the command ended.
    let unknown: Exit

    /// How often and how long a service that is about to listen is waited for.
    private static let pauses = (count: 40, milliseconds: Int32(50))

    /// Returns nil when no service answers.
    func run(_ invocation: Invocation, _ console: Console) -> Exit? {
        guard let channel = connect() else { return nil }
        let interrupt = Interrupt(told: { signal, _ in channel.send(signal: signal) })
        let request = CommandRequest(
            version: Release.version, arguments: invocation.arguments,
            variables: invocation.variables.filter { Self.passedOn.contains($0.key) },
            directory: invocation.absolute("."), configuration: data.files().paths.map(invocation.absolute))
        let descriptors = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        do { try channel.send(request, descriptors) } catch { return nil }
        switch channel.reply() {
        case .exit(let code):
            interrupt.stop(isAtEnd: true)
            return Exit(rawValue: code) ?? .internalError
        case .signal(let signal):
            interrupt.stop()
            raise(signal)
            return unknown
        case nil:
            interrupt.stop()
            console.end(with: .serviceIsGone)
            return unknown
        }
    }

    /// The variables that say the caller's language.
    private static let passedOn: Set<String> = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]

    private func connect() -> CommandChannel? {
        for _ in 0..<Self.pauses.count {
            if let channel = CommandChannel.connect(directory) { return channel }
            poll(nil, 0, Self.pauses.milliseconds)
        }
        return nil
    }
}

extension Failure {
    fileprivate static let serviceIsGone = Failure(
        ServiceFailure.gone, Sentence("failure.service.gone"), remedy: Sentence("remedy.service.gone"),
        recovery: .askOperator)
}
