import ArgumentParser
import Flow
import Model
import Networking
import Service
import Stores

struct ShowShopReceipt: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "shop", abstract: "Shows the address of the receipt that the shop itself makes of an order.",
        discussion: """
            The shop shows the receipt on a page, from WooCommerce 8.7 on; for an older shop the command fails with \
            shop.unsupported. Everybody who knows the address can read the page until it expires, so give it to the customer only. \
            The till does not keep it.
            """)

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var order: OrderNumber
    @Option(
        help: ArgumentHelp("How many days a new page stays, 1 to \(Self.mostDays).", valueName: "days"))
    var days = 2
    @Flag(help: "Have the shop make a new page even if it has one.")
    var new = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    private static let mostDays = 365

    private struct Document: Encodable {
        let order: Int64
        let receiptUrl: String
        /// The last day, as the shop writes it.
        let expires: String
    }

    func validate() throws {
        guard (1...Self.mostDays).contains(days) else { throw ValidationError("--days is 1 to \(Self.mostDays).") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (id, days, isNew) = (try await till.order(order), days, new)
        let receipt = try await till.ask {
            ShopReceiptAction.retrieveShopReceipt(id, days: days, isNew: isNew, $0)
        }
        if output.json {
            console.print(
                try Output.json(
                    Document(order: id.rawValue, receiptUrl: receipt.address, expires: receipt.lastDay)))
        } else {
            console.print(receipt.address.printable)
            console.print(
                till.language.text("receipts.shop.expires", ["day": receipt.lastDay]).printable)
        }
        return .done
    }
}
