import ArgumentParser
import Flow
import Foundation
import Simulator
import USBTestbed

/// The simulated devices of a bus, and how they can be troubled.
struct USBDeviceOptions: ParsableArguments {
    enum Device: String, ExpressibleByArgument, CaseIterable { case terminal, printer, reader }

    @Option(
        help: ArgumentHelp(
            "A device that is plugged in: terminal, printer or reader.", valueName: "kind"))
    var device: [Device] = []

    @Option(
        help: ArgumentHelp(
            "What happens at the terminal or reader: a name or a file.", valueName: "name|file"))
    var scenario = TerminalScenario.Shipped.approve.rawValue

    @Option(help: ArgumentHelp("What goes wrong with the printer.", valueName: "name"))
    var fault: String?

    @Option(
        help: ArgumentHelp(
            "The model that printers play: what they understand and answer (docs/printers.md).", valueName: "name"))
    var profile: String?

    @Option(help: ArgumentHelp("Where the terminal keeps its journal.", valueName: "dir"))
    var data: String?

    @Option(help: ArgumentHelp("Where the printer's paper goes.", valueName: "dir"))
    var out: String?

    @Option(help: ArgumentHelp("A socket to make, which takes commands.", valueName: "path"))
    var control: String?

    func validate() throws {
        if device.contains(.printer), out == nil { throw ValidationError("Say with --out where the paper goes.") }
        if let profile, VirtualPrinter.Model(named: profile) == nil {
            let names = VirtualPrinter.Model.names.joined(separator: ", ")
            throw ValidationError("There is no profile \(profile). There are \(names).")
        }
        guard Set(device).count == device.count else {
            throw ValidationError("Each kind of device once; more of them by --control.")
        }
    }

    /// Plugs everything in.
    ///
    /// - Parameter quietly: without a word of what is printed.
    /// - Returns: the control socket, to be stopped at the end.
    func populate(
        quietly: Bool = false, _ connect: @escaping SimulatedUSBBus.Connect
    ) throws(Failure) -> ControlSocket? {
        let bus = SimulatedUSBBus(
            printers: profile.flatMap { VirtualPrinter.Model(named: $0)?.profile }, environment: .live,
            told: { if !quietly { UntilTold.say($0) } }, connect: connect)
        for device in device {
            switch device {
            case .terminal:
                try bus.addTerminal(
                    scenario: TerminalScenario(nameOrPath: scenario),
                    directory: data ?? TerminalCommand.usualData(of: "usb"))
            case .reader: try bus.addReader(scenario: AcquiringScenario(named: scenario))
            case .printer:
                var trouble: PrinterFault?
                if let fault { trouble = try PrinterFault(name: fault) }
                try bus.addPrinter(out: out ?? "", fault: trouble)
            }
        }
        guard let control else { return nil }
        let socket = ControlSocket(path: control) { (line) throws(Failure) in try bus.obey(line) }
        try socket.start()
        return socket
    }
}

struct USBCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usb",
        abstract: "USB devices for programs on this machine, without a USB bus.",
        discussion: """
            Runs under umockdev-wrapper (Debian: umockdev): `umockdev-wrapper till-sim usb --device terminal -- till \
            readers list`. COMMAND sees the devices in its /sys and /dev and reaches them through an unmodified libusb; \
            its exit code is this program's. Without COMMAND they stay until it is told to end (Ctrl-C), for programs \
            with the variables it prints.

            Commands of the control socket, a line for each connection, answered by `ok` or what is wrong: \
            \(SimulatedUSBBus.commands.joined(separator: "; ")).
            """)

    @OptionGroup var devices: USBDeviceOptions

    @Flag(help: "Nobody is told when devices come and go, as where no udevd runs.")
    var withoutEvents = false

    @Argument(parsing: .postTerminator, help: "What runs among the devices.")
    var command: [String] = []

    func run() throws {
        UntilTold.holdSignals()
        let status: Int32
        do throws(Failure) { status = try play() } catch {
            UntilTold.say("\(error)")
            throw ExitCode(error)
        }
        throw ExitCode(status)
    }

    private func play() throws(Failure) -> Int32 {
        let bed = try USBTestbed(tells: !withoutEvents)
        defer { bed.close() }
        let control = try devices.populate(quietly: !command.isEmpty) { (device) throws(Failure) in
            try bed.connect(device)
        }
        defer { control?.stop() }
        guard command.isEmpty else { return try Companion(command, bed.surroundings).wait() }
        let variables = bed.surroundings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        UntilTold.wait(Ready("devices ready: " + variables.joined(separator: " ")))
        return 0
    }
}
