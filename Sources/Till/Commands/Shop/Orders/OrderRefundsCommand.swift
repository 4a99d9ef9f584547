import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct OrderRefundsCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "refunds",
        abstract: "Lists what the shop has given back, or was told of, for an order, the newest first.",
        discussion: "Money is given back with `till refund`, which tells the shop.")

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var order: OrderNumber
    @Argument(help: ArgumentHelp("The id of one refund, to show it with its goods.", valueName: "refund"))
    var refund: Int64?
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (id, most) = (try await till.order(order), options.limit)
        if let refund {
            let known = try await till.ask { RefundAction.retrieveRefund(id, refund, $0) }
            try console.show(known, in: till, asJSON: options.output.json) { refund in
                [refund.row(till)] + refund.items.map { "  \($0.quantity.magnitude) x \($0.name)" }
            }
            return .done
        }
        let refunds = try await till.ask { RefundAction.synchronizeRefunds(id, page: 1, size: most, $0) }
        try console.show(refunds, in: till, asJSON: options.output.json, none: Sentence("refunds.none")) {
            $0.row(till)
        }
        return .done
    }
}

extension Refund {
    fileprivate func row(_ till: LiveTill) -> String {
        let time = date.map { till.clock.text($0) } ?? ""
        let payer = isPaidByShop ? till.language.text("refunds.byShop") : ""
        let start = "\(String(id).padded(8))\(amount.description.padded(12))"
        return start + [time, payer, reason].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
