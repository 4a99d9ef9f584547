import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct ProductsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "products", abstract: "Shows and finds the products of the shop.",
        subcommands: [ListProducts.self, SearchProducts.self, ShowProduct.self, ScanProduct.self])
}

struct ListProducts: TillCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the products by name.")

    @Option(help: ArgumentHelp("The page of the list, from 1.", valueName: "page"))
    var page = 1
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions

    func validate() throws {
        guard page >= 1 else { throw ValidationError("--page counts from 1.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (wanted, most) = (page, options.limit)
        let products = try await till.ask { ProductAction.synchronizeProducts(page: wanted, size: most, $0) }
        try console.show(products, in: till, asJSON: options.output.json, none: Sentence("products.none")) { $0.row }
        return .done
    }
}

struct SearchProducts: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Lists the products whose name or description contains a text.")

    @Argument(help: ArgumentHelp("Part of a name or of a description.", valueName: "text"))
    var text: String
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (wanted, most) = (text, options.limit)
        let products = try await till.ask { ProductAction.searchProducts(wanted, size: most, $0) }
        try console.show(products, in: till, asJSON: options.output.json, none: Sentence("products.none")) { $0.row }
        return .done
    }
}

struct ShowProduct: TillCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one product.")

    @Argument(help: ArgumentHelp("The product's id.", valueName: "product"))
    var product: Int64
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let id = product
        let known = try await till.ask { ProductAction.retrieveProduct(id, $0) }
        try console.show(known, in: till, asJSON: output.json) { $0.rows }
        return .done
    }
}

struct ScanProduct: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Finds what is sold under a code.",
        discussion: """
            The code is the SKU of a product or of a variation, or the number of its bar code. Fails with product.notFound if \
            there is none, and with product.notPurchasable if it cannot be sold as it is.
            """)

    @Argument(help: ArgumentHelp("The code as a scanner reads it.", valueName: "code"))
    var code: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let scanned = code
        let known = try await till.ask { ProductAction.retrieveFirstPurchasableItemMatchFromSKU(scanned, $0) }
        try console.show(known, in: till, asJSON: output.json) { $0.rows }
        return .done
    }
}

extension Product {
    fileprivate var row: String {
        let amount = price?.description ?? ""
        return "\(String(id).padded(8))\(sku.padded(16))\(amount.padded(12))\(stockStatus.padded(12))\(name)"
    }

    fileprivate var rows: [String] {
        [row] + [type, globalUniqueID, stockQuantity?.description ?? ""].filter { !$0.isEmpty }.map { "  \($0)" }
    }
}
