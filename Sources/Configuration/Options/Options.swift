import Foundation
import Model
import Receipts

enum ShopOptions {
    private static let demonstration = "the demonstration shop's"

    static let name = Option(
        "name", .text(upTo: 100), unset: demonstration,
        "The seller's name, the first line of a receipt.")
    static let address = Option(
        "address", .list(Sentence("config.takes.lines"), of: .text(upTo: 100), upTo: 6), unset: demonstration,
        "The seller's address, below the name.")
    static let taxID = Option(
        "tax_id", .text(upTo: 50), unset: demonstration,
        "The seller's VAT or tax number.")
    static let footer = Option(
        "footer", Takes<[String]>.list(Sentence("config.takes.lines"), of: .text(upTo: 100), upTo: 10),
        unset: "thanks, in the receipt's language", "The last lines of a customer's receipt.")
    static let language = Option(
        "language", .oneOf(ReceiptLanguage.tags), fallback: "en",
        "The language of receipts, where `--language` names none.")
    static let currency = Option(
        "currency",
        Takes<String>.text(upTo: 3).mapped(
            Sentence("config.takes.currency"), to: { Currency(code: $0) }, from: { $0.code }),
        fallback: .eur, "The currency of `till pay --amount`, where `--currency` names none.")
    static let amounts = Option(
        "amounts",
        Takes<String>.text(upTo: 20).mapped(
            Sentence("config.takes.sample"),
            to: { CurrencyFormat(sample: $0) }, from: { $0.sample }), unset: "as the receipt's language has it",
        "How the embedded shop writes amounts of its currency, in place of WooCommerce's settings.")
    static let timeZone = Option(
        "time_zone",
        Takes<String>.text(upTo: 100).mapped(
            Sentence("config.takes.timeZone"), to: { TimeZone(named: $0) },
            from: { $0.identifier }
        ), unset: "the machine's", "The shop's time zone: of receipts, of the day, and of the terminals' clocks.")
    static let receiptTemplate = Option(
        "receipt_template", Takes<String>.path, unset: "the built-in templates",
        "A file that says what stands on receipts, and in which order ([receipts](receipts.md#templates)).")

    static let all = [
        name.description, address.description, taxID.description, footer.description, language.description,
        currency.description, amounts.description, timeZone.description, receiptTemplate.description,
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
        "size", .number(0...256), unit: Sentence("config.unit.megabytes"), fallback: 8,
        "Room on the disk for what passed on the terminals' lines, without card data; 0 keeps none of it.")

    static let all = [size.description]
}

enum RetentionOptions {
    static let traces = Option(
        "traces", .number(0...36_500), unit: Sentence("config.unit.days"), fallback: 180,
        "How long the flight recorder's files are kept after they were written to last; 0: until newer ones need their room."
    )
    static let deliveredNews = Option(
        "delivered_news", .number(0...36_500), unit: Sentence("config.unit.days"), fallback: 90,
        "How long is kept that the shop was told of payments, and which e-mails were handed over, once that is done; 0: for ever."
    )
    static let cachedOrders = Option(
        "cached_orders", .number(0...36_500), unit: Sentence("config.unit.days"), fallback: 30,
        "How long an order stays in the cache after it was stored there last; 0: for ever.")

    static let cachedDocuments = Option(
        "cached_documents", .number(0...36_500), unit: Sentence("config.unit.days"), fallback: 90,
        "How long products, customers and everything else of a shop but its orders stay in the cache after they were stored there last; 0: for ever."
    )
    static let formerDatabases = Option(
        "former_databases", .number(0...36_500), unit: Sentence("config.unit.days"), fallback: 365,
        "How long a copy of the database is kept that was made before an upgrade, or that a restore replaced; 0: for ever."
    )

    static let receipts = Option(
        "receipts", Takes<Int>.number(400...36_500), unit: Sentence("config.unit.days"),
        unset: "receipts are kept for ever",
        "How long receipts and what is known of their prints are kept after they were made. The journal keeps their payments."
    )

    static let all = [
        traces.description, deliveredNews.description, cachedOrders.description, cachedDocuments.description,
        formerDatabases.description, receipts.description,
    ]
}

enum EmailOptions {
    static let from = Option(
        "from",
        Takes<String>.text(upTo: 254).mapped(
            Sentence("config.takes.mailAddress"), to: { MailAddress($0) }, from: { $0.description }),
        unset: "receipts are not e-mailed",
        "The sender of receipts, and where they come back to when they cannot be delivered.")
    static let sendmail = Option(
        "sendmail", Takes<String>.path, fallback: "/usr/sbin/sendmail",
        "The program of this machine's mail system that takes a message.")

    static let all = [from.description, sendmail.description]
}

extension TimeZone {
    /// Accepts only full names of time zones: an abbreviation such as `CET` does not tell about summer time.
    fileprivate init?(named name: String) {
        guard name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) else { return nil }
        self = zone
    }
}
