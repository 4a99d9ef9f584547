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
            it is told to end (Ctrl-C). Each cut makes a page: page-0001.png shows the paper, page-0001.escpos holds its bytes. \
            Standard error names each page, and each pulse to a cash drawer with its pin and its times.

            Faults: \(PrinterFault.names.joined(separator: ", ")).

            Commands of the control socket, a line for each connection, answered by `ok` or what is wrong: `mend` puts in \
            paper, closes the cover and clears the blade through it; the name of a fault strikes now: bytes and pages are \
            counted from now, rows and lines from the top of the page.
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

    @Option(
        help: ArgumentHelp(
            "The model it plays: what it understands and answers (docs/printers.md).", valueName: "name"))
    var profile = VirtualPrinter.Model.usualName

    @Option(help: "The width of the print head. Default: the profile's.")
    var dots: Int?

    @Option(help: ArgumentHelp("How fast it prints. Default: in no time.", valueName: "bytes per second"))
    var speed: Int?

    @Option(help: ArgumentHelp("How much it holds that is not printed yet.", valueName: "bytes"))
    var buffer = VirtualPrinter.Model.usualBuffer

    @Option(help: ArgumentHelp("A socket to make, which takes commands.", valueName: "path"))
    var control: String?

    @Option(help: "The speed of the line: 9600, 19200, 38400, 57600 or 115200.")
    var baud = SimulatedPrinterOnPty.usualBaud

    @Option(
        help: ArgumentHelp(
            "How it says on the line that it has no room: none, rts or xon. Default: what it does not take waits.",
            valueName: "name"))
    var handshake: PtyHandshake?

    @OptionGroup var ready: ReadyOption

    func validate() throws {
        guard handshake == nil || pty != nil else { throw ValidationError("--handshake goes with --pty.") }
        guard (pty == nil) != (tcp == nil) else { throw ValidationError("Name either --pty or --tcp.") }
        if let dots, !(64...4096).contains(dots) { throw ValidationError("A print head has no \(dots) dots.") }
        guard model != nil else {
            let names = VirtualPrinter.Model.names.joined(separator: ", ")
            throw ValidationError("There is no profile \(profile). There are \(names).")
        }
        guard (speed ?? 1) > 0, buffer > 0 else { throw ValidationError("--speed and --buffer are at least 1.") }
    }

    /// Nil where there is no such profile.
    private var model: VirtualPrinter.Model? {
        var model = VirtualPrinter.Model(named: profile, dots: dots)
        model?.bytesPerSecond = speed
        model?.bufferSize = buffer
        return model
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
            link: link, out: out, model: model ?? VirtualPrinter.Model(), fault: fault, baud: baud,
            handshake: handshake,
            environment: .live, told: UntilTold.say)
        try printer.start()
        defer { printer.stop() }
        let control = try listen(mend: printer.mend, strike: printer.strike)
        defer { control?.stop() }
        UntilTold.wait(
            said(
                "printer ready on \(link) at \(baud) baud, paper in \(out)",
                "serial:\(link.absolutePath)" + (baud == SimulatedPrinterOnPty.usualBaud ? "" : "?baud=\(baud)")),
            asJSON: ready.json)
    }

    private func play(_ fault: PrinterFault?, onPort port: UInt16) throws(Failure) {
        let printer = try SimulatedPrinterOnTCP(
            host: listen, port: port, out: out, model: model ?? VirtualPrinter.Model(), fault: fault,
            environment: .live, told: UntilTold.say)
        let place = try printer.start()
        defer { printer.stop() }
        let control = try listen(mend: printer.mend, strike: printer.strike)
        defer { control?.stop() }
        UntilTold.wait(said("printer ready on \(place), paper in \(out)", "tcp:\(place)"), asJSON: ready.json)
    }

    private func said(_ sentence: String, _ address: String) -> Ready {
        Ready(
            sentence,
            ["device": "printer", "address": address, "profile": profile, "paper": out.absolutePath])
    }

    private func listen(
        mend: @escaping @Sendable () -> Void, strike: @escaping @Sendable (PrinterFault) -> Void
    ) throws(Failure) -> ControlSocket? {
        guard let control else { return nil }
        let socket = ControlSocket(path: control) { (line) throws(Failure) in
            if line == "mend" { mend() } else { strike(try PrinterFault(name: line)) }
        }
        try socket.start()
        return socket
    }
}

extension PtyHandshake: ExpressibleByArgument {}
