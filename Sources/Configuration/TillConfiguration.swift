import Foundation
import Model
import Readers
import Receipts
import Transports

/// How a till is set up: what its files and its environment say, and the defaults for the rest. Checked; holds no secret
/// but the terminals' passwords, which are never shown.
package struct TillConfiguration: Sendable {
    package struct Shop: Sendable {
        /// Nil as long as the demonstration shop stands in.
        package var merchant: Receipt.Merchant?
        /// Nil: thanks, in the receipt's language.
        package var footer: [String]?
        package var language: String
        package var currency: Currency
        /// Nil: the shop does not say.
        package var amounts: CurrencyFormat?
        /// Nil: the machine's.
        package var timeZone: TimeZone?
        /// Where the template is, until it has been read.
        let templateFile: NamedFile?
    }

    package struct Policy: Sendable {
        package var giveUpAfterSeconds: Int
        /// How long after its line broke a terminal may still book.
        package var cardPhaseSeconds: Int
        /// Names or addresses.
        package var reader: String?
        package var printer: String?
        /// In whole units of the shop's currency.
        package var unlinkedRefundLimit: Int
        /// In whole units of the shop's currency; nil: `TillConfiguration.usualLargestPayment`.
        package var largestPayment: Int?
        package var endOfDay: EndOfDayPolicy
    }

    /// What proves the journal.
    package struct Journal: Sendable {
        /// The file of the key that signs its head; nil: nothing does.
        package var signingKey: String?
        /// Whether its head is sent to the system log at each end of day.
        package var syslog: Bool
    }

    /// The flight recorder.
    package struct Recorder: Sendable {
        /// Of its ring; 0: nothing is recorded.
        package var megabytes: Int
    }

    /// How long is kept what is not in the journal, in days; 0: for ever.
    package struct Retention: Sendable {
        package var traceDays: Int
        package var deliveredNewsDays: Int
        package var cachedOrderDays: Int
    }

    /// Receipts by e-mail.
    package struct Email: Sendable {
        /// Nil: none is sent.
        package var from: MailAddress?
        /// The program that takes a message.
        package var sendmail: String
    }

    package struct Reader: Sendable {
        package let name: String
        package let line: Line
        /// Where the password is, until it has been read.
        let passwordFile: NamedFile?
        /// What of a terminal's own behaviour is said here, whatever was found out.
        let wishes: Wishes
        package internal(set) var settings: TerminalSettings

        struct Wishes: Sendable {
            /// Of `05 01`.
            var statusWithPassword: Bool?
            var characterSet: TerminalProfile.CharacterSet?
            /// How long after its line broke it may still book.
            var cardPhaseSeconds: Int?
        }
    }

    package struct Printer: Sendable {
        package let name: String
        package let line: Line
        /// Whose receipts it prints by itself.
        package let copies: [ReceiptCopy]
        /// Names of those that take its receipts while it cannot print.
        let standIns: [String]
        package let extras: PrinterExtras
    }

    /// A device's address, and what is configured of its line besides. The address alone is its identity in the journal
    /// and the spool, so that another speed makes no other device.
    package struct Line: Sendable {
        package let address: DeviceAddress
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

    package var shop: Shop
    /// What stands on receipts, and in which order.
    package internal(set) var templates = ReceiptTemplates.builtIn
    package var policy: Policy
    package var journal: Journal
    /// The names of the printers that print such receipts, whichever printer a command uses.
    package var routing: [ReceiptTemplates.Kind: String]
    package var recorder: Recorder
    package var retention: Retention
    package var email: Email
    package var readers: [Reader]
    package var printers: [Printer]
}

extension TillConfiguration {
    private func reader(at address: DeviceAddress) -> Reader? {
        readers.first { $0.line.address.isSameLine(as: address) }
    }

    /// Whether each of these is one of `[[readers]]`, and not the same one.
    package func areTwoReaders(_ one: DeviceAddress, _ two: DeviceAddress) -> Bool {
        guard let first = reader(at: one), let second = reader(at: two) else { return false }
        return first.name != second.name
    }

    func printer(at address: DeviceAddress) -> Printer? {
        printers.first { $0.line.address.isSameLine(as: address) }
    }

    /// How to talk to the terminal at an address: as configured for that line, else as was found out, else the usual way.
    package func terminalSettings(at address: DeviceAddress, profile: TerminalProfile? = nil) -> TerminalSettings {
        let reader = reader(at: address)
        var settings = reader?.settings ?? TerminalSettings()
        settings.longestCardPhase = .seconds(reader?.wishes.cardPhaseSeconds ?? policy.cardPhaseSeconds)
        if let profile { settings.adopt(profile) }
        settings.asksStatusWithPassword = reader?.wishes.statusWithPassword ?? settings.asksStatusWithPassword
        settings.wishedCharacterSet = reader?.wishes.characterSet ?? settings.wishedCharacterSet
        return settings
    }

    /// The address with everything that is configured of its line.
    package func readerLine(_ address: DeviceAddress) -> DeviceAddress {
        reader(at: address)?.line.opened(as: address) ?? address
    }

    /// The address with everything that is configured of its line and of the printer on it.
    package func printerLine(_ address: DeviceAddress) -> DeviceAddress {
        printer(at: address)?.line.opened(as: address) ?? address
    }

    /// Whose receipts the printer at an address prints by itself.
    package func copies(printedAt address: DeviceAddress) -> [ReceiptCopy] {
        printer(at: address)?.copies ?? ReceiptCopy.allCases
    }

    /// Where such receipts are sent, whichever printer a command uses; nil: to that one.
    package func route(of kind: ReceiptTemplates.Kind) -> DeviceAddress? { routing[kind].flatMap(address(ofPrinter:)) }

    /// The printers out of which such receipts come, whatever of them a printer prints by itself; the usual one first.
    package func printers(of kinds: [ReceiptTemplates.Kind], besides usual: DeviceAddress?) -> [DeviceAddress] {
        ([usual] + kinds.map(route(of:))).compactMap(\.self).eachOnce
    }

    /// The printer out of which such a receipt comes by itself, where a command uses that one; nil: it is kept.
    package func printer(of kind: ReceiptTemplates.Kind, usually usual: DeviceAddress?) -> DeviceAddress? {
        guard let place = route(of: kind) ?? usual, copies(printedAt: place).contains(kind.copy) else { return nil }
        return place
    }

    private func address(ofPrinter name: String) -> DeviceAddress? {
        printers.first { $0.name == name }?.line.address
    }

    /// Which printers take the receipts of the printer at an address while it cannot print, in order.
    package func standIns(for address: DeviceAddress) -> [DeviceAddress] {
        (printer(at: address)?.standIns ?? []).compactMap(self.address(ofPrinter:))
    }

    /// The most that is given back at once for no payment of this till.
    package var unlinkedRefundLimit: Money {
        Money(minorUnits: Int64(policy.unlinkedRefundLimit) * shop.currency.unit, currency: shop.currency)
    }

    /// The most that a payment may come to in a currency, in its smallest unit.
    package func largestPayment(in currency: Currency) -> Int64 {
        let set = currency == shop.currency ? policy.largestPayment : nil
        return Int64(set ?? Self.usualLargestPayment(in: currency)) * currency.unit
    }

    /// In whole units: more than shops take by card, and less than a slip of the finger makes of it.
    private static func usualLargestPayment(in currency: Currency) -> Int {
        ["EUR", "CHF", "GBP", "USD"].contains(currency.code) ? 10_000 : 1_000_000
    }

    /// The reader that a name or an address means; nil for a word that is neither.
    package func readerAddress(_ named: String) -> DeviceAddress? {
        readers.first { $0.name == named }?.line.address ?? DeviceAddress(named)
    }

    /// The printer that a name or an address means; nil for a word that is neither.
    package func printerAddress(_ named: String) -> DeviceAddress? {
        address(ofPrinter: named) ?? DeviceAddress(named)
    }

    /// The reader to use where none is named; nil where none is configured.
    package var usualReader: DeviceAddress? { policy.reader.flatMap(readerAddress) ?? readers.first?.line.address }
    /// The printer to use where none is named; nil where none is configured.
    package var usualPrinter: DeviceAddress? { policy.printer.flatMap(printerAddress) ?? printers.first?.line.address }
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
package struct EffectiveOption: Hashable, Sendable {
    /// `shop`, `readers.counter`.
    package let table: String
    package let key: String
    /// As TOML writes it; nil where it is not set and has no default value.
    package let value: String?
    package let origin: ConfigurationOrigin
}

/// What came of reading a configuration.
package struct ReadConfiguration: Sendable {
    /// Only to be used when there are no problems.
    package var configuration: TillConfiguration
    package var problems: [ConfigurationProblem]
    /// Every option, in the order of the documentation, and where its value comes from.
    package var options: [EffectiveOption]
}
