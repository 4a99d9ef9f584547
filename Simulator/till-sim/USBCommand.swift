import ArgumentParser
import Flow
import Foundation
import Simulator
import USBTestbed

/// The options that choose the simulated devices of a USB bus and their faults.
struct USBDeviceOptions: ParsableArguments {
    enum Device: String, ExpressibleByArgument, CaseIterable { case terminal, printer, reader }

    @Option(
        help: ArgumentHelp(
            "A device to plug in at the start. May be given more than once, each kind once.", valueName: "kind"))
    var device: [Device] = []

    @Option(
        help: ArgumentHelp(
            "What happens at the terminal or the reader: the name of a scenario, or a scenario file.",
            valueName: "scenario"))
    var scenario = TerminalScenario.Shipped.approve.rawValue

    @Option(
        help: ArgumentHelp(
            "The printer's fault, such as paper-out; `till-sim printer --help` lists them.", valueName: "fault"))
    var fault: String?

    @Option(
        help: ArgumentHelp(
            "The printer model to simulate: what it understands and answers (docs/printers.md).",
            valueName: "profile"))
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "The directory of the terminal's journal. Default: $XDG_STATE_HOME/till-sim/usb.", valueName: "dir"))
    var data: String?

    @Option(help: ArgumentHelp("The directory for the printed pages; a printer needs it.", valueName: "dir"))
    var out: String?

    @Option(help: ArgumentHelp("Create a control socket at this path, such as /tmp/usb.control.", valueName: "path"))
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
    /// - Parameter quietly: whether the pages that the printer prints are not reported.
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
        abstract: "Simulates USB devices for programs on this machine, without USB hardware.",
        discussion: """
            Run it under umockdev-wrapper (Debian package umockdev): `umockdev-wrapper till-sim usb --device terminal -- \
            till readers list`. The command behind -- sees the devices in its /sys and /dev and reaches them through an \
            unmodified libusb; its exit code becomes the exit code of `till-sim`. Without a command the devices stay until \
            Ctrl-C, for programs that are started with the environment variables that `till-sim` prints.

            The control socket takes one command per connection, as a line, and answers `ok` or what is wrong: \
            \(SimulatedUSBBus.commands.joined(separator: "; ")).
            """)

    @OptionGroup var devices: USBDeviceOptions

    @Flag(help: "Report no plugging in and pulling out, as on a machine without udevd.")
    var withoutEvents = false

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("A program with its arguments that sees the devices, after --.", valueName: "command"))
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
