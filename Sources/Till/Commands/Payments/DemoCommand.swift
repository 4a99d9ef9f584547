import ArgumentParser
import Flow
import Foundation
import Model
import Payments
import Stores

struct DemoCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Takes one card payment on simulated devices and prints its receipts.",
        discussion: """
            Till pays one order of the embedded shop over the real ZVT serial protocol, on a pseudo terminal with a \
            simulated terminal behind it, and prints its receipts as ESC/POS on a simulated printer, whose paper is in the \
            folder `paper` of the data directory. The exit codes are those of `till pay`.

            Scenarios: \(DemoStage.scenarios.joined(separator: ", ")); or a file of docs/scenarios.md.

            With --reader neo2 an encrypting reader takes the card and a simulated acquirer decides. Scenarios: \
            \(DemoStage.encryptingScenarios.joined(separator: ", ")).
            """)

    /// How the demonstration reaches its terminal.
    enum ReaderRoute: String, ExpressibleByArgument, CaseIterable { case serial, usb, simulated, neo2 }

    /// How the demonstration reaches its printer.
    enum PrinterRoute: String, ExpressibleByArgument, CaseIterable { case serial, usb, simulated }

    @Option(help: ArgumentHelp("What happens: the name of a scenario, or a scenario file.", valueName: "scenario"))
    var scenario = "approve"
    @Option(help: ArgumentHelp("The directory for the receipts' files.", valueName: "dir"))
    var out = "till-demo"
    @Option(
        help: ArgumentHelp(
            "How the terminal is reached: serial is a pseudo terminal, usb is libusb on umockdev, simulated is within this process, and neo2 is an encrypting reader on a pseudo terminal.",
            valueName: "route"))
    var reader = ReaderRoute.serial
    @Option(
        help: ArgumentHelp(
            "How the printer is reached: serial is a pseudo terminal, usb is libusb on umockdev, and simulated is within this process.",
            valueName: "route"))
    var printer = PrinterRoute.simulated
    @Option(
        help: ArgumentHelp(
            "The speed of the serial line: 9600, 19200, 38400, 57600 or 115200. Most real terminals use 9600.",
            valueName: "baud"))
    var baud = 9600
    @OptionGroup var payment: PaymentOptions
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func validate() throws {
        guard [9600, 19200, 38400, 57600, 115_200].contains(baud) else {
            throw ValidationError("--baud is 9600, 19200, 38400, 57600 or 115200.")
        }
    }

    /// How long the demonstration waits for paper, in seconds: nobody refills a simulated printer.
    private static let patience = 1
    /// The card phase, in seconds: the simulated terminal reports its progress at once.
    private static let cardPhase = 2
    /// False: the demo's devices are simulated, and its payments do not belong into the journal of a till that takes money.
    static var isServed: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        // The demonstration's files are readable only by the user who runs it.
        umask(0o077)
        var setup = try data.setup()
        // The configured routing would send receipts to real printers.
        setup.configuration.routing = [:]
        setup.configuration.policy.cardPhaseSeconds = Self.cardPhase
        let stage = try DemoStage(
            scenario: scenario, directory: setup.directory, baud: baud, reader: reader, printer: printer)
        let till = try await LiveTill.owning(
            setup, devices: Devices(setup, environment: .live, printerFault: stage.inProcessPrinterFault),
            patience: Self.patience)
        defer { stage.clear() }
        try stage.set()
        let order = try await stage.order(for: till)
        let language = OperatorLanguage(of: till.configuration, asked: payment.language)
        let customer = order.customer ?? language.text("demo.someone")
        let total = Sentence("demo.order", ["order": order.number, "customer": customer, "total": order.total])
        console.say(total.text(in: language).printable)
        console.say(
            language.text(
                "demo.devices",
                ["terminal": stage.terminalAddress, "scenario": scenario, "printer": stage.printerAddress]))
        let result = try await Cashier(
            till: till, console: console, form: .text, in: language
        ).take(
            PaymentRequest(
                subject: .order(order.id), terminal: stage.terminalAddress, printer: stage.printerAddress,
                language: payment.language(setup.configuration), giveUpAfter: payment.giveUpAfter(setup.configuration)))
        do throws(Failure) {
            try await stage.remember(in: till)
            try leave(result.prints, console, in: language)
        } catch { console.say(error) }
        return result.exit
    }

    /// Writes the prints as text and as files.
    private func leave(_ prints: [PrintReport], _ console: Console, in language: OperatorLanguage) throws(Failure) {
        let printed = prints.filter { !$0.bytes.isEmpty }
        for print in printed { console.write("\n" + print.text) }
        guard !printed.isEmpty else { return }
        try DemoFiles(directory: out, own: data.ownFiles).write(printed)
        console.say("")
        console.say(language.text("demo.receipts", ["folder": out]))
    }
}
