import Foundation
import Glibc
import Model

/// How a command was called: its words, where its relative paths begin, and the descriptors of the person or program that
/// called it.
///
/// A process that runs its command by itself has one invocation, its own. A service has one for each command that another
/// process has handed over to it.
struct Invocation: Sendable {
    /// The invocation of the running command.
    @TaskLocal static var current = Invocation.ofThisProcess

    private static let ofThisProcess = Invocation(
        arguments: Array(CommandLine.arguments.dropFirst()), variables: ProcessInfo.processInfo.environment,
        directory: nil, input: InputLines(STDIN_FILENO), output: DataStream(STDOUT_FILENO),
        errors: DataStream(STDERR_FILENO), user: getuid(), served: nil)

    /// The command's words, without the program's name.
    let arguments: [String]
    /// The caller's environment variables; of another process, only those that say its language.
    let variables: [String: String]
    /// The directory in which relative paths begin; nil for this process's own.
    let directory: String?
    let input: InputLines
    let output: DataStream
    let errors: DataStream
    /// The user who called the command, by the kernel's word.
    let user: uid_t
    /// The command's place in the service that runs it; nil in a process that runs its command by itself.
    let served: ServedCommand?

    /// The requester of what the command does, as the journal names it: `user anna`.
    var requester: Requester {
        // A user without a name has a number.
        Requester(caller: "user \(getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)")")
    }

    /// The path made absolute; links are not resolved.
    func absolute(_ path: String) -> String {
        let base = directory.map { URL(fileURLWithPath: $0, isDirectory: true) }
        return URL(fileURLWithPath: path, relativeTo: base).standardizedFileURL.path
    }

    /// Ends the caller's wait with this exit code, whatever the command is still doing. A process that runs the command by
    /// itself ends; in a service the command goes on without a listener.
    func leave(_ exit: Exit) {
        guard let served else { Interrupt.leave(exit) }
        served.leave(exit, soon: true)
    }
}
