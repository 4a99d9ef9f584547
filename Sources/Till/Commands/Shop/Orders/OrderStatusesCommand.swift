import ArgumentParser
import Flow
import Model
import Networking
import Stores

struct OrderStatusesCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "statuses",
        abstract:
            "Lists the statuses that orders of the shop can have, also those of plugins, and how many orders have each."
    )

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let statuses = try await till.ask { OrderStatusAction.retrieveOrderStatuses($0) }
        try console.show(statuses, in: till, asJSON: output.json, none: Sentence("orders.statuses.none")) { status in
            "\(status.slug.padded(20))\((status.total.map(String.init) ?? "").padded(8))\(status.name)"
        }
        return .done
    }
}
