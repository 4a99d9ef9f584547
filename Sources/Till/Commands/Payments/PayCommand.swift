import ArgumentParser
import Configuration
import Failures
import Flow
import Foundation
import Model
import Receipts
import Payments
import Stores

struct PayCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Takes a card payment for an order or an amount.",
        discussion: """
            Name either --order or --amount; with --receipt the file's total is charged unless --amount is given. An amount \
            above policy.largest_payment is refused (exit 10). Ctrl-C asks the terminal to cancel; the terminal still decides \
            the outcome, and Till reports what the terminal decided.

            Exit codes: 0 paid and printed, 3 declined or reversed, 4 cancelled or no goods given, 5 in doubt, 6 a device is \
            not available and nothing was charged, 8 the order is already paid or the key belongs to another request, 9 paid \
            but a receipt is not printed, 10 not permitted, 75 not now. docs/cli.md lists them all.
            """)

    @Option(help: ArgumentHelp("The number of the order to pay, such as 1042.", valueName: "order"))
    var order: OrderNumber?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The amount to charge without an order, such as 12.50.", valueName: "amount"))
    var amount: String?
    @Option(
        help: ArgumentHelp(
            "The currency of --amount, as ISO 4217 writes it, such as EUR. Default: shop.currency, else EUR. With --order it only guards: an order in another currency is refused (exit 8).",
            valueName: "currency"))
    var currency: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A tip to charge in addition, such as 1.50, in the currency of the payment. Not with --goods.",
            valueName: "amount"))
    var tip: String?
    @Option(
        help: ArgumentHelp(
            "Hand the goods over between approval and booking: once the terminal has approved, Till reads `given`, `none` or `part 3.50` from standard input and has the terminal book that much.",
            valueName: "ask"))
    var goods: GoodsWish?
    @Option(
        name: .customLong("receipt"),
        help: ArgumentHelp(
            "Print your own goods on the receipts: a JSON file of docs/receipt.schema.json, at most 64 KiB, or - for standard input. Not with --order or --goods.",
            valueName: "file"))
    var ownReceipt: String?
    @OptionGroup var options: CashierOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func validate() throws {
        if ownReceipt != nil {
            guard order == nil, goods == nil else {
                throw ValidationError("--receipt goes without --order and --goods.")
            }
        } else {
            guard (order == nil) != (amount == nil) else { throw ValidationError("Name either --order or --amount.") }
        }
        if goods != nil, tip != nil { throw ValidationError("--goods goes without --tip.") }
        try OptionChecks.check(currency: currency)
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await options.till()
        let request = try await request(till)
        let cashier = options.cashier(till, console)
        let result = try await cashier.take(request)
        await cashier.remember(request)
        return result.exit
    }

    private func request(_ till: LiveTill) async throws(Failure) -> PaymentRequest {
        let own = try ownReceipt.map { file throws(Failure) in try OwnReceipt(file, till.configuration) }
        let wanted = try await wanted(till, own?.supplied)
        let typed = try tip.map { tip throws(Failure) in try Money(typed: tip, wanted.currency, as: "--tip") }
        let expected = self.currency.flatMap(Currency.init(code:))
        // A typed amount is charged as it is: the file's tip is compared with it and adds nothing.
        let tip = typed ?? (amount == nil ? own?.supplied.tip : nil)
        var request = try await options.request(
            wanted.subject, tip: tip, currency: expected, givesGoods: goods != nil, at: till)
        request.supplied = own?.supplied
        request.toldOrder = wanted.told
        if let language = own?.language, options.receipt.language == nil { request.language = language }
        return request
    }

    private struct Wanted {
        let subject: PaymentRequest.Subject
        /// The currency in which a tip is read.
        let currency: Currency
        /// The order, if the currency was to be known.
        let told: PaymentRequest.ToldOrder?

        init(_ subject: PaymentRequest.Subject, _ currency: Currency, told: PaymentRequest.ToldOrder? = nil) {
            (self.subject, self.currency, self.told) = (subject, currency, told)
        }
    }

    private func wanted(
        _ till: LiveTill, _ own: SuppliedReceipt?
    ) async throws(Failure) -> Wanted {
        let named =
            currency.flatMap(Currency.init(code:)) ?? own?.total.currency ?? till.configuration.shop.currency
        if let amount { return Wanted(.amount(try Money(typed: amount, named, as: "--amount")), named) }
        if let own {
            guard currency == nil || named == own.total.currency else {
                throw Failure(
                    ReceiptFailure.totalsDiffer,
                    Sentence(
                        "failure.receipt.totalsDiffer.subject",
                        ["currency": own.total.currency.code, "named": named.code]),
                    remedy: Sentence("remedy.receipt.totalsDiffer.subject"), recovery: .giveUp)
            }
            return Wanted(.amount(own.due ?? own.total), own.total.currency)
        }
        let (id, repeated) = try await options.order(
            order, of: { .pay($0) }, tip: tip.flatMap { try? Money(typed: $0, named, as: "--tip") },
            currency: currency.flatMap(Currency.init(code:)), givesGoods: goods != nil, at: till)
        if let repeated { return Wanted(.order(id), repeated.amount.currency) }
        guard tip != nil else { return Wanted(.order(id), named) }
        let known = try await till.ask { OrderAction.retrieveOrder(id, $0) }
        let told = known.failure == nil ? PaymentRequest.ToldOrder(known.value, at: known.asOf) : nil
        return Wanted(.order(id), known.value.currency, told: told)
    }
}

/// A receipt document of the kiosk's own program. Fields that only Till can know may be left out and are otherwise
/// ignored: the ids of receipt and payment, times, the copy, and the card's result.
struct OwnReceipt {
    let supplied: SuppliedReceipt
    /// The document's language; nil for the shop's.
    let language: String?

    /// The most bytes that a document may have. It is stored and copied with the payment.
    private static let longest = 64 << 10

    init(_ file: String, _ configuration: TillConfiguration) throws(Failure) {
        let bytes = Data(try Input.bytes(file, upTo: Self.longest))
        guard let given = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any] else {
            throw Failure(
                ReceiptFailure.malformed, Sentence("failure.receipt.malformed.longest", ["file": file]),
                recovery: .giveUp)
        }
        let receipt: Receipt
        do throws(ReceiptDocumentError) {
            if let key = RepeatedKey.path(in: bytes) { throw ReceiptDocumentError(key, Sentence("detail.json.twice")) }
            let whole = given.merging(Self.placeholders(configuration)) { given, _ in given }
            receipt = try ReceiptDocument.decode((try? JSONSerialization.data(withJSONObject: whole)) ?? bytes)
        } catch { throw .noReceiptDocument(file, error) }
        supplied = SuppliedReceipt(receipt, given: Set(given.keys))
        language = given["language"] == nil ? nil : receipt.language
    }

    /// Values for the required fields that the document may leave out.
    private static func placeholders(_ configuration: TillConfiguration) -> [String: Any] {
        [
            "id": "receipt", "copy": "customer", "payment": "payment", "issuedAt": "2026-01-01T00:00:00Z",
            "utcOffset": 0, "merchant": ["name": "", "address": [String]()], "lines": [Any](), "taxes": [Any](),
            "card": ["terminalReport": ["lines": [Any]()]], "footer": [String](),
            "language": configuration.shop.language,
        ]
    }
}
