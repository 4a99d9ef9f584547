import ArgumentParser
import Configuration
import Failures
import Flow
import LogEvents
import Model
import Payments
import Stores

/// The options for a terminal and a printer.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The card terminal: a configured name or an address, such as serial:/dev/ttyUSB0?baud=9600&stop=2, usb:1d6b:0104 or tcp:192.168.1.20:20007. Default: the configured terminal, else the one that served a payment last.",
            valueName: "reader"))
    var reader: String?

    @Option(
        help: ArgumentHelp(
            "The receipt printer: a configured name or an address, such as usb:04b8:0e15, serial:/dev/ttyUSB1?baud=19200, usblp:/dev/usb/lp0, tcp:192.168.1.30:9100 or file:/tmp/receipt.bin. Default: the configured printer, else the one that served a payment last.",
            valueName: "printer"))
    var printer: String?

    /// The terminal that is named, or the usual one, or the one used last.
    func terminal(_ configuration: TillConfiguration, _ settings: AppSettings) throws(Failure) -> DeviceAddress {
        try Self.terminal(reader, configuration, settings)
    }

    static func terminal(
        _ word: String?, _ configuration: TillConfiguration, _ settings: AppSettings
    ) throws(Failure) -> DeviceAddress {
        try known(
            try namedTerminal(word, configuration) ?? configuration.usualTerminal ?? settings.terminal, .terminal,
            "--reader serial:/dev/ttyUSB0")
    }

    /// The printer that is named, or the usual one, or the one used last.
    func printer(_ configuration: TillConfiguration, _ settings: AppSettings) throws(Failure) -> DeviceAddress {
        try Self.known(
            try namedPrinter(configuration) ?? configuration.usualPrinter ?? settings.printer, .printer,
            "--printer serial:/dev/ttyUSB1")
    }

    /// The devices of a payment at a terminal. One that prints its receipts by itself needs no printer of the till, and takes none that
    /// is named.
    func payment(
        at terminal: DeviceAddress, _ configuration: TillConfiguration, _ settings: AppSettings
    ) throws(Failure) -> PaymentDevices {
        guard configuration.printsReceipts(terminal: terminal) else {
            return PaymentDevices(terminal: terminal, printer: try printer(configuration, settings))
        }
        if let printer { throw .terminalPrints(configuration.name(ofTerminal: terminal), named: printer) }
        return PaymentDevices(
            terminal: terminal, printer: try knownPrinter(configuration, settings) ?? terminal,
            isPrintedByTerminal: true)
    }

    /// The printer that is named, or the usual one, or the one used last; nil if none is known.
    func knownPrinter(_ configuration: TillConfiguration, _ settings: AppSettings) throws(Failure) -> DeviceAddress? {
        try namedPrinter(configuration) ?? configuration.usualPrinter ?? settings.printer
    }

    /// The address that `--reader` names; nil without `--reader`.
    func namedTerminal(_ configuration: TillConfiguration) throws(Failure) -> DeviceAddress? {
        try Self.namedTerminal(reader, configuration)
    }

    static func namedTerminal(
        _ word: String?, _ configuration: TillConfiguration
    ) throws(Failure) -> DeviceAddress? {
        guard let word else { return nil }
        return try meant(word, configuration.terminalAddress(word), .terminal, configuration.readers.map(\.name))
    }

    /// The address that `--printer` names; nil without `--printer`.
    func namedPrinter(_ configuration: TillConfiguration) throws(Failure) -> DeviceAddress? {
        guard let printer else { return nil }
        let address = try Self.meant(
            printer, configuration.printerAddress(printer), .printer, configuration.printers.map(\.name))
        if let mistake = address.printerMistake {
            throw Failure(
                PrinterFailure.badAddress, Sentence("failure.printer.badAddress.namedPrinter", ["mistake": mistake]),
                remedy: Sentence("remedy.printer.badAddress.namedPrinter"), recovery: .giveUp)
        }
        return address
    }

    private static func meant(
        _ word: String, _ address: DeviceAddress?, _ kind: DeviceIdentity.Kind, _ names: [String]
    ) throws(Failure) -> DeviceAddress {
        guard let address, address.scheme == "simulated" || !address.path.isEmpty else {
            let names = names.joined(separator: ", ")
            throw Failure(
                DeviceFailure.unknownScheme,
                kind == .terminal
                    ? Sentence("failure.device.unknownScheme.reader", ["word": word])
                    : Sentence("failure.device.unknownScheme.printer", ["word": word]),
                remedy: names.isEmpty
                    ? Sentence("remedy.device.unknownScheme.meant")
                    : Sentence("remedy.device.unknownScheme.configured", ["names": names]), recovery: .giveUp)
        }
        guard !address.path.isEmpty, !["tcp", "usb"].contains(address.scheme) else { return address }
        return DeviceAddress(scheme: address.scheme, path: address.path.absolutePath, options: address.options)
    }

    private static func known(_ address: DeviceAddress?, _ kind: DeviceIdentity.Kind, _ example: String) throws(Failure)
        -> DeviceAddress
    {
        guard let address else {
            throw Failure(
                DeviceFailure.notNamed,
                kind == .terminal
                    ? Sentence("failure.device.notNamed.reader") : Sentence("failure.device.notNamed.printer"),
                remedy: Sentence("remedy.device.notNamed", ["example": example]), recovery: .giveUp)
        }
        return address
    }
}
