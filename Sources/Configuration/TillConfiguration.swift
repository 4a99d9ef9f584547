import Foundation
import Model
import Readers
import Receipts
import Transports

/// How a till is set up: what its files and its environment say, and the defaults for the rest. Checked; holds no secret
/// but the terminals' passwords, which are never shown.
public struct TillConfiguration: Sendable {
    public struct Shop: Sendable {
        /// Nil as long as the demonstration shop stands in.
        public var merchant: Receipt.Merchant?
        /// Nil: thanks, in the receipt's language.
        public var footer: [String]?
        public var language: String
        public var currency: Currency
        /// Nil: the shop does not say.
        public var amounts: CurrencyFormat?
        /// Nil: the machine's.
        public var timeZone: TimeZone?
        /// Where the template is, until it has been read.
        let templateFile: NamedFile?
    }

    public struct Policy: Sendable {
        public var giveUpAfterSeconds: Int
        /// How long after its line broke a terminal may still book.
        public var cardPhaseSeconds: Int
        /// Names or addresses.
        public var reader: String?
        public var printer: String?
        /// In whole units of the shop's currency.
        public var unlinkedRefundLimit: Int
        /// In whole units of the shop's currency; nil: `TillConfiguration.usualLargestPayment`.
        public var largestPayment: Int?
        public var endOfDay: EndOfDayPolicy
    }

    /// What proves the journal.
    public struct Journal: Sendable {
        /// The file of the key that signs its head; nil: nothing does.
        public var signingKey: String?
        /// Whether its head is sent to the system log at each end of day.
        public var syslog: Bool
    }

    /// The flight recorder.
    public struct Recorder: Sendable {
        /// Of its ring; 0: nothing is recorded.
        public var megabytes: Int
    }

    /// How long is kept what is not in the journal, in days; 0: for ever.
    public struct Retention: Sendable {
        public var traceDays: Int
        public var deliveredNewsDays: Int
        public var cachedOrderDays: Int
    }

    /// Receipts by e-mail.
    public struct Email: Sendable {
        /// Nil: none is sent.
        public var from: MailAddress?
        /// The program that takes a message.
        public var sendmail: String
    }

    public struct Reader: Sendable {
        public let name: String
        public let line: Line
        /// Where the password is, until it has been read.
        let passwordFile: NamedFile?
        /// What of a terminal's own behaviour is said here, whatever was found out.
        let wishes: Wishes
        public internal(set) var settings: TerminalSettings

        struct Wishes: Sendable {
            /// Of `05 01`.
            var statusWithPassword: Bool?
            var characterSet: TerminalProfile.CharacterSet?
            /// How long after its line broke it may still book.
            var cardPhaseSeconds: Int?
        }
    }

    public struct Printer: Sendable {
        public let name: String
        public let line: Line
        /// Whose receipts it prints by itself.
        public let copies: [ReceiptCopy]
        /// Names of those that take its receipts while it cannot print.
        let standIns: [String]
        public let extras: PrinterExtras
    }

    /// A device's address, and what is configured of its line besides. The address alone is its identity in the journal
    /// and the spool, so that another speed makes no other device.
    public struct Line: Sendable {
        public let address: DeviceAddress
        let options: [String: String]

        /// What opens the line; what the address itself says is not overruled.
        func opened(as address: DeviceAddress) -> DeviceAddress {
            DeviceAddress(
                scheme: address.scheme, path: address.path, options: options.merging(address.options) { $1 })
        }
    }

    /// A file that an option names.
    struct NamedFile: Sendable {
        let path: String
        let origin: ConfigurationOrigin
    }

    public var shop: Shop
    /// What stands on receipts, and in which order.
    public internal(set) var templates = ReceiptTemplates.builtIn
    public var policy: Policy
    public var journal: Journal
    /// The names of the printers that print such receipts, whichever printer a command uses.
    public var routing: [ReceiptTemplates.Kind: String]
    public var recorder: Recorder
    public var retention: Retention
    public var email: Email
    public var readers: [Reader]
    public var printers: [Printer]
}

extension TillConfiguration {
    private func reader(at address: DeviceAddress) -> Reader? {
        readers.first { $0.line.address.isSameLine(as: address) }
    }

    /// Whether each of these is one of `[[readers]]`, and not the same one.
    public func areTwoReaders(_ one: DeviceAddress, _ two: DeviceAddress) -> Bool {
        guard let first = reader(at: one), let second = reader(at: two) else { return false }
        return first.name != second.name
    }

    func printer(at address: DeviceAddress) -> Printer? {
        printers.first { $0.line.address.isSameLine(as: address) }
    }

    /// How to talk to the terminal at an address: as configured for that line, else as was found out, else the usual way.
    public func terminalSettings(at address: DeviceAddress, profile: TerminalProfile? = nil) -> TerminalSettings {
        let reader = reader(at: address)
        var settings = reader?.settings ?? TerminalSettings()
        settings.longestCardPhase = .seconds(reader?.wishes.cardPhaseSeconds ?? policy.cardPhaseSeconds)
        if let profile { settings.adopt(profile) }
        settings.asksStatusWithPassword = reader?.wishes.statusWithPassword ?? settings.asksStatusWithPassword
        settings.wishedCharacterSet = reader?.wishes.characterSet ?? settings.wishedCharacterSet
        return settings
    }

    /// The address with everything that is configured of its line.
    public func readerLine(_ address: DeviceAddress) -> DeviceAddress {
        reader(at: address)?.line.opened(as: address) ?? address
    }

    /// The address with everything that is configured of its line and of the printer on it.
    public func printerLine(_ address: DeviceAddress) -> DeviceAddress {
        printer(at: address)?.line.opened(as: address) ?? address
    }

    /// Whose receipts the printer at an address prints by itself.
    public func copies(printedAt address: DeviceAddress) -> [ReceiptCopy] {
        printer(at: address)?.copies ?? ReceiptCopy.allCases
    }

    /// Where such receipts are sent, whichever printer a command uses; nil: to that one.
    public func route(of kind: ReceiptTemplates.Kind) -> DeviceAddress? { routing[kind].flatMap(address(ofPrinter:)) }

    /// The printers out of which such receipts come, whatever of them a printer prints by itself; the usual one first.
    public func printers(of kinds: [ReceiptTemplates.Kind], besides usual: DeviceAddress?) -> [DeviceAddress] {
        ([usual] + kinds.map(route(of:))).compactMap(\.self).eachOnce
    }

    /// The printer out of which such a receipt comes by itself, where a command uses that one; nil: it is kept.
    public func printer(of kind: ReceiptTemplates.Kind, usually usual: DeviceAddress?) -> DeviceAddress? {
        guard let place = route(of: kind) ?? usual, copies(printedAt: place).contains(kind.copy) else { return nil }
        return place
    }

    private func address(ofPrinter name: String) -> DeviceAddress? {
        printers.first { $0.name == name }?.line.address
    }

    /// Which printers take the receipts of the printer at an address while it cannot print, in order.
    public func standIns(for address: DeviceAddress) -> [DeviceAddress] {
        (printer(at: address)?.standIns ?? []).compactMap(self.address(ofPrinter:))
    }

    /// The most that is given back at once for no payment of this till.
    public var unlinkedRefundLimit: Money {
        Money(minorUnits: Int64(policy.unlinkedRefundLimit) * shop.currency.unit, currency: shop.currency)
    }

    /// The most that a payment may come to in a currency, in its smallest unit.
    public func largestPayment(in currency: Currency) -> Int64 {
        let set = currency == shop.currency ? policy.largestPayment : nil
        return Int64(set ?? Self.usualLargestPayment(in: currency)) * currency.unit
    }

    /// In whole units: more than shops take by card, and less than a slip of the finger makes of it.
    private static func usualLargestPayment(in currency: Currency) -> Int {
        ["EUR", "CHF", "GBP", "USD"].contains(currency.code) ? 10_000 : 1_000_000
    }

    /// The reader that a name or an address means; nil for a word that is neither.
    public func readerAddress(_ named: String) -> DeviceAddress? {
        readers.first { $0.name == named }?.line.address ?? DeviceAddress(named)
    }

    /// The printer that a name or an address means; nil for a word that is neither.
    public func printerAddress(_ named: String) -> DeviceAddress? {
        address(ofPrinter: named) ?? DeviceAddress(named)
    }

    /// The reader to use where none is named; nil where none is configured.
    public var usualReader: DeviceAddress? { policy.reader.flatMap(readerAddress) ?? readers.first?.line.address }
    /// The printer to use where none is named; nil where none is configured.
    public var usualPrinter: DeviceAddress? { policy.printer.flatMap(printerAddress) ?? printers.first?.line.address }
}

extension Currency {
    /// One of it, in its smallest unit.
    fileprivate var unit: Int64 { (0..<exponent).reduce(Int64(1)) { unit, _ in unit * 10 } }
}

extension DeviceAddress {
    /// Whatever is said of its speed, and however a network address is written.
    func isSameLine(as other: DeviceAddress) -> Bool {
        guard scheme == other.scheme else { return false }
        if let ours = try? TCPSettings(of: self), let its = try? TCPSettings(of: other) {
            return ours.isSameListener(as: its)
        }
        return place == other.place
    }
}

/// One option as it is in force.
public struct EffectiveOption: Hashable, Sendable {
    /// `shop`, `readers.counter`.
    public let table: String
    public let key: String
    /// As TOML writes it; nil where it is not set and has no default value.
    public let value: String?
    public let origin: ConfigurationOrigin
}

/// What came of reading a configuration.
public struct ReadConfiguration: Sendable {
    /// Only to be used when there are no problems.
    public var configuration: TillConfiguration
    public var problems: [ConfigurationProblem]
    /// Every option, in the order of the documentation, and where its value comes from.
    public var options: [EffectiveOption]
}
