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
            One order of the embedded shop is paid over the real ZVT serial protocol, on a pty against a simulated \
            terminal, and its receipts are printed as ESC/POS on a simulated printer, whose paper is in DATA/paper. \
            Scenarios: \(DemoStage.scenarios.joined(separator: ", ")). With --reader neo2 an encrypting reader takes \
            the card and a simulated acquirer decides; then they are: \
            \(DemoStage.encryptingScenarios.joined(separator: ", ")).
            """)

    enum Way: String, ExpressibleByArgument, CaseIterable { case serial, usb, simulated, neo2 }

    @Option(help: "What happens: a scenario's name, or a scenario file.")
    var scenario = "approve"
    @Option(help: "Where the receipts are left.")
    var out = "till-demo"
    @Option(
        help: """
            The way to the terminal: serial (a pty), usb (libusb on umockdev) or simulated (within this process); neo2: \
            an encrypting reader on a pty.
            """)
    var reader = Way.serial
    @Option(
        help: "The way to the printer: serial (a pty), usb (libusb on umockdev) or simulated (within this process).")
    var printer = Way.simulated
    @Option(help: "The line's speed. Real terminals have 9600.")
    var baud = 9600
    @OptionGroup var payment: PaymentOptions
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func validate() throws {
        guard [9600, 19200, 38400, 57600, 115_200].contains(baud) else {
            throw ValidationError("--baud is 9600, 19200, 38400, 57600 or 115200.")
        }
        guard printer != .neo2 else { throw ValidationError("neo2 is a reader, and no printer.") }
    }

    /// In seconds. Nobody puts paper into a simulated printer.
    private static let patience = 1
    /// In seconds. The simulated terminal says when it is busy, so nothing needs to be waited for.
    private static let cardPhase = 2

    func execute(_ console: Console) async throws(Failure) -> Exit {
        // Whatever the demonstration leaves is its user's own.
        umask(0o077)
        var setup = try data.setup()
        // Its paper is its own.
        setup.configuration.routing = [:]
        setup.configuration.policy.cardPhaseSeconds = Self.cardPhase
        let stage = try DemoStage(
            scenario: scenario, directory: setup.directory, baud: baud, reader: reader, printer: printer)
        let till = try await LiveTill(
            setup, devices: Devices(setup, environment: .live, printerFault: stage.inProcessPrinterFault),
            patience: Self.patience)
        defer { stage.clear() }
        try stage.set()
        let order = try await stage.order(for: till)
        console.say("Order \(order.number) of \(order.customer ?? "a customer"): \(order.total)".printable)
        console.say("Terminal: \(stage.readerAddress) (\(scenario)), printer: \(stage.printerAddress)")
        let result = try await Cashier(
            till: till, console: console, form: .text,
            in: OperatorLanguage(of: till.configuration, asked: payment.language)
        ).take(
            PaymentRequest(
                subject: .order(order.id), reader: stage.readerAddress, printer: stage.printerAddress,
                language: payment.language(setup.configuration), giveUpAfter: payment.giveUpAfter(setup.configuration)))
        do throws(Failure) {
            try await stage.remember(in: till)
            try leave(result.prints, console)
        } catch { console.say(error) }
        return result.exit
    }

    /// The receipts as text, and their files.
    private func leave(_ prints: [PrintReport], _ console: Console) throws(Failure) {
        let printed = prints.filter { !$0.bytes.isEmpty }
        for print in printed { console.write("\n" + print.text) }
        guard !printed.isEmpty else { return }
        try DemoFiles(directory: out).write(printed)
        console.say("")
        console.say("The receipts are in \(out).")
    }
}
