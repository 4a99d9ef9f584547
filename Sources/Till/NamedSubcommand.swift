import ArgumentParser

/// `till` with the one command that is named first.
///
/// ArgumentParser prepares every command of a tree before it reads an argument, which took longer than most commands. This tree is
/// read first; whatever it does not take, such as mistakes and questions for help, is left to the whole tree.
struct NamedSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "till",
        // A program with another one's name before its own is not asked for completions, which are looked for twice.
        _superCommandName: "till", abstract: "",
        subcommands: Subcommands.named(by: CommandLine.arguments).map { [$0] } ?? [])

    /// The command with its arguments; nil if the arguments are to be read by the whole tree.
    static func parsed() -> sending (any ParsableCommand)? {
        guard !configuration.subcommands.isEmpty, let command = try? parseAsRoot() else { return nil }
        // A question for help is answered by a command of ArgumentParser's own.
        return _typeName(type(of: command)).hasPrefix("Till.") ? command : nil
    }
}
