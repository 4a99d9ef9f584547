import Foundation
import Model
import Readers
import Receipts
import Transports

/// The checked configuration of a till, from its files, its environment and the defaults. The terminals' passwords are its
/// only secrets, and they are never shown.
package struct TillConfiguration: Sendable {
    package struct Shop: Sendable {
        /// The merchant on receipts; nil while the demonstration shop is used.
        package var merchant: Receipt.Merchant?
        /// The last lines of a receipt; nil for a thank-you in the receipt's language.
        package var footer: [String]?
        package var language: String
        package var currency: Currency
        /// The format of amounts; nil for that of the language.
        package var amounts: CurrencyFormat?
        /// The shop's time zone; nil for the machine's.
        package var timeZone: TimeZone?
        /// The template file, before it has been read.
        let templateFile: NamedFile?
    }

    package struct Policy: Sendable {
        package var giveUpAfterSeconds: Int
        /// How long a terminal may still book after its line broke, in seconds.
        package var cardPhaseSeconds: Int
        /// The usual terminal and printer, each as a name or an address.
        package var reader: String?
        package var printer: String?
        /// In whole units of the shop's currency.
        package var unlinkedRefundLimit: Int
        /// In whole units of the shop's currency; nil for `TillConfiguration.usualLargestPayment`.
        package var largestPayment: Int?
        package var endOfDay: EndOfDayPolicy
        /// What is paid while the shop cannot be asked.
        package var offlineOrders: OfflineOrderPolicy
        /// How long an order of the shop is waited for while somebody stands at the till, in seconds.
        package var shopPatienceSeconds: Int
        /// How often the service asks the shop what has happened there, in seconds; zero for never.
        package var notificationsEverySeconds: Int
    }

    /// How the journal is proved genuine: `[journal]`.
    package struct Journal: Sendable {
        /// The file of the key that signs the journal's head; nil when it is not signed.
        package var signingKey: String?
        /// Whether the journal's head is sent to the system log at each end of day.
        package var syslog: Bool
    }

    /// The flight recorder's settings.
    package struct Recorder: Sendable {
        /// The size of the recording ring in megabytes; 0 records nothing.
        package var megabytes: Int
    }

    /// How long data outside of the journal is kept, in days; 0 means for ever.
    package struct Retention: Sendable {
        package var traceDays: Int
        package var deliveredNewsDays: Int
        package var cachedOrderDays: Int
        package var cachedDocumentDays: Int
        package var formerDatabaseDays: Int
        /// Nil for ever.
        package var receiptDays: Int?
    }

    /// The settings for receipts by e-mail.
    package struct Email: Sendable {
        /// The sender's address; nil when no e-mail is sent.
        package var from: MailAddress?
        /// The program that accepts an e-mail for delivery.
        package var sendmail: String
    }

    /// The kiosk: `[kiosk]`.
    package struct Kiosk: Sendable {
        /// Whether `till serve` is a kiosk.
        package var isEnabled: Bool
        /// The names of its terminal and its printer; nil for the usual ones.
        package var reader: String?
        package var printer: String?
        /// What a customer can begin with: `find`, `compose` or `both`.
        package var start: String
        package var idleSeconds: Int
        package var warningSeconds: Int
        package var thanksSeconds: Int
        /// The suggested tips in percent; empty where none is asked for.
        package var tips: [Int]
        package var givesGoods: Bool
        /// How a customer can have the receipt: `print`, `email`, `show`, `none`.
        package var receipts: [String]
        package var receiptURL: String?
        package var languages: [String]
        /// The name above the page; nil for the seller's.
        package var shopName: String?
        package var accent: Colour?
        package var background: Colour?
        package var foreground: Colour?
        package var font: String?
        package var radius: Int?
        package var logo: String?
    }

    /// Who may ask the service, and under which names: `[service]`.
    package struct Service: Sendable {
        /// The machine's groups whose members may do everything at the Unix socket.
        package var operatorGroups: [String]
        package var integratorGroups: [String]
        package var readOnlyGroups: [String]
        /// What `Host` may be besides the service's own names.
        package var hosts: [String]
        /// The files of the certificate and of its key; nil for no TLS.
        package var certificate: String?
        package var certificateKey: String?
    }

    package struct Reader: Sendable {
        package let name: String
        package let line: Line
        /// The password's file, before it has been read.
        let passwordFile: NamedFile?
        /// Settings of the terminal that override its diagnosed profile.
        let wishes: Wishes
        package internal(set) var settings: TerminalSettings

        struct Wishes: Sendable {
            /// Whether a status enquiry (`05 01`) carries the password.
            var statusWithPassword: Bool?
            var characterSet: TerminalProfile.CharacterSet?
            /// How long the terminal may still book after its line broke, in seconds.
            var cardPhaseSeconds: Int?
        }
    }

    package struct Printer: Sendable {
        package let name: String
        package let line: Line
        /// The receipt copies that this printer prints automatically.
        package let copies: [ReceiptCopy]
        /// The names of the printers that take over its receipts while it cannot print.
        let standIns: [String]
        package let extras: PrinterExtras
    }

    /// A device's address with the configured options of its line. Only the address identifies the device in the journal and
    /// the spool, so a changed baud rate does not make it another device.
    package struct Line: Sendable {
        package let address: DeviceAddress
        let options: [String: String]

        /// The address to open, with the configured options; options of the address itself win.
        func opened(as address: DeviceAddress) -> DeviceAddress {
            DeviceAddress(
                scheme: address.scheme, path: address.path, options: options.merging(address.options) { $1 })
        }
    }

    /// A file named by an option, with the place of the option.
    struct NamedFile: Sendable {
        let path: String
        let origin: ConfigurationOrigin
    }

    package var shop: Shop
    /// The templates that say what is on receipts and in which order.
    package internal(set) var templates = ReceiptTemplates.builtIn
    package var policy: Policy
    package var journal: Journal
    /// The printer for each routed kind of receipt, by name, whichever printer a command uses.
    package var routing: [ReceiptTemplates.Kind: String]
    package var recorder: Recorder
    package var retention: Retention
    package var email: Email
    package var kiosk: Kiosk
    package var service: Service
    package var readers: [Reader]
    package var printers: [Printer]
}

extension TillConfiguration {
    private func reader(at address: DeviceAddress) -> Reader? {
        readers.first { $0.line.address.isSameLine(as: address) }
    }

    /// Whether both addresses are those of `[[readers]]`, and of different ones.
    package func areTwoTerminals(_ one: DeviceAddress, _ two: DeviceAddress) -> Bool {
        guard let first = reader(at: one), let second = reader(at: two) else { return false }
        return first.name != second.name
    }

    func printer(at address: DeviceAddress) -> Printer? {
        printers.first { $0.line.address.isSameLine(as: address) }
    }

    /// How to talk to the terminal at an address: as configured, else as its profile says, else by the defaults.
    package func terminalSettings(at address: DeviceAddress, profile: TerminalProfile? = nil) -> TerminalSettings {
        let reader = reader(at: address)
        var settings = reader?.settings ?? TerminalSettings()
        settings.longestCardPhase = .seconds(reader?.wishes.cardPhaseSeconds ?? policy.cardPhaseSeconds)
        if let profile { settings.adopt(profile) }
        settings.asksStatusWithPassword = reader?.wishes.statusWithPassword ?? settings.asksStatusWithPassword
        settings.wishedCharacterSet = reader?.wishes.characterSet ?? settings.wishedCharacterSet
        return settings
    }

    /// Whether the terminal at an address prints the receipts of its payments on its own printer.
    package func printsReceipts(terminal address: DeviceAddress) -> Bool {
        reader(at: address)?.settings.printsReceipts ?? false
    }

    /// The name of a configured terminal, or else its address.
    package func name(ofTerminal address: DeviceAddress) -> String { reader(at: address)?.name ?? "\(address)" }

    /// The reader's address with the configured options of its line.
    package func terminalLine(_ address: DeviceAddress) -> DeviceAddress {
        reader(at: address)?.line.opened(as: address) ?? address
    }

    /// The printer's address with the configured options of its line and of the printer.
    package func printerLine(_ address: DeviceAddress) -> DeviceAddress {
        printer(at: address)?.line.opened(as: address) ?? address
    }

    /// The receipt copies that the printer at an address prints automatically.
    package func copies(printedAt address: DeviceAddress) -> [ReceiptCopy] {
        printer(at: address)?.copies ?? ReceiptCopy.allCases
    }

    /// The printer to which this kind of receipt is routed; nil when it goes to the command's printer.
    package func route(of kind: ReceiptTemplates.Kind) -> DeviceAddress? { routing[kind].flatMap(address(ofPrinter:)) }

    /// The printers of these kinds of receipts, the command's own first, whatever each prints automatically.
    package func printers(of kinds: [ReceiptTemplates.Kind], besides usual: DeviceAddress?) -> [DeviceAddress] {
        ([usual] + kinds.map(route(of:))).compactMap(\.self).eachOnce
    }

    /// The printer that prints this kind of receipt automatically for a command; nil when the receipt is only stored.
    package func printer(of kind: ReceiptTemplates.Kind, usually usual: DeviceAddress?) -> DeviceAddress? {
        guard let place = route(of: kind) ?? usual, copies(printedAt: place).contains(kind.copy) else { return nil }
        return place
    }

    private func address(ofPrinter name: String) -> DeviceAddress? {
        printers.first { $0.name == name }?.line.address
    }

    /// The printers that take over for the printer at an address, in the order in which they are tried.
    package func standIns(for address: DeviceAddress) -> [DeviceAddress] {
        (printer(at: address)?.standIns ?? []).compactMap(self.address(ofPrinter:))
    }

    /// The most that one unlinked refund may give back.
    package var unlinkedRefundLimit: Money {
        Money(minorUnits: Int64(policy.unlinkedRefundLimit) * shop.currency.unit, currency: shop.currency)
    }

    /// The most that a payment in a currency may come to, in minor units.
    package func largestPayment(in currency: Currency) -> Int64 {
        let set = currency == shop.currency ? policy.largestPayment : nil
        return Int64(set ?? Self.usualLargestPayment(in: currency)) * currency.unit
    }

    /// The default limit in whole units: above what shops take by card, below what a mistyped zero gives.
    private static func usualLargestPayment(in currency: Currency) -> Int {
        ["EUR", "CHF", "GBP", "USD"].contains(currency.code) ? 10_000 : 1_000_000
    }

    /// The reader with this name or address; nil when the word is neither.
    package func terminalAddress(_ named: String) -> DeviceAddress? {
        readers.first { $0.name == named }?.line.address ?? DeviceAddress(named)
    }

    /// The printer with this name or address; nil when the word is neither.
    package func printerAddress(_ named: String) -> DeviceAddress? {
        address(ofPrinter: named) ?? DeviceAddress(named)
    }

    /// The reader for commands that name none; nil when none is configured.
    package var usualTerminal: DeviceAddress? { policy.reader.flatMap(terminalAddress) ?? readers.first?.line.address }
    /// The printer for commands that name none; nil when none is configured.
    package var usualPrinter: DeviceAddress? { policy.printer.flatMap(printerAddress) ?? printers.first?.line.address }
}

extension Currency {
    /// One whole unit of the currency in minor units.
    fileprivate var unit: Int64 { (0..<exponent).reduce(Int64(1)) { unit, _ in unit * 10 } }
}

extension DeviceAddress {
    /// Whether both addresses mean one line, whatever their options and however a network address is written.
    func isSameLine(as other: DeviceAddress) -> Bool {
        guard scheme == other.scheme else { return false }
        if let ours = try? TCPSettings(of: self), let its = try? TCPSettings(of: other) {
            return ours.isSameListener(as: its)
        }
        return place == other.place
    }
}
