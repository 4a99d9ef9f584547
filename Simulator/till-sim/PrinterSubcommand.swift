import ArgumentParser
import Flow
import Foundation
import Simulator

struct PrinterSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printer",
        abstract: "An ESC/POS receipt printer on a pseudo terminal.",
        discussion: """
            Opens a pseudo terminal, points LINK to it, answers status requests and prints until it is told to end \
            (Ctrl-C). Each cut makes a page: page-0001.png shows the paper, page-0001.escpos holds its bytes.

            Faults: \(PrinterFault.names.joined(separator: ", ")).
            """)

    @Option(
        help: ArgumentHelp("The symbolic link to make; give it to till as --printer serial:LINK.", valueName: "link"))
    var pty: String

    @Option(help: ArgumentHelp("Where the paper goes.", valueName: "dir"))
    var out: String

    @Option(help: ArgumentHelp("What goes wrong.", valueName: "name"))
    var fault: String?

    @Option(help: "The width of the print head: 576 on 80 mm paper, 384 on 58 mm.")
    var dots = 576

    @Option(help: "The speed of the line: 9600, 19200, 38400, 57600 or 115200.")
    var baud = SimulatedPrinterOnPty.usualBaud

    func validate() throws {
        guard (64...4096).contains(dots) else { throw ValidationError("A print head has no \(dots) dots.") }
    }

    func run() throws {
        UntilTold.holdSignals()
        do throws(Failure) {
            var fault: PrinterFault?
            if let name = self.fault { fault = try PrinterFault(name: name) }
            let printer = try SimulatedPrinterOnPty(
                link: pty, out: out, dots: dots, fault: fault, baud: baud, environment: .live, told: UntilTold.say)
            try printer.start()
            UntilTold.wait(ready: "printer ready on \(pty) at \(baud) baud, paper in \(out)")
            printer.stop()
        } catch {
            UntilTold.say("\(error)")
            throw ExitCode.failure
        }
    }
}
