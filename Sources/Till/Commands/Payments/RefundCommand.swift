import ArgumentParser
import Flow
import Model
import Storage
import Payments
import Stores

struct RefundCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Refunds a payment onto a card, in part or as a whole.",
        discussion: """
            Till never refunds more than was paid; a refund in doubt counts as given back. The shop is told of the refund. \
            --unlinked refunds an amount that belongs to no payment of this till, up to policy.unlinked_refund_limit.

            Exit codes: 0 refunded, 3 declined, 4 cancelled, 5 in doubt, 6 a device is not available, 7 no such payment, \
            8 the payment is not paid or less is left of it, 9 refunded but a receipt is not printed, 10 above the limit of \
            unlinked refunds, 75 not now.
            """)

    @Argument(
        help: ArgumentHelp(
            "A payment id, or the number of the order that it paid. Not with --unlinked.", valueName: "payment"))
    var payment: String?
    @Flag(help: "Refund an amount that belongs to no payment of this till; needs --amount.")
    var unlinked = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The amount to refund, such as 12.50. Default: all that is left of the payment.", valueName: "amount"))
    var amount: String?
    @Option(
        help: ArgumentHelp(
            "The currency of an unlinked refund, as ISO 4217 writes it, such as EUR. Default: shop.currency, else EUR.",
            valueName: "currency"))
    var currency: String?
    @Flag(
        help: """
            State that the terminal's own journal shows the payment as standing. Needed only where the terminal has refused to \
            reverse it because it was reversed before. Not with --unlinked.
            """)
    var stands = false
    @OptionGroup var options: CashierOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func validate() throws {
        guard (payment == nil) == unlinked else { throw ValidationError("Name a payment or an order, or --unlinked.") }
        if unlinked, stands { throw ValidationError("--stands goes without --unlinked.") }
        if unlinked, amount == nil { throw ValidationError("--unlinked needs --amount.") }
        if !unlinked, currency != nil {
            throw ValidationError("--currency goes with --unlinked; a payment has its own.")
        }
        try OptionChecks.check(currency: currency)
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await options.till()
        var request = try await options.request(.giveBack(try await wanted(till)), at: till)
        request.saysOriginalStands = stands
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
        commandName: "reverse", abstract: "Reverses a whole payment; the order can be paid again afterwards.",
        discussion: """
            Only the terminal that booked a payment can reverse it, and only before its end of day; some terminals reverse \
            only their last payment. When the terminal refuses, `till refund` gives the money back.

            Exit codes: 0 reversed, 3 the terminal refused (--json advises a refund), 4 cancelled, 5 in doubt, 6 the terminal \
            is not available, 7 no such payment, 8 the day has ended, a part was refunded, or the receipt number may belong \
            to another payment by now, 9 reversed but a receipt is not printed, 75 not now.
            """)

    @Argument(
        help: ArgumentHelp("A payment id, the number of the order that it paid, or `last`.", valueName: "payment"))
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
