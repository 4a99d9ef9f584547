import ArgumentParser
import CPrivacy

@main
struct TillSim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "till-sim", abstract: "Simulates devices for Till on pseudo terminals, USB or the network.",
        version: "0.1.0",
        subcommands: [
            TerminalCommand.self, NEO2Command.self, PrinterSubcommand.self, USBCommand.self, USBIPCommand.self,
            ReplayCommand.self, ShopCommand.self,
        ])

    static func main() {
        till_keep_dispatch_quiet()
        till_keep_help_wide()
        _ = till_keep_memory_private()
        _ = PrivateFiles.former
        if let mistake { exit(withError: mistake) }
        main(nil)
    }

    /// A question for the help of a command that does not exist, which ArgumentParser answers with that of the whole program.
    private static var mistake: ValidationError? {
        let words = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("-") }
        guard words.first == "help", words.count > 1 else { return nil }
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        return names.contains(words[1]) ? nil : ValidationError("There is no command `till-sim \(words[1])`.")
    }
}
