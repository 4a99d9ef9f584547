import ESCPOS
import Foundation
import Model
import Receipts
import Transports

/// The tables of a configuration and every option in them.
package enum OptionTable: String, CaseIterable, Sendable {
    case shop, policy, journal, routing, recorder, retention, email, readers, printers

    /// Whether the table is a list in the file, such as `[[readers]]`, whose items have names.
    package var isList: Bool {
        switch self {
        case .shop, .policy, .journal, .routing, .recorder, .retention, .email: false
        case .readers, .printers: true
        }
    }

    /// Whether environment variables cannot override the table. Money limits and the journal's proofs are not for whoever
    /// starts the till.
    package var isForFilesOnly: Bool {
        switch self {
        case .policy, .journal: true
        case .shop, .routing, .recorder, .retention, .email, .readers, .printers: false
        }
    }

    /// The table's options, in the order of the documentation.
    package var options: [OptionDescription] {
        switch self {
        case .shop: ShopOptions.all
        case .policy: PolicyOptions.all
        case .journal: JournalOptions.all
        case .routing: RoutingOptions.all
        case .recorder: RecorderOptions.all
        case .retention: RetentionOptions.all
        case .email: EmailOptions.all
        case .readers: ReaderOptions.all
        case .printers: PrinterOptions.all
        }
    }
}

enum ShopOptions {
    private static let demonstration = "the demonstration shop's"

    static let name = Option(
        "name", .text(upTo: 100), unset: demonstration,
        "The seller's name, the first line of a receipt.")
    static let address = Option(
        "address", .list("lines of text", of: .text(upTo: 100), upTo: 6), unset: demonstration,
        "The seller's address, below the name.")
    static let taxID = Option(
        "tax_id", .text(upTo: 50), unset: demonstration,
        "The seller's VAT or tax number.")
    static let footer = Option(
        "footer", Takes<[String]>.list("lines of text", of: .text(upTo: 100), upTo: 10),
        unset: "thanks, in the receipt's language", "The last lines of a customer's receipt.")
    static let language = Option(
        "language", .oneOf(ReceiptLanguage.tags), fallback: "en",
        "The language of receipts, where `--language` names none.")
    static let currency = Option(
        "currency",
        Takes<String>.text(upTo: 3).mapped(
            "the three letters of a currency of ISO 4217", to: { Currency(code: $0) }, from: { $0.code }),
        fallback: .eur, "The currency of `till pay --amount`, where `--currency` names none.")
    static let amounts = Option(
        "amounts",
        Takes<String>.text(upTo: 20).mapped(
            "1234.5 as the shop writes it, like \"1.234,50 €\" or \"€1,234.50\"",
            to: { CurrencyFormat(sample: $0) }, from: { $0.sample }), unset: "as the receipt's language has it",
        "How the embedded shop writes amounts of its currency, in place of WooCommerce's settings.")
    static let timeZone = Option(
        "time_zone",
        Takes<String>.text(upTo: 100).mapped(
            "a time zone of the IANA database, like \"Europe/Berlin\"", to: { TimeZone(named: $0) },
            from: { $0.identifier }
        ), unset: "the machine's", "The time zone of the times on receipts.")
    static let receiptTemplate = Option(
        "receipt_template", Takes<String>.path, unset: "the built-in templates",
        "A file that says what stands on receipts, and in which order ([receipts](receipts.md#templates)).")

    static let all = [
        name.description, address.description, taxID.description, footer.description, language.description,
        currency.description, amounts.description, timeZone.description, receiptTemplate.description,
    ]
}

enum PolicyOptions {
    static let giveUpAfter = Option(
        "give_up_after", .number(1...86_400), unit: "seconds", fallback: 300,
        "How long `pay` and `demo` look for the truth after a disturbance before they exit 5.")
    static let reader = Option(
        "reader", .text(upTo: 300), unset: "the first of `[[readers]]`, else the last used",
        "The reader to use where `--reader` names none: a name from `[[readers]]`, or an address.")
    static let printer = Option(
        "printer", .text(upTo: 300), unset: "the first of `[[printers]]`, else the last used",
        "The printer to use where `--printer` names none: a name from `[[printers]]`, or an address.")

    static let unlinkedRefundLimit = Option(
        "unlinked_refund_limit", .number(0...1_000_000), unit: "units of `shop.currency`", fallback: 0,
        "The most that `till refund --unlinked` gives back at once, for no payment of this till. 0: nothing.")

    static let largestPayment = Option(
        "largest_payment", .number(1...9_999_999_999), unit: "units of `shop.currency`",
        unset: "10000 of EUR, CHF, GBP and USD, 1000000 of other currencies",
        "The most that a payment or a reservation may come to: more is taken for a typing mistake, and refused. An amount in "
            + "another currency than `shop.currency` is held against the default.")

    static let endOfDay = Option(
        "end_of_day",
        Takes<String>.oneOf(EndOfDayPolicy.allCases.map(\.rawValue)).mapped(
            "\"manual\" or \"when-demanded\"", to: { EndOfDayPolicy(rawValue: $0) }, from: { $0.rawValue }),
        fallback: .manual,
        "What is done when a terminal takes no payment before its end of day: `manual`, a person runs `till end-of-day`; "
            + "`when-demanded`, it is done at once and the payment goes on, for a kiosk at which nobody is.")

    static let cardPhase = Option(
        "card_phase", .number(1...3600), unit: "seconds", fallback: 240,
        "How long after its line broke a terminal may still book the payment that it was in the middle of. Nothing is taken "
            + "for not charged before. Set less only where the terminal's maker or acquirer says so.")

    static let all = [
        giveUpAfter.description, cardPhase.description, reader.description, printer.description,
        unlinkedRefundLimit.description, largestPayment.description, endOfDay.description,
    ]
}

enum JournalOptions {
    static let signingKey = Option(
        "signing_key", Takes<String>.path, unset: "the head is not signed",
        "The file with the key that signs the journal's head, made by `till journal key create`. It may belong to another "
            + "owner, and to a group that reads it (mode 0640).")
    static let syslog = Option(
        "syslog", Takes<Bool>.flag, fallback: true,
        "Whether the journal's head is sent to the system log at each end of day.")

    static let all = [signingKey.description, syslog.description]
}

enum RoutingOptions {
    static func printer(of kind: ReceiptTemplates.Kind) -> Option<String?> {
        let what =
            switch kind {
            case .orderReceipt: "a customer's receipts with what was bought"
            case .cardSlip: "a customer's receipts without goods: of an amount, of money given back"
            case .merchantCopy: "the merchant's copies, slips to be signed among them"
            case .endOfDay: "the terminal's own reports at the end of a day"
            }
        return Option(
            kind.rawValue, Takes<String>.text(upTo: 32),
            unset: "the printer that `policy.printer` or `--printer` names",
            "Which of `[[printers]]` prints \(what).")
    }

    static let all = ReceiptTemplates.Kind.allCases.map { printer(of: $0).description }
}

enum RecorderOptions {
    static let size = Option(
        "size", .number(0...256), unit: "MB", fallback: 8,
        "Room on the disk for what passed on the terminals' lines, without card data; 0 keeps none of it.")

    static let all = [size.description]
}

enum RetentionOptions {
    static let traces = Option(
        "traces", .number(0...36_500), unit: "days", fallback: 180,
        "How long the flight recorder's files are kept after they were written to last; 0: until newer ones need their room."
    )
    static let deliveredNews = Option(
        "delivered_news", .number(0...36_500), unit: "days", fallback: 90,
        "How long is kept that the shop was told of payments, and which e-mails were handed over, once that is done; 0: for ever."
    )
    static let cachedOrders = Option(
        "cached_orders", .number(0...36_500), unit: "days", fallback: 30,
        "How long an order stays in the cache after it was stored there last; 0: for ever.")

    static let all = [traces.description, deliveredNews.description, cachedOrders.description]
}

enum EmailOptions {
    static let from = Option(
        "from",
        Takes<String>.text(upTo: 254).mapped(
            "an e-mail address like \"kasse@example.org\"", to: { MailAddress($0) }, from: { $0.description }),
        unset: "receipts are not e-mailed",
        "The sender of receipts, and where they come back to when they cannot be delivered.")
    static let sendmail = Option(
        "sendmail", Takes<String>.path, fallback: "/usr/sbin/sendmail",
        "The program of this machine's mail system that takes a message.")

    static let all = [from.description, sendmail.description]
}

enum DeviceOptions {
    static let name = Option(
        "name", .text(upTo: 32), unset: "required",
        "What `--reader` and `--printer` call it: letters, digits and dashes.")
    static let speed = Option(
        "baud", Takes<Int>.oneOf(SerialSettings.Baud.allCases.map { Int($0.rawValue) }), unit: "baud",
        unset: both(SerialSettings.reader.baud.rawValue, SerialSettings.printer.baud.rawValue),
        "The speed of its serial line.")
    static let stopBits = Option(
        "stop_bits", Takes<Int>.oneOf(SerialSettings.StopBits.allCases.map(\.rawValue)), unit: "bits",
        unset: both(SerialSettings.reader.stopBits.rawValue, SerialSettings.printer.stopBits.rawValue),
        "Stop bits of its serial line.")

    private static func both(_ reader: some BinaryInteger, _ printer: some BinaryInteger) -> String {
        "\(reader) for a reader, \(printer) for a printer"
    }
}

enum ReaderOptions {
    static let address = Option(
        "address", .text(upTo: 300), unset: "required",
        "Where the card terminal is: `serial:PATH`, `usb:VID:PID` without a driver of the kernel, or `tcp:HOST[:PORT]` on "
            + "the network, port 20007 where none is named. A link in `/dev/till` or `/dev/serial/by-id` stays when it is "
            + "replugged."
    )
    static let connection = Option(
        "connection", Takes<String>.oneOf(TCPSettings.connections), unset: TCPSettings.usualConnection,
        "How a network connection is used: kept until one side closes it, or closed after each command, for terminals "
            + "that want that.")
    static let passwordFile = Option(
        "password_file", Takes<String>.path, unset: "the password 000000", mayBeRepeated: false,
        "A file with the terminal's password, six digits, that only its owner can read (mode 0600).")
    static let receiptColumns = Option(
        "receipt_columns", .number(20...99), unit: "columns", fallback: 32,
        "The width for which the terminal is asked to lay out its receipt text.")
    static let answerTimeout = Option(
        "answer_timeout", Takes<Int>.number(1...255), unit: "seconds", unset: "the terminal's own, usually 30",
        "How long the terminal is asked to wait until its result is stored here. After that it reverses the payment.")
    static let goodsWaits = Option(
        "goods_waits", Takes<Int>.number(1...255), unset: "as often as it asks",
        "How often a terminal that asks for the goods may be told that they are not given yet, each time after "
            + "`answer_timeout`. Then it takes the payment back, for a kiosk whose goods may get stuck.")
    static let answerWithin = Option(
        "answer_within", .number(1...60), unit: "seconds", fallback: 5,
        "How long the terminal's answer to a command may take (T3), and to a question that it can answer by itself; more on "
            + "a slow network or terminal.")
    static let cardPhase = Option(
        "card_phase", Takes<Int>.number(1...3600), unit: "seconds", unset: "`policy.card_phase`",
        "How long after its line broke this terminal may still book the payment that it was in the middle of.")
    static let longestCommand = Option(
        "longest_command", .number(10...86_400), unit: "seconds", fallback: 900,
        "How long one command may take, whatever the terminal sends meanwhile; four times as long for an end of day, a "
            + "diagnosis or an initialisation. After that Till stops listening and asks what became of it.")
    static let mostTelegrams = Option(
        "most_telegrams", .number(100...1_000_000), unit: "telegrams", fallback: 10_000,
        "How many telegrams the terminal may send in one command, before Till stops listening.")
    static let mostLines = Option(
        "most_lines", .number(100...100_000), unit: "lines", fallback: 5_000,
        "How many lines of text the terminal may send in one command, results among them.")
    static let mostKilobytes = Option(
        "most_kilobytes", .number(16...65_536), unit: "kB", fallback: 1_024,
        "How much the terminal may send in one command.")
    static let withPassword = "with-password"
    static let status = Option(
        "status", Takes<String>.oneOf([withPassword, "bare"]), unset: "as `till readers diagnose` found, else with it",
        "Whether the terminal is asked for its status with the password.")
    static let characterSet = Option(
        "character_set",
        Takes<String>.oneOf(TerminalProfile.CharacterSet.allCases.map(\.rawValue)).mapped(
            "\"utf-8\" or \"iso-8859-15\" or \"iso-8859-1\"", to: { TerminalProfile.CharacterSet(rawValue: $0) },
            from: { $0.rawValue }), unset: "as `till readers diagnose` found, else utf-8",
        "The character set that receipts are wished for in.")

    static let all = [
        DeviceOptions.name.description, address.description, DeviceOptions.speed.description,
        DeviceOptions.stopBits.description, connection.description, passwordFile.description,
        receiptColumns.description, answerTimeout.description, goodsWaits.description, answerWithin.description,
        cardPhase.description, longestCommand.description, mostTelegrams.description, mostLines.description,
        mostKilobytes.description, status.description,
        characterSet.description,
    ]
}

enum PrinterOptions {
    static let handshake = Option(
        "handshake", Takes<String>.oneOf(SerialSettings.Handshake.allCases.map(\.rawValue)), unset: "none",
        "How a printer on a serial line says that it has no room ([printers](printers.md#on-a-serial-line)).")
    static let address = Option(
        "address", .text(upTo: 300), unset: "required",
        "Where the printer is: `usb:VID:PID`, `serial:PATH`, `usblp:/dev/usb/lp0` through the kernel's driver, "
            + "`tcp:HOST[:PORT]`, port 9100 where none is named, or `file:PATH`.")
    static let profile = Option(
        "profile", .oneOf(PrinterProfile.all.map(\.name)), fallback: PrinterProfile.generic80.name,
        "What the printer can do: paper width, characters in a line, code pages, cutter. On USB many a printer's own by "
            + "itself.")
    static let proof = Option(
        "proof", .oneOf(["status", "process"]), unset: "as its profile says",
        "How the printer on a line shows that it has printed: by its status, or by `GS ( H`, which not all have."
    )
    static let copies = Option(
        "copies",
        .list(
            "of \"customer\" and \"merchant\"",
            of: Takes<String>.oneOf(ReceiptCopy.allCases.map(\.rawValue)).mapped(
                "a copy", to: { ReceiptCopy(rawValue: $0) }, from: { $0.rawValue }), upTo: ReceiptCopy.allCases.count),
        fallback: ReceiptCopy.allCases,
        "Whose receipts it prints by itself. What no printer prints is kept, and `till receipts print` prints it.")
    static let standIns = Option(
        "stand_ins", Takes<[String]>.list("names of `[[printers]]`", of: .text(upTo: 32), upTo: 4), fallback: [],
        "Printers that take its receipts while it cannot print, the first that can. Only a receipt of which nothing has "
            + "left goes to another ([printers](printers.md#when-a-printer-cannot-print)).")

    static let logoKey = Option(
        "logo_key",
        Takes<String>.text(upTo: 2).mapped(
            "two letters or digits", to: { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isLetterOrDigit) ? $0 : nil },
            from: { $0 }), unset: "the logo is sent with each receipt",
        "The name under which the printer keeps the logo, once `till printers logo` has put it there.")
    static let drawer = Option(
        "drawer", Takes<Int>.number(1...2), unset: "none is opened",
        "The drawer that is opened when it prints a receipt of an approved payment for the first time: 1 on pin 2, 2 on "
            + "pin 5 of its connector.")
    static let buzzer = Option(
        "buzzer", Takes<Bool>.flag, fallback: false, "Whether it sounds then.")
    static let userCharacters = Option(
        "user_characters", Takes<Bool>.flag, unset: "as its profile says",
        "Whether it is given the characters that it lacks (`ESC &`); else lines with them are drawn "
            + "([printers](printers.md#what-is-on-paper)).")

    static let all = [
        DeviceOptions.name.description, address.description, DeviceOptions.speed.description,
        DeviceOptions.stopBits.description, handshake.description, profile.description, proof.description,
        copies.description,
        standIns.description,
        logoKey.description, drawer.description, buzzer.description, userCharacters.description,
    ]
}

extension TimeZone {
    /// Accepts only full names of time zones: an abbreviation such as `CET` does not tell about summer time.
    fileprivate init?(named name: String) {
        guard name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) else { return nil }
        self = zone
    }
}
