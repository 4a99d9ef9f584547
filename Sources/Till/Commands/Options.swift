import ArgumentParser
import Configuration
import Failures
import Flow
import Foundation
import LogEvents
import Logbook
import Model
import Receipts
import Stores

extension LogLevel: ExpressibleByArgument {}

/// Where a command finds how the till is set up, and what it has done so far. Every command takes them.
struct DataOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration file. Default: the file of $TILL_CONFIG, else $XDG_CONFIG_HOME/till/till.toml, else /etc/till/till.toml.",
            valueName: "file"))
    var config: String?
    @Option(
        help: ArgumentHelp(
            "The data directory, which holds the till's journal. Default: $XDG_STATE_HOME/till, usually ~/.local/state/till.",
            valueName: "dir"))
    var data: String?
    @Option(
        help: ArgumentHelp(
            "Log messages of this level and above on standard error. Default: $TILL_LOG, else warning.",
            valueName: "level"))
    var logLevel: LogLevel?

    /// Refuses an empty path, which a script's unset variable leaves: it never means the current directory.
    func validate() throws {
        if data?.isEmpty == true { throw ValidationError("--data names a directory.") }
        if config?.isEmpty == true { throw ValidationError("--config names a file.") }
    }

    /// Everything a till is made from. Throws `config.invalid` with every mistake in it.
    func setup(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(Failure) -> TillSetup {
        let files = files(environment)
        let read = files.read()
        guard read.problems.isEmpty else { throw .badConfiguration(read.problems) }
        if !files.paths.isEmpty {
            Environment.live.logged.log(.configurationLoaded, .words(files.paths.joined(separator: ", ")))
        }
        return TillSetup(
            directory: try directory(environment), configuration: TestHooks.configuration(read.configuration))
    }

    func files(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> ConfigurationFiles {
        ConfigurationFiles(named: config, environment: environment)
    }

    /// `$XDG_STATE_HOME/till`, by default `~/.local/state/till` (XDG Base Directory Specification 0.8). Absolute: what is
    /// remembered of it holds wherever the next command is run.
    func directory(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(Failure) -> String {
        if let data { return data.absolutePath }
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/till" }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw Failure(
                UsageFailure.noDataDirectory, "There is no home directory to keep data in.",
                remedy: "name a directory with --data DIR", recovery: .askOperator)
        }
        return home + "/.local/state/till"
    }
}

/// The reader and the printer of commands that need one.
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

    /// The reader named, or the usual one, or the one used last.
    func reader(_ configuration: TillConfiguration, _ settings: AppSettings) throws(Failure) -> DeviceAddress {
        try Self.reader(reader, configuration, settings)
    }

    fileprivate static func reader(
        _ word: String?, _ configuration: TillConfiguration, _ settings: AppSettings
    ) throws(Failure) -> DeviceAddress {
        try known(
            try namedReader(word, configuration) ?? configuration.usualReader ?? settings.reader, "reader",
            "--reader serial:/dev/ttyUSB0")
    }

    /// The printer named, or the usual one, or the one used last.
    func printer(_ configuration: TillConfiguration, _ settings: AppSettings) throws(Failure) -> DeviceAddress {
        try Self.known(
            try namedPrinter(configuration) ?? configuration.usualPrinter ?? settings.printer, "printer",
            "--printer serial:/dev/ttyUSB1")
    }

    /// The printer named, or the usual one, or the one used last; nil when none is known.
    func knownPrinter(_ configuration: TillConfiguration, _ settings: AppSettings) throws(Failure) -> DeviceAddress? {
        try namedPrinter(configuration) ?? configuration.usualPrinter ?? settings.printer
    }

    /// The address that `--reader` names; nil without `--reader`.
    func namedReader(_ configuration: TillConfiguration) throws(Failure) -> DeviceAddress? {
        try Self.namedReader(reader, configuration)
    }

    static func namedReader(
        _ word: String?, _ configuration: TillConfiguration
    ) throws(Failure) -> DeviceAddress? {
        guard let word else { return nil }
        return try meant(word, configuration.readerAddress(word), "reader", configuration.readers.map(\.name))
    }

    /// The address that `--printer` names; nil without `--printer`.
    func namedPrinter(_ configuration: TillConfiguration) throws(Failure) -> DeviceAddress? {
        guard let printer else { return nil }
        let address = try Self.meant(
            printer, configuration.printerAddress(printer), "printer", configuration.printers.map(\.name))
        if let mistake = address.printerMistake {
            throw Failure(
                PrinterFailure.badAddress, "The printer's address is wrong: \(mistake).",
                remedy: "correct it in --printer (docs/configuration.md)", recovery: .giveUp)
        }
        return address
    }

    private static func meant(
        _ word: String, _ address: DeviceAddress?, _ what: String, _ names: [String]
    ) throws(Failure) -> DeviceAddress {
        guard let address, address.scheme == "simulated" || !address.path.isEmpty else {
            let known = names.isEmpty ? "" : "; configured are: \(names.joined(separator: ", "))"
            throw Failure(
                DeviceFailure.unknownScheme, "\(word) is no name or address of a \(what).",
                remedy: "write an address like serial:/dev/ttyUSB0 or usb:04b8:0e15, each option with a value\(known)",
                recovery: .giveUp)
        }
        guard !address.path.isEmpty, !["tcp", "usb"].contains(address.scheme) else { return address }
        return DeviceAddress(scheme: address.scheme, path: address.path.absolutePath, options: address.options)
    }

    private static func known(_ address: DeviceAddress?, _ what: String, _ example: String) throws(Failure)
        -> DeviceAddress
    {
        guard let address else {
            throw Failure(
                DeviceFailure.notNamed, "No \(what) is known yet.",
                remedy: "name it once, \(example), or configure it (docs/configuration.md)", recovery: .giveUp)
        }
        return address
    }
}

/// The reader of commands that need no printer.
struct ReaderOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The card terminal: a configured name or an address, such as serial:/dev/ttyUSB0?baud=9600&stop=2, usb:1d6b:0104 or tcp:192.168.1.20:20007. Default: the configured terminal, else the one that served a payment last.",
            valueName: "reader"))
    var reader: String?

    /// The reader named, or the usual one, or the one used last.
    func reader(_ configuration: TillConfiguration, _ settings: AppSettings) throws(Failure) -> DeviceAddress {
        try DeviceOptions.reader(reader, configuration, settings)
    }
}

/// How a payment is taken, where this one differs from what is configured.
struct PaymentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "After a disturbance, ask the terminal for its outcome for so many seconds, 1 to 86400; then exit 5. Default: policy.give_up_after.",
            valueName: "seconds"))
    var giveUpAfter: Int?
    @Option(
        help: ArgumentHelp(
            "The language of receipts and messages, such as en, de or fr. Default: shop.language, else en.",
            valueName: "language"))
    var language: String?

    func validate() throws {
        if let giveUpAfter, !(1...86_400).contains(giveUpAfter) {
            throw ValidationError("--give-up-after is 1 to 86400 seconds.")
        }
        if let language, !ReceiptLanguage.tags.contains(language) {
            throw ValidationError("--language is one of \(ReceiptLanguage.tags.joined(separator: ", ")).")
        }
    }

    func giveUpAfter(_ configuration: TillConfiguration) -> Duration {
        .seconds(giveUpAfter ?? configuration.policy.giveUpAfterSeconds)
    }

    func language(_ configuration: TillConfiguration) -> String { language ?? configuration.shop.language }
}

/// What options of several commands must be.
enum OptionChecks {
    static func check(currency: String?) throws {
        guard let currency, Currency(code: currency) == nil else { return }
        throw ValidationError("\(currency) is no currency of ISO 4217.")
    }

    static func check(key: String?) throws {
        guard let key, key.isEmpty || key.utf8.count > 200 else { return }
        throw ValidationError("--key has 1 to 200 bytes.")
    }
}

extension Money {
    /// An amount as it was typed for that option.
    init(typed text: String, _ currency: Currency, as option: String) throws(Failure) {
        do throws(MoneyError) { self = try Money(parsing: text, currency: currency) } catch {
            throw Failure(
                UsageFailure.amount, "\(option) \(text) is no amount in \(currency.code).",
                remedy:
                    "write it with at most \(currency.exponent) decimals, like \(Money(minorUnits: 1250, currency: currency).formatted())",
                recovery: .giveUp)
        }
    }
}

/// How many rows a list has at most.
enum ListLimit {
    static let orders = 100
    static let receipts = 1_000
    static let journal = 100_000

    static func check(_ limit: Int, upTo most: Int) throws {
        guard (1...most).contains(limit) else { throw ValidationError("--limit is 1 to \(most).") }
    }
}

extension String {
    /// This path, from the root; links stay as they are.
    var absolutePath: String { URL(fileURLWithPath: self).standardizedFileURL.path }
}

struct JSONOption: ParsableArguments {
    @Flag(help: "Print one JSON document instead of text.")
    var json = false
}
