import ArgumentParser
import Flow
import Foundation
import Simulator

struct TerminalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "terminal",
        abstract: "A ZVT payment terminal on a pseudo terminal.",
        discussion: """
            Opens a pseudo terminal, points LINK to it and plays the scenario until it is told to end (Ctrl-C). What it \
            books, reverses and declines goes to \(TerminalJournalFile.name) in the data directory, and its numbers go on \
            from there at the next start.

            Scenarios: \(TerminalScenario.Shipped.allCases.map(\.rawValue).joined(separator: ", ")); \
            or a file, see docs/scenarios.md.
            """)

    @Option(
        help: ArgumentHelp("The symbolic link to make; give it to till as --reader serial:LINK.", valueName: "link"))
    var pty: String

    @Option(help: ArgumentHelp("What happens: a name or a file.", valueName: "name|file"))
    var scenario = TerminalScenario.Shipped.approve.rawValue

    @Option(help: "The speed of the line: 9600, 19200, 38400, 57600 or 115200.")
    var baud = SimulatedTerminalOnPty.usualBaud

    @Option(help: ArgumentHelp("Where the terminal keeps its journal.", valueName: "dir"))
    var data: String?

    func run() throws {
        UntilTold.holdSignals()
        do throws(Failure) {
            let terminal = try SimulatedTerminalOnPty(
                scenario: TerminalScenario(nameOrPath: scenario), directory: data ?? Self.usualData, link: pty,
                baud: baud,
                environment: .live)
            let link = try terminal.start()
            UntilTold.wait(ready: "terminal ready on \(link) at \(baud) baud, scenario \(terminal.scenario.name)")
            terminal.stop()
        } catch {
            FileHandle.standardError.write(Data("till-sim: \(error)\n".utf8))
            throw ExitCode(ExitCode.failure.rawValue)
        }
    }

    private static var usualData: String {
        let environment = ProcessInfo.processInfo.environment
        let state = environment["XDG_STATE_HOME"] ?? (environment["HOME"] ?? "/tmp") + "/.local/state"
        return state + "/till-sim"
    }
}
