import ArgumentParser
import Flow
import Model
import Stores

struct GoodsCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "goods",
        abstract: "Says what became of a payment's goods when `till pay --goods ask` could not be told.",
        discussion: """
            After a till was killed over it, say. It is written down and never changed; where it contradicts how the payment \
            ended, that is said, and exit 8.
            """)

    @Argument(help: "The payment, the number of its order, or `last`.")
    var payment: String
    @Argument(help: "given, none, or part AMOUNT like part 3.50.")
    var goods: [String]
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let reference = payment
        let explanation = try await till.ask { JournalAction.explainPayment(reference: reference, $0) }
        let intent = explanation.history.intent
        guard let issue = DispenseResult(typed: goods.joined(separator: " "), intent.amount.currency) else {
            throw .badGoods(intent.amount)
        }
        try await till.ask { CardPresentPaymentsAction.goods(intent.payment, issue, $0) }
        console.print("\(intent.payment): noted (\(issue.word)).")
        return .done
    }
}
