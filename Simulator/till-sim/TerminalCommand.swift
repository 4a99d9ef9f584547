import ArgumentParser
import Flow
import Foundation
import Simulator

struct TerminalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "terminal",
        abstract: "A ZVT payment terminal on a pseudo terminal or the network.",
        discussion: """
            Opens a pseudo terminal and points LINK to it, or listens on PORT, and plays the scenario until it is told to \
            end (Ctrl-C). What it books, reverses and declines goes to \(TerminalJournalFile.name) in the data directory, and its numbers go on \
            from there at the next start.

            Scenarios: \(TerminalScenario.Shipped.allCases.map(\.rawValue).joined(separator: ", ")); \
            or a file, see docs/scenarios.md.
            """)

    @Option(
        help: ArgumentHelp("The symbolic link to make; give it to till as --reader serial:LINK.", valueName: "link"))
    var pty: String?

    @Option(
        help: ArgumentHelp(
            "The port to listen on, 0 for any that is free; give it to till as --reader tcp:127.0.0.1:PORT.",
            valueName: "port"))
    var tcp: UInt16?

    @Option(help: ArgumentHelp("The address to listen on; 0.0.0.0 for all.", valueName: "address"))
    var listen = TCPHost.usualHost

    @Option(help: ArgumentHelp("What happens: a name or a file.", valueName: "name|file"))
    var scenario = TerminalScenario.Shipped.approve.rawValue

    @Option(help: "The speed of the line: 9600, 19200, 38400, 57600 or 115200.")
    var baud = SimulatedTerminalOnPty.usualBaud

    @Option(help: ArgumentHelp("Where the terminal keeps its journal.", valueName: "dir"))
    var data: String?

    func validate() throws {
        guard (pty == nil) != (tcp == nil) else { throw ValidationError("Name either --pty or --tcp.") }
    }

    func run() throws {
        UntilTold.holdSignals()
        do throws(Failure) {
            let scenario = try TerminalScenario(nameOrPath: scenario)
            if let pty { try play(scenario, onPty: pty) } else { try play(scenario, onPort: tcp ?? 0) }
        } catch {
            UntilTold.say("\(error)")
            throw ExitCode(ExitCode.failure.rawValue)
        }
    }

    private func play(_ scenario: TerminalScenario, onPty link: String) throws(Failure) {
        let terminal = try SimulatedTerminalOnPty(
            scenario: scenario, directory: data ?? Self.usualData, link: link, baud: baud, environment: .live)
        try terminal.start()
        UntilTold.wait(ready: "terminal ready on \(link) at \(baud) baud, scenario \(scenario.name)")
        terminal.stop()
    }

    private func play(_ scenario: TerminalScenario, onPort port: UInt16) throws(Failure) {
        let terminal = try SimulatedTerminalOnTCP(
            scenario: scenario, directory: data ?? Self.usualData, host: listen, port: port, environment: .live)
        let place = try terminal.start()
        UntilTold.wait(ready: "terminal ready on \(place), scenario \(scenario.name)")
        terminal.stop()
    }

    static var usualData: String {
        let environment = ProcessInfo.processInfo.environment
        let state = environment["XDG_STATE_HOME"] ?? (environment["HOME"] ?? "/tmp") + "/.local/state"
        return state + "/till-sim"
    }
}
