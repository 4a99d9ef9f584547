import ArgumentParser
import Flow
import Foundation
import Simulator

struct NEO2Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "neo2", abstract: "Simulates an ID TECH NEO 2 encrypting card reader on a pseudo terminal.",
        discussion: """
            The reader gives a test card, encrypted for the simulated acquirer that `till` reaches with \
            acquirer=simulated. --json prints the whole address for --reader.

            Scenarios: \(AcquiringScenario.Shipped.allCases.map(\.rawValue).joined(separator: ", ")).
            """)

    @Option(
        help: ArgumentHelp(
            "Open a pseudo terminal and make this symbolic link to it, such as /tmp/reader; give it to till as --reader 'serial:/tmp/reader?protocol=neo2&acquirer=simulated'.",
            valueName: "link"))
    var pty: String

    @Option(help: ArgumentHelp("What happens at the reader: the name of a scenario.", valueName: "scenario"))
    var scenario = AcquiringScenario.Shipped.approve.rawValue

    @OptionGroup var ready: ReadyOption

    func run() throws {
        UntilTold.holdSignals()
        do throws(Failure) {
            let reader = SimulatedNEO2OnPty(
                try AcquiringScenario(named: scenario).reader, link: pty, environment: .live)
            try reader.start()
            UntilTold.wait(
                Ready(
                    "reader ready on \(pty), scenario \(scenario)",
                    [
                        "device": "reader", "address": "serial:\(pty.absolutePath)?protocol=neo2&acquirer=simulated",
                        "scenario": scenario,
                    ]),
                asJSON: ready.json)
            reader.stop()
        } catch {
            FileHandle.standardError.write(Data("till-sim: \(error)\n".utf8))
            throw ExitCode(error)
        }
    }
}
