import ArgumentParser
import Flow
import Model
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
    @OptionGroup var options: CashierOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func validate() throws {
        guard (order == nil) != (amount == nil) else { throw ValidationError("Name either --order or --amount.") }
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
        let (subject, currency) = try await subject(till)
        let tip = try tip.map { tip throws(Failure) in try Money(typed: tip, currency, as: "--tip") }
        let expected = self.currency.flatMap(Currency.init(code:))
        return try await options.request(subject, tip: tip, currency: expected, givesGoods: goods != nil, at: till)
    }

    /// The currency of a tip is the order's.
    private func subject(_ till: LiveTill) async throws(Failure) -> (PaymentRequest.Subject, Currency) {
        let named = currency.flatMap(Currency.init(code:)) ?? till.configuration.shop.currency
        if let amount { return (.amount(try Money(typed: amount, named, as: "--amount")), named) }
        let id = OrderID(rawValue: order ?? 0)
        guard tip != nil else { return (.order(id), named) }
        return (.order(id), try await till.ask { OrderAction.retrieveOrder(id, $0) }.value.currency)
    }
}
