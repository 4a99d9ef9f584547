import Flow
import Networking

/// The categories of the shop's products.
package final class CategoryStore: Store {
    package typealias Handled = CategoryAction

    private static let query = ShopQuery(["orderby": "name"], isOfAll: true)

    private let remote: CategoriesRemote
    private let categories: ShopCache<Category>

    init(shop: ShopSession) {
        remote = CategoriesRemote(network: shop.network)
        categories = shop.cache()
    }

    package func onAction(_ action: CategoryAction) {
        switch action {
        case .synchronizeCategories(let reply):
            let remote = remote
            categories.answer(reply, Self.query, validity: .lasting(.seconds(60))) { () throws(NetworkError) in
                try await remote.loadCategories()
            }
        case .observeCategories(let reply): reply(ResultsController(categories, Self.query))
        }
    }

    /// What was kept belongs to the operator who signs out.
    package func clearOperatorData() { categories.clear() }
}
