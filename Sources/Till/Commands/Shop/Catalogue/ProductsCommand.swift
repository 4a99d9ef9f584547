import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct ProductsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "products", abstract: "Shows and finds the products of the shop.",
        subcommands: [
            ListProducts.self, SearchProducts.self, ShowProduct.self, ListVariations.self, ListCategories.self,
            ScanProduct.self, CheckSKU.self,
        ])
}

struct ListProducts: ShopListCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the products by name.")

    @Option(help: ArgumentHelp("The page of the list, from 1.", valueName: "page"))
    var page = 1
    @Option(
        help: ArgumentHelp(
            "Only published products of the category with this id, as `till products categories` shows it.",
            valueName: "category"))
    var category: Int64?
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions
    var output: JSONOption { options.output }
    static var none: Sentence { Sentence("products.none") }

    func validate() throws {
        guard page >= 1 else { throw ValidationError("--page counts from 1.") }
    }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<Product>> {
        let (wanted, most, category) = (page, options.limit, category)
        return try await till.ask { (reply: Reply<Cached<Listing<Product>>>) in
            category.map { ProductAction.synchronizeCatalogue(category: $0, page: wanted, size: most, reply) }
                ?? ProductAction.synchronizeProducts(page: wanted, size: most, reply)
        }
    }

    func row(of product: Product, in till: LiveTill) -> String { product.row }
}

struct SearchProducts: ShopListCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Lists the products whose name or description contains a text.")

    @Argument(help: ArgumentHelp("Part of a name or of a description.", valueName: "text"))
    var text: String
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions
    var output: JSONOption { options.output }
    static var none: Sentence { Sentence("products.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<Product>> {
        let (wanted, most) = (text, options.limit)
        return try await till.ask { ProductAction.searchProducts(wanted, size: most, $0) }
    }

    func row(of product: Product, in till: LiveTill) -> String { product.row }
}

struct ShowProduct: ShopEntityCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one product.")

    @Argument(help: ArgumentHelp("The product's id.", valueName: "product"))
    var product: Int64
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func load(from till: LiveTill) async throws(Failure) -> Cached<Product> {
        let id = product
        return try await till.ask { ProductAction.retrieveProduct(id, $0) }
    }

    func rows(of product: Product) -> [String] { product.rows }
}

struct ListVariations: ShopListCommand {
    static let configuration = CommandConfiguration(
        commandName: "variations", abstract: "Lists the variations of a product, such as its sizes.")

    @Argument(help: ArgumentHelp("The product's id.", valueName: "product"))
    var product: Int64
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var none: Sentence { Sentence("products.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<Product>> {
        let id = product
        return try await till.ask { ProductAction.synchronizeProductVariations(of: id, $0) }
    }

    func row(of variation: Product, in till: LiveTill) -> String { variation.row }
}

struct ListCategories: ShopListCommand {
    static let configuration = CommandConfiguration(
        commandName: "categories", abstract: "Lists the categories that have products, and how many each has.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var none: Sentence { Sentence("categories.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<ProductCategory>> {
        try await till.ask { ProductAction.synchronizeProductCategories($0) }
    }

    func row(of category: ProductCategory, in till: LiveTill) -> String {
        "\(String(category.id).padded(8))\((category.count.map(String.init) ?? "").padded(8))\(category.name)"
    }
}

struct CheckSKU: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-sku", abstract: "Tells whether no product of the shop has an SKU yet.",
        discussion: "Exit codes: 0 it is free, 8 a product has it.")

    @Argument(help: ArgumentHelp("The SKU.", valueName: "sku"))
    var sku: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let wanted = sku
        let isFree = try await till.ask { ProductAction.validateProductSKU(wanted, $0) }
        let sentence = isFree ? Sentence("products.sku.free") : Sentence("products.sku.taken")
        let document = JSONValue.object(["sku": .string(wanted), "free": .bool(isFree)])
        console.print(output.json ? document.shown : sentence.text(in: till.language))
        return isFree ? .done : .conflict
    }
}

struct ScanProduct: ShopEntityCommand {
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

    func load(from till: LiveTill) async throws(Failure) -> Cached<Product> {
        let scanned = code
        return try await till.ask { ProductAction.retrieveFirstPurchasableItemMatchFromSKU(scanned, $0) }
    }

    func rows(of product: Product) -> [String] { product.rows }
}

extension Product {
    fileprivate var row: String {
        let amount = price?.description ?? ""
        let code = CardData.masked(code: sku)
        return "\(String(id).padded(8))\(code.padded(16))\(amount.padded(12))\(stockStatus.padded(12))\(name)"
    }

    fileprivate var rows: [String] {
        let more = [type, CardData.masked(code: globalUniqueID), stockQuantity?.description ?? ""]
        return [row] + more.filter { !$0.isEmpty }.map { "  \($0)" }
    }
}
