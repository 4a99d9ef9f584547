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
        _ = till_keep_memory_private()
        _ = PrivateFiles.former
        main(nil)
    }
}
