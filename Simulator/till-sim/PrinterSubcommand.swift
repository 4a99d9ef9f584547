import ArgumentParser
import Flow
import Foundation
import Simulator

struct PrinterSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printer",
        abstract: "An ESC/POS receipt printer on a pseudo terminal or the network.",
        discussion: """
            Opens a pseudo terminal and points LINK to it, or listens on PORT; answers status requests and prints until \
            it is told to end (Ctrl-C). Each cut makes a page: page-0001.png shows the paper, page-0001.escpos holds its bytes.

            Faults: \(PrinterFault.names.joined(separator: ", ")).
            """)

    @Option(
        help: ArgumentHelp("The symbolic link to make; give it to till as --printer serial:LINK.", valueName: "link"))
    var pty: String?

    @Option(
        help: ArgumentHelp(
            "The port to listen on, 0 for any that is free; give it to till as --printer tcp:127.0.0.1:PORT.",
            valueName: "port"))
    var tcp: UInt16?

    @Option(help: ArgumentHelp("The address to listen on; 0.0.0.0 for all.", valueName: "address"))
    var listen = TCPHost.usualHost

    @Option(help: ArgumentHelp("Where the paper goes.", valueName: "dir"))
    var out: String

    @Option(help: ArgumentHelp("What goes wrong.", valueName: "name"))
    var fault: String?

    @Option(help: "The width of the print head: 576 on 80 mm paper, 384 on 58 mm.")
    var dots = 576

    @Option(help: "The speed of the line: 9600, 19200, 38400, 57600 or 115200.")
    var baud = SimulatedPrinterOnPty.usualBaud

    func validate() throws {
        guard (pty == nil) != (tcp == nil) else { throw ValidationError("Name either --pty or --tcp.") }
        guard (64...4096).contains(dots) else { throw ValidationError("A print head has no \(dots) dots.") }
    }

    func run() throws {
        UntilTold.holdSignals()
        do throws(Failure) {
            var fault: PrinterFault?
            if let name = self.fault { fault = try PrinterFault(name: name) }
            if let pty { try play(fault, onPty: pty) } else { try play(fault, onPort: tcp ?? 0) }
        } catch {
            UntilTold.say("\(error)")
            throw ExitCode.failure
        }
    }

    private func play(_ fault: PrinterFault?, onPty link: String) throws(Failure) {
        let printer = try SimulatedPrinterOnPty(
            link: link, out: out, dots: dots, fault: fault, baud: baud, environment: .live, told: UntilTold.say)
        try printer.start()
        UntilTold.wait(ready: "printer ready on \(link) at \(baud) baud, paper in \(out)")
        printer.stop()
    }

    private func play(_ fault: PrinterFault?, onPort port: UInt16) throws(Failure) {
        let printer = try SimulatedPrinterOnTCP(
            host: listen, port: port, out: out, dots: dots, fault: fault, environment: .live, told: UntilTold.say)
        let place = try printer.start()
        UntilTold.wait(ready: "printer ready on \(place), paper in \(out)")
        printer.stop()
    }
}
