import ArgumentParser
import Flow
import Model
import Networking
import Stores

struct OrderStatusesCommand: ShopListCommand {
    static let configuration = CommandConfiguration(
        commandName: "statuses",
        abstract:
            "Lists the statuses that orders of the shop can have, also those of plugins, and how many orders have each."
    )

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var none: Sentence { Sentence("orders.statuses.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<OrderStatusTotal>> {
        try await till.ask { OrderStatusAction.retrieveOrderStatuses($0) }
    }

    func row(of status: OrderStatusTotal, in till: LiveTill) -> String {
        "\(status.slug.padded(20))\((status.total.map(String.init) ?? "").padded(8))\(status.name)"
    }
}
