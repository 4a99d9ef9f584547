import Flow
import Networking

/// The categories of the shop's products.
package final class CategoryStore: Store {
    package typealias Handled = CategoryAction

    private let remote: ResourceRemote<Category>
    private let categories: ShopCache<Category>

    init(shop: ShopSession) {
        remote = ResourceRemote("wc/v3/products/categories", network: shop.network)
        categories = shop.cache()
    }

    package func onAction(_ action: CategoryAction) {
        switch action {
        case .synchronizeCategories(let reply):
            let query = ShopQuery(["orderby": "name"], isOfAll: true)
            let remote = remote
            categories.answer(reply, query, validity: .lasting(.seconds(60))) { () throws(NetworkError) in
                try await remote.loadPage(query: query.items)
            }
        }
    }

    /// What was kept belongs to the operator who signs out.
    package func clearOperatorData() { categories.clear() }
}
