import ArgumentParser
import Flow
import Foundation
import Simulator

struct TerminalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "terminal",
        abstract: "Simulates a ZVT card terminal on a pseudo terminal or the network.",
        discussion: """
            Name either --pty or --tcp. The terminal plays the scenario until Ctrl-C. It writes what it books, reverses and \
            declines to \(TerminalJournalFile.name) in its data directory, and continues its numbers from there at the next \
            start.

            Scenarios: \(TerminalScenario.Shipped.allCases.map(\.rawValue).joined(separator: ", ")); \
            or a file of docs/scenarios.md.

            Exit codes: 0 ended by Ctrl-C, 1 it cannot start, 64 usage, 65 the scenario cannot be played.
            """)

    @OptionGroup var place: TerminalPlace

    @Option(
        help: ArgumentHelp(
            "The IP address to listen on with --tcp; 0.0.0.0 for every network.", valueName: "address"))
    var listen = TCPHost.usualHost

    @Option(help: ArgumentHelp("What happens: the name of a scenario, or a scenario file.", valueName: "scenario"))
    var scenario = TerminalScenario.Shipped.approve.rawValue

    @Option(
        help: ArgumentHelp(
            "The speed of the serial line with --pty: 9600, 19200, 38400, 57600 or 115200.", valueName: "baud"))
    var baud = SimulatedTerminalOnPty.usualBaud

    @Option(
        help: ArgumentHelp(
            "The directory of the terminal's journal. Default: a directory for each link or port in $XDG_STATE_HOME/till-sim.",
            valueName: "dir"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The terminal id, eight digits such as 29000001. Default: the scenario's.", valueName: "digits"))
    var terminalId: String?

    @OptionGroup var ready: ReadyOption

    func validate() throws {
        if let terminalId, terminalId.utf8.count != 8 || !terminalId.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            throw ValidationError("--terminal-id has eight digits.")
        }
    }

    func run() throws {
        UntilTold.holdSignals()
        do throws(Failure) {
            var scenario = try TerminalScenario(nameOrPath: scenario)
            if let terminalId { scenario.identity.terminalID = terminalId }
            if let link = place.pty {
                try play(scenario, onPty: link)
            } else {
                try play(scenario, onPort: place.tcp ?? 0)
            }
        } catch {
            UntilTold.say("\(error)")
            throw ExitCode(error)
        }
    }

    private func play(_ scenario: TerminalScenario, onPty link: String) throws(Failure) {
        let directory = data ?? Self.usualData(of: "pty\(link.absolutePath)")
        let terminal = try SimulatedTerminalOnPty(
            scenario: scenario, directory: directory, link: link, baud: baud, environment: .live)
        try terminal.start()
        UntilTold.wait(
            said(
                "terminal ready on \(link) at \(baud) baud, scenario \(scenario.name)", scenario, directory,
                "serial:\(link.absolutePath)" + (baud == SimulatedTerminalOnPty.usualBaud ? "" : "?baud=\(baud)")),
            asJSON: ready.json)
        terminal.stop()
    }

    private func play(_ scenario: TerminalScenario, onPort port: UInt16) throws(Failure) {
        // The system chooses another free port at each start, so the directory is named after this process and not used
        // again.
        let directory = data ?? Self.usualData(of: port == 0 ? "tcp-\(getpid())" : "tcp-\(listen)-\(port)")
        let terminal = try SimulatedTerminalOnTCP(
            scenario: scenario, directory: directory, host: listen, port: port, environment: .live)
        let place = try terminal.start()
        UntilTold.wait(
            said("terminal ready on \(place), scenario \(scenario.name)", scenario, directory, "tcp:\(place)"),
            asJSON: ready.json)
        terminal.stop()
    }

    private func said(
        _ sentence: String, _ scenario: TerminalScenario, _ directory: String, _ address: String
    ) -> Ready {
        Ready(
            sentence,
            [
                "device": "terminal", "address": address, "scenario": scenario.name,
                "terminal_id": scenario.identity.terminalID, "data": directory.absolutePath,
            ])
    }

    /// The directory of one line's journal, so that simulators that run at the same time do not share one.
    static func usualData(of line: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        let state = environment["XDG_STATE_HOME"] ?? (environment["HOME"] ?? "/tmp") + "/.local/state"
        let name = line.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." ? $0 : "_" }
        return state + "/till-sim/" + String(name.suffix(200))
    }
}
