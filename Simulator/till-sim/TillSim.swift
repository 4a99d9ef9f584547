import ArgumentParser

@main
struct TillSim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "till-sim", abstract: "Simulated devices for Till, on pseudo terminals.",
        subcommands: [TerminalCommand.self, PrinterSubcommand.self])
}
