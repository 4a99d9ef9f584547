import ArgumentParser
import Flow
import Model
import Storage
import Payments
import Stores

struct RefundCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Gives a payment back, in part or as a whole, onto a card.",
        discussion: """
            Never more than was paid: what is in doubt counts as given back. The shop is told. With --unlinked it gives \
            money back for no payment of this till, up to policy.unlinked_refund_limit.
            """)

    @Argument(help: "The payment, or the order that it paid.")
    var payment: String?
    @Flag(help: "For no payment of this till.")
    var unlinked = false
    @Option(
        parsing: .unconditional, help: "The amount to give back, like 12.50. Default: all that is left of the payment.")
    var amount: String?
    @Option(help: "The amount's currency with --unlinked, ISO 4217. Default: shop.currency, else EUR.")
    var currency: String?
    @OptionGroup var options: CashierOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func validate() throws {
        guard (payment == nil) == unlinked else { throw ValidationError("Name a payment or an order, or --unlinked.") }
        if unlinked, amount == nil { throw ValidationError("--unlinked needs --amount.") }
        if !unlinked, currency != nil {
            throw ValidationError("--currency goes with --unlinked; a payment has its own.")
        }
        try OptionChecks.check(currency: currency)
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await options.till()
        let request = try await options.request(.giveBack(try await wanted(till)), at: till)
        return try await options.cashier(till, console).take(request).exit
    }

    private func wanted(_ till: LiveTill) async throws(Failure) -> PaymentRequest.GiveBack {
        guard let payment else {
            let named = currency.flatMap(Currency.init(code:)) ?? till.configuration.shop.currency
            return .unlinkedRefund(try Money(typed: amount ?? "", named, as: "--amount"))
        }
        let original = try await till.ask { JournalAction.findPayment(reference: payment, $0) }
        return .refund(
            of: original.id,
            try amount.map { amount throws(Failure) in
                try Money(typed: amount, original.amount.currency, as: "--amount")
            })
    }
}

struct ReverseCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "reverse", abstract: "Takes a payment back as a whole, as if it had never been.",
        discussion: """
            Only at the terminal that booked it, before its end of day; some take back their last payment only. Where a \
            terminal cannot, `till refund` gives the money back.
            """)

    @Argument(help: "The payment, the order that it paid, or `last`.")
    var payment: String
    @OptionGroup var options: CashierOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await options.till()
        let reference = payment
        let original = try await till.ask { JournalAction.findPayment(reference: reference, $0) }
        let request = try await options.request(.giveBack(.reversal(of: original.id)), of: original, at: till)
        return try await options.cashier(till, console).take(request).exit
    }
}
