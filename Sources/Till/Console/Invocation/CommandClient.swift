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
        let request = CommandRequest(
            version: Release.version, arguments: invocation.arguments,
            variables: invocation.variables.filter { Self.passedOn.contains($0.key) },
            directory: invocation.absolute("."), configuration: data.files().paths.map(invocation.absolute))
        // From here on a signal is passed on to the service. Before, it ends this process, and nothing was begun.
        guard (try? send(request, channel)) != nil else { return nil }
        let interrupt = Interrupt(told: { signal, _ in channel.send(signal: signal) })
        switch channel.reply() {
        case .notBegun:
            interrupt.stop()
            return nil
        case .exit(let code):
            interrupt.stop(isAtEnd: true)
            return Exit(rawValue: code) ?? .internalError
        case .signal(let signal):
            interrupt.stop()
            Self.end(by: signal)
            return unknown
        case nil:
            interrupt.stop()
            console.end(with: .serviceIsGone)
            return unknown
        }
    }

    /// The variables that say the caller's language.
    private static let passedOn: Set<String> = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]

    /// Sends the request with the standard descriptors. The terminal of a command in the background belongs to the process in
    /// the foreground, so such a command has no input.
    private func send(_ request: CommandRequest, _ channel: CommandChannel) throws {
        let isForeground = isatty(STDIN_FILENO) == 0 || tcgetpgrp(STDIN_FILENO) == getpgrp()
        let nothing = isForeground ? -1 : open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { if nothing >= 0 { close(nothing) } }
        try channel.send(request, [nothing >= 0 ? nothing : STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])
    }

    /// Ends this process as that signal does. Dispatch blocks signals in its threads.
    private static func end(by signal: Int32) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(signal)
    }

    private func connect() -> CommandChannel? {
        for _ in 0..<Self.pauses.count {
            if let channel = CommandChannel.connect(directory) {
                // Another process that listens there gets no descriptors.
                return channel.user.map { [geteuid(), 0].contains($0) || geteuid() == 0 } == true ? channel : nil
            }
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
