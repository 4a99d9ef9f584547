import ArgumentParser
import Configuration
import Flow
import Foundation
import Model
import Receipts
import Payments
import Stores

struct PayCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Takes a card payment for an order or an amount.",
        discussion: "Ctrl-C asks the terminal to cancel; the outcome reported is still the terminal's.")

    @Option(help: "The order to pay.")
    var order: Int64?
    @Option(parsing: .unconditional, help: "An amount without an order, like 12.50.")
    var amount: String?
    @Option(
        help:
            "The amount's currency, ISO 4217. Default: shop.currency, else EUR. With --order: refuses one in another.")
    var currency: String?
    @Option(parsing: .unconditional, help: "A tip on top, in the same currency.")
    var tip: String?
    @Option(
        help: ArgumentHelp(
            "Give goods before the terminal books: once it has approved, standard input says `given`, `none` or `part 3.50`.",
            valueName: "ask"))
    var goods: GoodsWish?
    @Option(
        name: .customLong("receipt"),
        help: ArgumentHelp(
            "Your own goods on the receipts, with --amount or the file's total: JSON as docs/receipt.schema.json has it.",
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
        let (subject, currency) = try await subject(till, own?.supplied)
        let typed = try tip.map { tip throws(Failure) in try Money(typed: tip, currency, as: "--tip") }
        let expected = self.currency.flatMap(Currency.init(code:))
        // An amount that was typed is what is charged: the file's tip is held against it, and adds nothing.
        let tip = typed ?? (amount == nil ? own?.supplied.tip : nil)
        var request = try await options.request(
            subject, tip: tip, currency: expected, givesGoods: goods != nil, at: till)
        request.supplied = own?.supplied
        if let language = own?.language, options.receipt.language == nil { request.language = language }
        return request
    }

    /// The currency of a tip is the order's.
    private func subject(
        _ till: LiveTill, _ own: SuppliedReceipt?
    ) async throws(Failure) -> (PaymentRequest.Subject, Currency) {
        let named =
            currency.flatMap(Currency.init(code:)) ?? own?.total.currency ?? till.configuration.shop.currency
        if let amount { return (.amount(try Money(typed: amount, named, as: "--amount")), named) }
        if let own {
            guard currency == nil || named == own.total.currency else {
                throw Failure(
                    "receipt.totalsDiffer",
                    "The receipt is in \(own.total.currency.code), and --currency names \(named.code).",
                    remedy: "leave --currency out, or correct the file", recovery: .giveUp)
            }
            return (.amount(own.due ?? own.total), own.total.currency)
        }
        let id = OrderID(rawValue: order ?? 0)
        guard tip != nil else { return (.order(id), named) }
        return (.order(id), try await till.ask { OrderAction.retrieveOrder(id, $0) }.value.currency)
    }
}

/// A receipt document of the kiosk's own program. What only Till can know may be left out of it, and is not taken from it:
/// the numbers of receipt and payment, times, whose copy it is, and what became of the card.
struct OwnReceipt {
    let supplied: SuppliedReceipt
    /// Nil: as usual.
    let language: String?

    /// It is kept with the payment, and copied with it.
    private static let longest = 64 << 10

    init(_ file: String, _ configuration: TillConfiguration) throws(Failure) {
        let bytes = Data(try Input.bytes(file, upTo: Self.longest))
        guard let given = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any] else {
            throw Failure("receipt.malformed", "\(file) is no JSON object.", recovery: .giveUp)
        }
        let receipt: Receipt
        do throws(ReceiptDocumentError) {
            if let key = RepeatedKey.path(in: bytes) { throw ReceiptDocumentError(key, "it is there twice") }
            let whole = given.merging(Self.placeholders(configuration)) { given, _ in given }
            receipt = try ReceiptDocument.decode((try? JSONSerialization.data(withJSONObject: whole)) ?? bytes)
        } catch { throw .noReceiptDocument(file, error) }
        supplied = SuppliedReceipt(receipt, given: Set(given.keys))
        language = given["language"] == nil ? nil : receipt.language
    }

    /// In the place of what is not given.
    private static func placeholders(_ configuration: TillConfiguration) -> [String: Any] {
        [
            "id": "receipt", "copy": "customer", "payment": "payment", "issuedAt": "2026-01-01T00:00:00Z",
            "utcOffset": 0, "merchant": ["name": "", "address": [String]()], "lines": [Any](), "taxes": [Any](),
            "card": ["terminalReport": ["lines": [Any]()]], "footer": [String](),
            "language": configuration.shop.language,
        ]
    }
}
