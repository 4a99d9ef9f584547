import ArgumentParser
import Flow
import Foundation
import Simulator

struct NEO2Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "neo2", abstract: "A simulated ID TECH NEO 2 reader on a pseudo terminal.",
        discussion: """
            It hands out a test card, sealed for the simulated acquirer that `till` has under acquirer=simulated. \
            Scenarios: \(AcquiringScenario.Shipped.allCases.map(\.rawValue).joined(separator: ", ")).
            """)

    @Option(help: ArgumentHelp("Where to put the link to the pseudo terminal.", valueName: "link"))
    var pty: String

    @Option(help: "What happens at the reader.")
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
