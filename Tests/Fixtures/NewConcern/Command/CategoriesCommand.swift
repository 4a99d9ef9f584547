import ArgumentParser
import Flow
import Model
import Networking
import Stores

/// Lists the categories of the shop's products.
struct CategoriesCommand: ShopListCommand {
    static let configuration = CommandConfiguration(
        commandName: "categories", abstract: "Lists the categories of the shop's products.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var none: Sentence { Sentence("categories.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<Category>> {
        try await till.ask { CategoryAction.synchronizeCategories($0) }
    }

    func row(of category: Category, in till: LiveTill) -> String { "\(category.name) (\(category.count))" }
}
