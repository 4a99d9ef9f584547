import ArgumentParser
import Flow
import Model
import Stores

struct GoodsCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "goods",
        abstract: "Records afterwards whether a payment's goods were given, when `till pay --goods ask` got no answer.",
        discussion: """
            Use it when `till pay` was killed during the question, or when goods came out after a cancellation. The record \
            is kept for good and cannot be changed. Exit 8 when it contradicts how the payment ended: goods were given and \
            nobody has paid for them.
            """)

    @Argument(help: ArgumentHelp("A payment id, an order number, or `last`.", valueName: "payment"))
    var payment: String
    @Argument(
        help: ArgumentHelp(
            "What was given: `given` (all), `none`, or `part` and the amount, such as part 3.50.", valueName: "goods"))
    var goods: [String]
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        let reference = payment
        let explanation = try await till.ask { JournalAction.explainPayment(reference: reference, $0) }
        let intent = explanation.history.intent
        guard let issue = DispenseResult(typed: goods.joined(separator: " "), intent.amount.currency) else {
            throw .badGoods(intent.amount)
        }
        try await till.ask { CardPresentPaymentsAction.goods(intent.payment, issue, $0) }
        console.print(till.language.text("goods.noted", ["payment": intent.payment, "goods": issue.word]))
        return .done
    }
}
