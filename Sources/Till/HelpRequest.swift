import ArgumentParser

/// A question for help by `till help`, with the names of a command. ArgumentParser answers names that no command has with the
/// help of what it knows of them, as if nothing was wrong.
enum HelpRequest {
    /// Throws a mistake in the arguments if they ask for the help of a command that does not exist.
    ///
    /// - Parameter arguments: those of the program, without its name.
    static func check(_ arguments: [String]) throws {
        guard arguments.first == "help" else { return }
        var (commands, path) = (Till.configuration.subcommands, ["till"])
        for word in arguments.dropFirst() where !word.hasPrefix("-") && arguments != ["help", "help"] {
            path.append(word)
            guard let next = commands.first(where: { $0._commandName == word }) else {
                throw ValidationError("There is no command `\(path.joined(separator: " "))`.")
            }
            commands = next.configuration.subcommands
        }
    }
}
