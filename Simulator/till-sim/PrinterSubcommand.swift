import ArgumentParser
import Flow
import Foundation
import Simulator

struct PrinterSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printer",
        abstract: "Simulates an ESC/POS receipt printer on a pseudo terminal or the network.",
        discussion: """
            Name either --pty or --tcp. The printer answers status requests and prints until Ctrl-C. Each cut makes a page: \
            page-0001.png shows the paper, page-0001.escpos holds its bytes. Standard error reports each page, and each \
            pulse to a cash drawer with its pin and its times.

            Faults: \(PrinterFault.names.joined(separator: ", ")).

            The control socket takes one command per connection, as a line, and answers `ok` or what is wrong. `mend` \
            refills the paper, clears the blade and closes the cover. The name of a fault makes it happen: its bytes and \
            pages count from now, its rows and lines from the top of the page.
            """)

    @Option(
        help: ArgumentHelp(
            "Open a pseudo terminal and make this symbolic link to it, such as /tmp/printer; give it to till as --printer serial:/tmp/printer.",
            valueName: "link"))
    var pty: String?

    @Option(
        help: ArgumentHelp(
            "Listen on this TCP port, such as 9100, or 0 for any free one; give it to till as --printer tcp:127.0.0.1:9100.",
            valueName: "port"))
    var tcp: UInt16?

    @Option(
        help: ArgumentHelp(
            "The IP address to listen on with --tcp; 0.0.0.0 for every network.", valueName: "address"))
    var listen = TCPHost.usualHost

    @Option(help: ArgumentHelp("The directory for the printed pages.", valueName: "dir"))
    var out: String

    @Option(
        help: ArgumentHelp(
            "The fault to begin with, from the list above, such as paper-out or paper-out-at-row:300.",
            valueName: "fault"))
    var fault: String?

    @Option(
        help: ArgumentHelp(
            "The printer model to simulate: what it understands and answers (docs/printers.md).",
            valueName: "profile"))
    var profile = VirtualPrinter.Model.usualName

    @Option(help: ArgumentHelp("The width of the print head in dots. Default: the profile's.", valueName: "dots"))
    var dots: Int?

    @Option(
        help: ArgumentHelp(
            "The printing speed in bytes per second. Default: no delay.", valueName: "bytes"))
    var speed: Int?

    @Option(help: ArgumentHelp("The size of the print buffer in bytes.", valueName: "bytes"))
    var buffer = VirtualPrinter.Model.usualBuffer

    @Option(
        help: ArgumentHelp("Create a control socket at this path, such as /tmp/printer.control.", valueName: "path"))
    var control: String?

    @Option(
        help: ArgumentHelp(
            "The speed of the serial line with --pty: 9600, 19200, 38400, 57600 or 115200.", valueName: "baud"))
    var baud = SimulatedPrinterOnPty.usualBaud

    @Option(
        help: ArgumentHelp(
            "How the printer signals a full buffer on the serial line, with --pty: not at all, by RTS or by XON/XOFF. Default: unread bytes wait in the line.",
            valueName: "handshake"))
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

    /// The model of `--profile`; nil when there is no such profile.
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
